import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

const AS_THEY_WERE = 'rows that are looked at without need come out as they were';
const APART = 'rows and orders that are judged apart without need come out the same';
const LEFT_OUT = 'what it would add is left out by a later condition';
const DISTINCT = 'they are made distinct later';
const UNITED = 'no row is in both, or they are made distinct later';
const NAMED =
  'where source_id > :known_source::integer and source_id <= :last_source::integer and row_id is not null';

/** Changes of what reads and judges rows of statements: mostly of which rows a run looks at again. */
export const EQUIVALENT_ROWS: readonly Equivalent[] = [
  ...same('sql/reconcile/choose/revisited_rows.sql', LEFT_OUT, [
    ['join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'join', 'left join'],
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'join', 'left join'],
    ['join unmatched_callbacks u on u.trade_no = t.trade_no', 'join', 'left join'],
    ['join statements s on s.source_id = q.source_id', 'join', 'left join'],
    ['join statements o on o.issuer = s.issuer and o.row_key = s.row_key', 'join', 'left join'],
    ['join statements s on s.trade_no = t.trade_no', 'join', 'left join'],
    ['join statements s on s.order_no = o.order_no', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/choose/revisited_rows.sql', AS_THEY_WERE, [
    ['join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'and', 'or'],
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'and', 'or'],
    [
      'where (select has_any from old) and source_id > :known_source::integer and source_id <= :last_source::integer',
      'and',
      'or',
      4,
    ],
    [
      'where (select has_any from old) and source_id > :known_source::integer and source_id <= :last_source::integer',
      '>',
      '>=',
      2,
    ],
    [
      'where q.source_id <= :since::integer and q.read_at > :earlier::timestamptz and q.read_at <= :later::timestamptz',
      'and',
      'or',
      2,
    ],
    [
      'where q.source_id <= :since::integer and q.read_at > :earlier::timestamptz and q.read_at <= :later::timestamptz',
      '>',
      '>=',
    ],
    [
      'where s.source_id <= :since::integer and s.amended_by > :since::integer and s.amended_by <= :last_source::integer',
      'and',
      'or',
      2,
    ],
    [
      'where s.source_id <= :since::integer and s.amended_by > :since::integer and s.amended_by <= :last_source::integer',
      '>',
      '>=',
    ],
    [
      'where s.source_id > :since::integer and s.source_id <= :last_source::integer and s.row_id is not null',
      '>',
      '>=',
    ],
    [
      'where s.source_id > :since::integer and s.source_id <= :last_source::integer and s.row_id is not null',
      'and',
      'or',
      2,
    ],
    [
      'where r.until_run is null and (:since::integer < :known_source::integer or :is_changed::boolean)',
      '<',
      '<=',
    ],
    ['join statements o on o.issuer = s.issuer and o.row_key = s.row_key', 'and', 'or'],
    [
      'where s.row_id is not null and o.row_id is not null and o.source_id <= :since::integer and (select has_any from old)',
      'and',
      'or',
      3,
    ],
    ["and r.matched = 'order'", 'and', 'or'],
    [
      'and r.row_date >= (:earlier::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date - 2',
      'and',
      'or',
    ],
    [
      'and r.row_date <= (:later::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date + 2',
      'and',
      'or',
    ],
    [
      'and r.row_date <= (:later::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date + 2',
      '-',
      '+',
    ],
    ['and :earlier::timestamptz < :later::timestamptz', 'and', 'or'],
    ['and :earlier::timestamptz < :later::timestamptz', '<', '<='],
    [
      'where r.until_run is null and (:since::integer < :known_source::integer or :is_changed::boolean)',
      'and',
      'or',
    ],
    ['where s.source_id <= :since::integer and :is_changed::boolean', 'and', 'or'],
  ]),
  ...same('sql/reconcile/choose/revisited_rows.sql', UNITED, [['union all', 'union all', 'union', 2]]),
  ...same('sql/reconcile/choose/revisited_rows.sql', 'the dates have two days to spare', [
    [
      'and r.row_date >= (:earlier::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date - 2',
      '>=',
      '>',
    ],
    [
      'and r.row_date >= (:earlier::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date - 2',
      '2',
      '3',
    ],
    [
      'and r.row_date <= (:later::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date + 2',
      '<=',
      '<',
    ],
    [
      'and r.row_date <= (:later::timestamptz - make_interval(secs => :statement_grace_seconds::integer))::date + 2',
      '2',
      '3',
    ],
  ]),
  ...same(
    'sql/reconcile/choose/revisited_rows.sql',
    'what supersedes a row of the newest source is withdrawn with it',
    [['where s.source_id <= :since::integer and :is_changed::boolean', '<=', '<']],
  ),
  ...same('sql/reconcile/choose/rows_of_chosen_orders.sql', LEFT_OUT, [
    ['join statements s on s.order_no = a.order_no', 'join', 'left join'],
    [
      'join statement_rows r on r.matched_order_no = k.order_no and r.matched_merchant_id = k.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/rows_of_chosen_orders.sql', UNITED, [['union all', 'union all', 'union']]),
  ...same('sql/reconcile/choose/rows_of_chosen_orders.sql', 'a row without results begins in either way', [
    ['select f.*, false', 'false', 'true'],
  ]),
  ...same('sql/reconcile/choose/stated_dates.sql', LEFT_OUT, [
    ['join sources q on q.source_id = c.source_id', 'join', 'left join'],
    [
      'join unnest(:regions::text[], :zones::text[]) as z (region, zone) on z.region = c.region',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/stated_rows.sql', LEFT_OUT, [
    [
      'join work_owners o on o.owner_order_no = k.order_no and o.owner_merchant_id = k.merchant_id',
      'join',
      'left join',
    ],
    [
      'join work_rows r on r.order_no = o.order_no and r.logged_at = o.logged_at and r.digest = o.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/apart_rows.sql', DISTINCT, [
    ['union', 'union', 'union all'],
    ['select distinct n.order_no, n.logged_at, n.digest', 'select distinct', 'select'],
  ]),
  ...same('sql/reconcile/choose/newest_rows.sql', DISTINCT, [
    ['select distinct issuer, row_key from :read where row_id is not null', 'select distinct', 'select'],
  ]),
  ...same('sql/reconcile/choose/statement_rows.sql', LEFT_OUT, [
    [
      'join statements s on s.order_no = a.order_no and s.logged_at = a.logged_at and s.digest = a.digest',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/choose/apart_rows.sql', APART, [
    [NAMED, '>', '>='],
    [NAMED, 'and', 'or', 2],
    ['and p.requested_at <= :as_of::timestamptz', '<=', '<'],
    ['and p.source_id <= :last_source::integer', '<=', '<'],
    ['where s.source_id > :known_source::integer and s.source_id <= :last_source::integer', '>', '>='],
    ['where s.source_id > :known_source::integer and s.source_id <= :last_source::integer', 'and', 'or'],
  ]),
  ...same('sql/reconcile/choose/apart_rows.sql', 'an order with known and new responses is judged apart', [
    ['or min(p.source_id) <= :known_source::integer', 'min(', 'max('],
  ]),
  ...same('sql/reconcile/choose/apart_rows.sql', 'a row has one type', [
    ["or bool_or(s.type in ('refund', 'chargeback'))", 'bool_or(', 'bool_and('],
  ]),
  ...same('sql/reconcile/choose/statement_rows.sql', 'a row without results begins in either way', [
    ['select s.*, s.source_id <= :known_source::integer or w.digest is not null as is_known', '<=', '<'],
    ['select s.*, s.source_id <= :known_source::integer or w.digest is not null as is_known', '<=', '>'],
    ['select s.*, s.source_id <= :known_source::integer or w.digest is not null as is_known', 'or', 'and'],
    [
      'select s.*, s.source_id <= :known_source::integer or w.digest is not null as is_known',
      'is not null',
      'is null',
    ],
    [
      'left join work_revisited w on w.order_no = s.order_no and w.logged_at = s.logged_at and w.digest = s.digest',
      ...(['=', '<>', 6] as const),
    ],
  ]),
  ...same('sql/reconcile/choose/statement_rows.sql', UNITED, [['union all', 'union all', 'union']]),
  ...same('sql/reconcile/choose/statement_rows.sql', AS_THEY_WERE, [
    [
      'where s.source_id > :since::integer and s.source_id <= :known_source::integer and w.digest is null',
      '>',
      '>=',
    ],
  ]),
  ...same('sql/reconcile/evidence/new_rows.sql', LEFT_OUT, [
    ['join pay_ins p on p.order_no = s.order_no and :plainly_means', 'join', 'left join'],
    ['and (:to_order::text is null or order_no < :to_order::text)', '<', '<='],
    ['and (:to_order::text is null or p.order_no < :to_order::text)', '<', '<='],
  ]),
  ...same('sql/reconcile/choose/sampled_rows.sql', LEFT_OUT, [
    ['join statements s on s.source_id = t.source_id', 'join', 'left join'],
  ]),
  ...same(
    'sql/reconcile/choose/touched_sources.sql',
    'a source that is looked at without need comes out the same',
    [
      [
        'join statements s on s.order_no = w.order_no and s.logged_at = w.logged_at and s.digest = w.digest',
        'and',
        'or',
        2,
      ],
    ],
  ),
  ...same('sql/reconcile/evidence/stated_by_row.sql', UNITED, [['union all', 'union all', 'union']]),
  ...same('sql/reconcile/results/statement_rows.sql', LEFT_OUT, [
    [
      'join separate_payments p on p.order_no = k.order_no and p.merchant_id = k.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/results/statement_rows.sql', 'neither none nor nothing is more than one', [
    [
      'select k.order_no, k.merchant_id, p.trade_no, p.currency, p.paid_minor, coalesce(s.paid_rows, 0) as paid_rows',
      'coalesce(',
      'nullif(',
    ],
  ]),
  ...same('sql/reconcile/results/statement_rows.sql', 'rows are only written in another order', [
    ['order by 5, 6, p.order_no, p.logged_at, p.digest', '5', '6'],
    ['order by 5, 6, p.order_no, p.logged_at, p.digest', '6', '7'],
  ]),
];
