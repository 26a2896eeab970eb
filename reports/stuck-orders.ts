import { sql } from 'kysely';
import {
  businessDate,
  count,
  describedAs,
  local,
  money,
  orderIdentity,
  region,
  text,
  utc,
} from './columns.ts';
import type { Column, Report } from './report.ts';
import { bytewise, heldAt, madeFrom, ofMerchants } from './selection.ts';
import { stuckExplanation } from './stuck-explanation.ts';

const STORED: readonly Column[] = [
  businessDate,
  region,
  ...orderIdentity,
  text('currency', 'Currency of the request', 'BRL'),
  ...money('requested', 'currency', 'What was asked for'),
  text(
    'stuck_reason',
    'First that applies: paid_in_statement, unknown_status, processing, no_response, accepted',
    'no_response',
  ),
  text('response_code', 'Code of the response', '00'),
  text('response_status', 'Status of the response', 'PROCESSING'),
  utc('requested_at', 'Time of the request'),
  local('requested_at', 'Time of the request'),
  utc('expires_at', 'End of the time in which the payer could pay'),
  utc('deadline_at', 'Expiry plus grace'),
];

const COLUMNS: readonly Column[] = [
  ...STORED,
  count('overdue_seconds', 'Whole seconds from the deadline to the as-of', { unit: 'seconds' }),
  text(
    'explanation',
    'Why it is stuck, as a sentence with times in the zone of the region',
    'requested at 10:05, accepted by the service, no callback was logged since; the payer had until 11:05',
  ),
];

export const stuckOrders: Report = {
  name: 'stuck-orders',
  title: 'Stuck orders',
  grain: 'STUCK order of the business date or earlier',
  fact: false,
  withEarlier: true,
  columns: COLUMNS,
  earlier: [
    {
      upTo: 4,
      columns: describedAs(COLUMNS, {
        stuck_reason: 'First that applies: unknown_status, processing, no_response, accepted',
      }),
    },
  ],
  primaryKey: ['merchant_id', 'order_no'],
  select: (db, scope) =>
    db
      .selectFrom('order_rows')
      .select(madeFrom(STORED))
      .select(
        sql`floor(extract(epoch from ${scope.asOf}::timestamptz - deadline_at))::bigint`.as(
          'overdue_seconds',
        ),
      )
      .select(stuckExplanation(scope.zoneOf(scope.region)).as('explanation'))
      .where(heldAt(scope))
      .where(ofMerchants(scope))
      .where('business_date', '<=', scope.date)
      .where('region', '=', scope.region)
      .where('outcome', '=', 'STUCK')
      .orderBy(bytewise(['merchant_id', 'order_no'])),
};
