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
import { findingsWithCases } from './findings-with-cases.ts';
import type { Report } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

export const findings: Report = {
  name: 'findings',
  title: 'Open findings',
  grain: 'open finding of the business date or earlier',
  fact: false,
  withEarlier: true,
  columns: [
    text('code', 'Code of the finding, see docs/reference/findings.md', 'AMOUNT_MISMATCH'),
    text('severity', 'How serious it is: critical, high, medium or low', 'high'),
    businessDate,
    region,
    merchantId,
    subMerchantId,
    orderNo,
    tradeNo,
    text('expected', 'Expected value', 'BRL 150.00'),
    text('actual', 'Actual value', 'BRL 145.00'),
    text('explanation', 'Meaning of the finding', 'Another amount was paid than requested.'),
    utc('first_seen_at', 'As-of of the first run of the current uninterrupted period with this finding'),
    count('age_days', 'Whole days from first_seen_at to the as-of', { unit: 'days' }),
    text('reason', 'Variant of the finding, where there are several', 'underpaid'),
    text('age_bucket', 'Range of the age in days, including its first day: <1, 1-3, 3-7, 7-30, >30', '1-3'),
    text('assignee', 'Person to whom it is assigned', 'ana'),
    text('last_note', 'Newest note', 'asked the provider'),
    text('reopened_reason', 'Why it was reopened after a person had closed it', 'it shows other values'),
  ],
  primaryKey: ['merchant_id', 'order_no', 'code'],
  select: (db, scope) =>
    findingsWithCases(db, scope)
      .select('cases.state_reason as reopened_reason')
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('business_date', '<=', scope.date)
      .where('region', '=', scope.region)
      .where(sql<boolean>`coalesce(cases.state, 'open') = 'open'`)
      .orderBy(bytewise(['merchant_id', 'order_no', 'code'])),
};
