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
import { bytewise, heldAt, ofMerchant } from './selection.ts';

export const findings: Report = {
  name: 'findings',
  title: 'What stands out',
  grain: 'open finding of the business date or earlier',
  fact: false,
  columns: [
    text('code', 'Code of the finding, see docs/reference/findings.md'),
    text('severity', 'How serious it is: critical, high, medium or low'),
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
    text('age_bucket', 'Stretch of days that the age is in, from its first day on: <1, 1-3, 3-7, 7-30, >30'),
    text('assignee', 'Whom it is assigned to'),
    text('last_note', 'The newest note'),
    text('reopened_reason', 'Why it is open again, after a person had closed it'),
  ],
  select: (db, scope) =>
    findingsWithCases(db, scope)
      .select('cases.state_reason as reopened_reason')
      .where(heldAt(scope))
      .where(ofMerchant(scope))
      .where('business_date', '<=', scope.date)
      .where('region', '=', scope.region)
      .where(sql<boolean>`coalesce(cases.state, 'open') = 'open'`)
      .orderBy(bytewise(['merchant_id', 'order_no', 'code'])),
};
