import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

const LEFT_OUT = 'what it would add is left out by the condition after it';
const DIFFERENT = 'no rows of both are equal';
const ONCE = 'equal rows are made one later';
const STAYS = 'of an order that did not change, the state before takes away the state after';

/** Changes of what chooses orders, of results, of what a run changed, and of its checks. */
export const EQUIVALENT_RESULTS: readonly Equivalent[] = [
  ...same('sql/changes/010_dates.sql', LEFT_OUT, [
    [
      'join payment_rows n on n.order_no = o.order_no and n.merchant_id = o.merchant_id and n.payment = o.payment',
      ...(['join', 'left join'] as const),
    ],
  ]),
  ...same('sql/changes/010_dates.sql', `${DIFFERENT}, or ${ONCE}`, [['union all', 'union all', 'union', 6]]),
  ...same('sql/changes/020_flows.sql', DIFFERENT, [['union all', 'union all', 'union', 2]]),
  ...same('sql/changes/030_delays.sql', DIFFERENT, [['union all', 'union all', 'union']]),
  ...same('sql/changes/040_payments.sql', DIFFERENT, [['union all', 'union all', 'union']]),
  ...same('sql/changes/050_owed.sql', STAYS, [
    ['and (select has_any from first_run)', 'and', 'or', 2],
    ["where from_run = :run::integer and type in ('refund', 'chargeback')", 'and', 'or'],
    ["where until_run = :run::integer and type in ('refund', 'chargeback')", 'and', 'or'],
    ['and (select is_so and has_any from first_run)', 'and', 'or', 2],
    ['and :may_owe', 'and', 'or', 4],
  ]),
  ...same('sql/changes/050_owed.sql', DIFFERENT, [['union all', 'union all', 'union', 5]]),
  ...same('sql/changes/050_owed.sql', LEFT_OUT, [
    [
      'join order_rows o on o.order_no = t.order_no and o.merchant_id = t.merchant_id',
      'join',
      'left join',
      2,
    ],
    [
      'join statement_rows r on r.matched_order_no = o.order_no and r.matched_merchant_id = o.merchant_id',
      ...(['join', 'left join'] as const),
    ],
    ['where minor > 0', '>', '>='],
  ]),
  ...same('sql/changes/050_owed.sql', 'it is 1 or -1', [
    ['when o.sign > 0 then r.until_run is null', '>', '>='],
  ]),
  ...same('sql/changes/050_owed.sql', ONCE, [
    ['select distinct matched_order_no, matched_merchant_id, row_date', 'select distinct', 'select'],
    ['select distinct f.matched_order_no, f.matched_merchant_id', 'select distinct', 'select'],
  ]),
  ...same('sql/checks/010_sources_tie.sql', DIFFERENT, [['union all', 'union all', 'union', 2]]),
  ...same('sql/checks/020_orders_tie.sql', LEFT_OUT, [
    ['join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'join', 'left join'],
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'join', 'left join', 2],
    [
      'join work_evidence e on e.order_no = p.order_no and e.merchant_id = p.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/checks/020_orders_tie.sql', DIFFERENT, [['union all', 'union all', 'union', 9]]),
  ...same('sql/reconcile/choose/orders_with_news.sql', LEFT_OUT, [
    ['join pay_ins p on p.order_no = n.order_no and p.merchant_id = n.merchant_id', 'join', 'left join'],
    ['join callbacks c on c.order_no = n.order_no and c.merchant_id = n.merchant_id', 'join', 'left join'],
    ['where :known_source::integer > 0 and p.source_id <= :known_source::integer', '>', '>='],
    ['where :known_source::integer > 0 and c.source_id <= :known_source::integer', '>', '>='],
  ]),
  ...same(
    'sql/reconcile/choose/orders_with_news.sql',
    'an order with such a record is odd with either weight',
    [
      ['else 2000000000', '2000000000', '2000000001', 2],
      ['select order_no, merchant_id, 2000000000', '2000000000', '2000000001'],
    ],
  ),
  ...same('sql/reconcile/choose/orders_with_news.sql', ONCE, [['union', 'union', 'union all', 3]]),
  ...same('sql/reconcile/choose/related_orders.sql', ONCE, [
    ['select distinct trade_no from unmatched_callbacks', 'select distinct', 'select'],
    ['union', 'union', 'union all', 2],
  ]),
  ...same('sql/reconcile/choose/related_orders.sql', 'an absent tradeNo is joined with none', [
    [
      'join unmatched_callbacks s on s.order_no = a.order_no and s.merchant_id = a.merchant_id',
      ...(['join', 'left join'] as const),
    ],
  ]),
  ...same('sql/reconcile/choose/related_orders.sql', LEFT_OUT, [
    [
      'join pay_ins p on p.trade_no = t.trade_no and p.source_id <= :last_source::integer',
      ...(['join', 'left join', 2] as const),
    ],
  ]),
  ...same('sql/reconcile/choose/related_orders.sql', 'every tradeNo is that of an unmatched callback', [
    ['join unmatched_callbacks s on s.trade_no = t.trade_no', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/results/finding_results.sql', LEFT_OUT, [
    [
      'join work_verdicts w on w.order_no = e.order_no and w.merchant_id = e.merchant_id',
      'join',
      'left join',
    ],
    ['join finding_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/results/finding_results.sql', 'findings of other orders are joined with none', [
    ['join finding_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id', 'and', 'or'],
  ]),
  ...same('sql/reconcile/results/orphan_results.sql', LEFT_OUT, [
    [
      'join work_evidence e on e.order_no = c.order_no and e.merchant_id = c.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/results/payments_apart.sql', LEFT_OUT, [
    ['join order_rows r on r.order_no = k.order_no and r.merchant_id = k.merchant_id', 'join', 'left join'],
    [
      'join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id',
      ...(['join', 'left join'] as const),
    ],
  ]),
  ...same('sql/reconcile/results/separate_payments.sql', 'an order with several payments has all of it', [
    [
      'join work_payments p on p.order_no = e.order_no and p.merchant_id = e.merchant_id',
      'join',
      'left join',
    ],
    [
      'join work_verdicts w on w.order_no = e.order_no and w.merchant_id = e.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/results/separate_payments.sql', 'rows are the same in any order', [
    ['order by 5, region, merchant_id, order_no, 3', '5', '6'],
    ['order by 5, region, merchant_id, order_no, 3', '3', '4'],
  ]),
  ...same('sql/reconcile/results/verdicts.sql', LEFT_OUT, [
    [
      'join work_order_results w on w.order_no = k.order_no and w.merchant_id = k.merchant_id',
      ...(['join', 'left join'] as const),
    ],
  ]),
  ...same('sql/reconcile/results/verdicts.sql', DIFFERENT, [['union all', 'union all', 'union']]),
  ...same('src/reconcile/rules/amount-mismatch.ts', 'equal amounts need no reason', [
    ["when e.paid_minor > e.requested_minor then 'overpaid'", '>', '>='],
  ]),
  ...same('src/reconcile/rules/rule-layers.ts', 'null counts as false wherever it is read', [
    ['return sql<SqlBool>`coalesce($' + '{rule.holds(e, context)}, false)`;', 'coalesce(', 'nullif('],
  ]),
];
