import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

const APART = 'rows and orders that are judged apart without need come out the same';
const LEFT_OUT = 'what it would add is left out by a later condition';
const DISTINCT = 'they are made distinct later';
const UNITED = 'no row is in both, or they are made distinct later';

/** Changes of what finds the orders of rows of statements. */
export const EQUIVALENT_OWNERS: readonly Equivalent[] = [
  ...same('sql/reconcile/choose/apart_numbers.sql', DISTINCT, [
    ['select distinct owner_order_no as order_no from work_owners', 'select distinct', 'select'],
  ]),
  ...same('sql/reconcile/choose/fees.sql', LEFT_OUT, [
    [
      'join pay_ins p on p.order_no = o.owner_order_no and p.merchant_id = o.owner_merchant_id',
      'join',
      'left join',
    ],
    [
      'join callbacks b on b.order_no = c.owner_order_no and b.merchant_id = c.owner_merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/fees.sql', 'responses that are joined without need change nothing', [
    [
      "having not bool_and(has_request) and count(distinct coalesce(payment_method, '')) filter (where has_request) > 1",
      'and',
      'or',
    ],
    [
      "having not bool_and(has_request) and count(distinct coalesce(payment_method, '')) filter (where has_request) > 1",
      'count(distinct',
      'count(',
    ],
  ]),
  ...same(
    'sql/reconcile/choose/plain_owners.sql',
    'having leaves one merchant, and the number is that of the row',
    [['select s.order_no, s.logged_at, s.digest, min(p.order_no), min(p.merchant_id),', 'min(', 'max(', 2]],
  ),
  ...same('sql/reconcile/choose/orders_of_stated_dates.sql', LEFT_OUT, [
    ['join separate_payments p on p.paid_date = d.date and p.region = d.region', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/choose/scaled_sources.sql', LEFT_OUT, [
    ['join pay_ins p on p.order_no = s.order_no and :plainly_means', 'join', 'left join'],
    [
      'join work_owners o on o.order_no = s.order_no and o.logged_at = s.logged_at and o.digest = s.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/scaled_sources.sql', 'equal rows are grouped later', [
    ['union', 'union', 'union all', 2],
  ]),
  ...same('sql/reconcile/choose/orders_of_scaled_sources.sql', LEFT_OUT, [
    ['join statements s on s.source_id = c.source_id', 'join', 'left join'],
    [
      'join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/orders_of_scaled_sources.sql', APART, [
    [
      'join statement_rows r on r.order_no = s.order_no and r.logged_at = s.logged_at and r.digest = s.digest',
      'and',
      'or',
      2,
    ],
    ['where r.until_run is null and r.matched_order_no is not null', 'and', 'or'],
  ]),
  ...same('sql/reconcile/choose/other_owners.sql', DISTINCT, [
    ['select distinct p.order_no, p.merchant_id, p.trade_no', 'select distinct', 'select'],
    [
      'from (select distinct trade_no from rest where trade_no is not null) t',
      'select distinct',
      'select',
      2,
    ],
    ["from (select distinct order_no from rest where order_no <> '') t", 'select distinct', 'select'],
    ['from (select distinct trade_no from called) t', 'select distinct', 'select'],
    ['select distinct c.order_no, c.merchant_id', 'select distinct', 'select'],
    [
      'from (select distinct owner_order_no, owner_merchant_id from owners) o',
      'select distinct',
      'select',
      2,
    ],
  ]),
  ...same('sql/reconcile/choose/other_owners.sql', LEFT_OUT, [
    ['join pay_ins p on p.trade_no = t.trade_no', 'join', 'left join', 2],
    ['join callbacks c on c.trade_no = t.trade_no', 'join', 'left join'],
    ['join callbacks c on c.order_no = t.order_no', 'join', 'left join'],
    ['join pay_ins p on p.order_no = c.order_no and p.merchant_id = c.merchant_id', 'join', 'left join'],
    ['join pay_ins p on p.order_no = r.order_no', 'join', 'left join'],
    [
      'join of_both o on o.trade_no = r.trade_no and o.order_no = r.order_no and o.row_merchant_id = r.merchant_id',
      'join',
      'left join',
    ],
    [
      'join of_trade_no o on o.trade_no = r.trade_no and o.row_merchant_id = r.merchant_id',
      'join',
      'left join',
    ],
    ['join of_number o on o.order_no = r.order_no', 'join', 'left join'],
    [
      'join pay_ins p on p.order_no = o.owner_order_no and p.merchant_id = o.owner_merchant_id',
      'join',
      'left join',
    ],
    [
      'join callbacks c on c.order_no = o.owner_order_no and c.merchant_id = o.owner_merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/other_owners.sql', UNITED, [['union', 'union', 'union all', 4]]),
  ...same('sql/reconcile/choose/other_owners.sql', 'the places are only put in order', [
    ['select r.order_no, r.logged_at, r.digest, 5, o.order_no, o.owner_merchant_id, o.orders', '5', '6'],
  ]),
  ...same('sql/reconcile/choose/other_owners.sql', APART, [
    ['join pay_ins p on p.order_no = o.owner_order_no and p.merchant_id = o.owner_merchant_id', 'and', 'or'],
    [
      'join callbacks c on c.order_no = o.owner_order_no and c.merchant_id = o.owner_merchant_id',
      'and',
      'or',
    ],
  ]),
  ...same('sql/reconcile/choose/owners_of_chosen_rows.sql', LEFT_OUT, [
    [
      'join statement_rows s on s.order_no = r.order_no and s.logged_at = r.logged_at and s.digest = r.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/owners_of_rows.sql', LEFT_OUT, [
    [
      'join work_rows w on w.order_no = o.order_no and w.logged_at = o.logged_at and w.digest = o.digest',
      'join',
      'left join',
    ],
    [
      'join statement_rows r on r.order_no = w.order_no and r.logged_at = w.logged_at and r.digest = w.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/owners_of_rows.sql', APART, [
    [
      'join work_rows w on w.order_no = o.order_no and w.logged_at = o.logged_at and w.digest = o.digest',
      'and',
      'or',
      2,
    ],
    ["where not o.is_known and w.type in ('refund', 'chargeback')", 'and', 'or'],
    [
      'join statement_rows r on r.order_no = w.order_no and r.logged_at = w.logged_at and r.digest = w.digest',
      'and',
      'or',
      2,
    ],
    ['where r.until_run is null and r.matched_order_no is not null', 'and', 'or'],
  ]),
  ...same('sql/reconcile/choose/refunds.sql', LEFT_OUT, [
    [
      'join work_rows r on r.order_no = o.order_no and r.logged_at = o.logged_at and r.digest = o.digest',
      'join',
      'left join',
    ],
  ]),
];
