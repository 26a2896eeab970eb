import { sql } from 'kysely';
import {
  businessDate,
  count,
  merchantId,
  orderNo,
  region,
  subMerchantId,
  text,
  tradeNo,
  utc,
} from './columns.ts';
import type { Report } from './report.ts';
import { bytewise, heldAt, ofMerchant } from './selection.ts';

export const findings: Report = {
  name: 'findings',
  title: 'What stands out',
  grain: 'one finding that is open, of the business date or earlier',
  fact: false,
  columns: [
    text('code', 'Code of the finding, see the table in README.md'),
    text('severity', 'critical, high, medium or low'),
    businessDate,
    region,
    merchantId,
    subMerchantId,
    orderNo,
    tradeNo,
    text('expected', 'What should be there'),
    text('actual', 'What is there'),
    text('explanation', 'What it means'),
    utc(
      'first_seen_at',
      'As-of of the run that saw it first, and from which on it was there without a break',
    ),
    count('age_days', 'Whole days from then to the as-of'),
    text('reason', 'Which case of the finding it is, where there are several'),
  ],
  select: (db, scope) => {
    const kinds = sql.join(
      scope.findingKinds.map(
        ({ code, severity, explanation }) => sql`(${code}::text, ${severity}::text, ${explanation}::text)`,
      ),
    );
    return db
      .selectFrom('finding_results')
      .innerJoin(
        sql<{ kind_code: string; severity: string; explanation: string }>`(values ${kinds})`.as<'kinds'>(
          sql`kinds (kind_code, severity, explanation)`,
        ),
        'kinds.kind_code',
        'finding_results.code',
      )
      .selectAll('finding_results')
      .select(['kinds.severity', 'kinds.explanation'])
      .select(
        sql`greatest(0, floor(extract(epoch from ${scope.asOf}::timestamptz - first_seen_at) / 86400))::bigint`.as(
          'age_days',
        ),
      )
      .where(heldAt(scope))
      .where(ofMerchant(scope))
      .where('business_date', '<=', scope.date)
      .where('region', '=', scope.region)
      .orderBy(bytewise(['merchant_id', 'order_no', 'code']));
  },
};
