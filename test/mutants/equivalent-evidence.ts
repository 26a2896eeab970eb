import type { Equivalent } from './equivalent.ts';
import { same } from './same-reason.ts';

/** Changes of the statements that gather evidence. */
export const EQUIVALENT_EVIDENCE: readonly Equivalent[] = [
  ...same('sql/reconcile/evidence/paired_answers.sql', 'where leaves what was found', [
    ['join :records p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'join', 'left join'],
    ['join :records p on p.order_no = s.order_no and p.merchant_id = s.merchant_id', 'join', 'left join'],
  ]),
  ...same(
    'sql/reconcile/evidence/paired_answers.sql',
    'an order has no pairs unless a response of it is apart, and pairs of orders that are not judged are joined with none',
    [['join :records p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'and', 'or']],
  ),
  ...same(
    'sql/reconcile/evidence/paired_answers.sql',
    'an order has no pairs unless a response of it is apart',
    [
      [
        'where not p.has_request and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer',
        'not',
        '',
      ],
    ],
  ),
  ...same(
    'sql/reconcile/evidence/paired_answers.sql',
    'what this leaves too many of is left out of the events',
    [
      [
        'where not p.has_request and p.requested_at <= :as_of::timestamptz and p.source_id <= :last_source::integer',
        'and',
        'or',
        2,
      ],
    ],
  ),
  ...same('sql/reconcile/evidence/answers.sql', 'every pair has its response', [
    ['join pay_ins r', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/evidence/answers_to_reread.sql', 'every pair has both records', [
    ['join pay_ins p', 'join', 'left join'],
    ['join pay_ins r', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/evidence/callbacks.sql', 'where leaves what was found', [
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'join', 'left join', 2],
    ['join only_owners o on o.trade_no = s.trade_no', 'join', 'left join'],
  ]),
  ...same(
    'sql/reconcile/evidence/callbacks.sql',
    'callbacks of other orders are joined with none that is visible',
    [['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'and', 'or', 2]],
  ),
  ...same(
    'sql/reconcile/evidence/callbacks.sql',
    'they are joined only with visible callbacks of orders without a request',
    [
      ['and c.verified is distinct from false', 'and', 'or', 2],
      ['and p.source_id <= :last_source::integer', '<=', '<'],
    ],
  ),
  ...same('sql/reconcile/evidence/callbacks.sql', 'of equal owners one counts', [
    ['select distinct trade_no from unmatched', 'select distinct', 'select'],
  ]),
  ...same('sql/reconcile/evidence/callbacks.sql', 'owners of other tradeNos are joined with no callback', [
    ['join unmatched_trade_nos s on s.trade_no = p.trade_no', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/evidence/callbacks.sql', 'having leaves those of one owner', [
    ['select trade_no, min(order_no) as order_no, min(merchant_id) as merchant_id', 'min(', 'max(', 2],
  ]),
  ...same(
    'sql/reconcile/evidence/grouped_evidence.sql',
    'it is the reason of STUCK, where no callback has another status that is known',
    [["bool_or(status_class = 'pending') as has_pending,", 'bool_or(', 'bool_and(']],
  ),
  ...same('sql/reconcile/evidence/grouped_evidence.sql', 'where leaves what was found', [
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'join', 'left join'],
  ]),
  ...same(
    'sql/reconcile/evidence/grouped_evidence.sql',
    'what belongs to other orders is joined with none that is judged',
    [['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'and', 'or']],
  ),
  ...same('sql/reconcile/evidence/grouped_evidence.sql', 'an orphan is one, whatever it was answered', [
    ['coalesce(o.any_response, false), coalesce(o.all_responses, false),', 'false', 'true', 2],
    ['coalesce(o.any_accepted, false), coalesce(o.differing_currency, false),', 'false', 'true', 2],
    [
      'coalesce(o.has_response, false), o.response_code, o.response_status, o.response_order_no,',
      'false',
      'true',
    ],
  ]),
  ...same(
    'sql/reconcile/evidence/grouped_evidence.sql',
    'the requests of an orphan are not counted anywhere',
    [['coalesce(o.pay_ins, 0)::integer, coalesce(n.notifications, 0)::integer,', '0', '1', 2]],
  ),
  ...same('sql/reconcile/evidence/grouped_owners.sql', 'equal orders are grouped', [
    ['select distinct trade_no from unmatched_callbacks', 'select distinct', 'select'],
  ]),
  ...same('sql/reconcile/evidence/grouped_owners.sql', 'where leaves what was found', [
    ['join pay_ins p on p.trade_no = u.trade_no', 'join', 'left join'],
    ['join work_marked k on k.order_no = p.order_no and k.merchant_id = p.merchant_id', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/evidence/marked_orders.sql', 'where leaves what was found', [
    ['join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'join', 'left join'],
    ['join callbacks c on c.order_no = k.order_no and c.merchant_id = k.merchant_id', 'join', 'left join'],
  ]),
  ...same(
    'sql/reconcile/evidence/notifications.sql',
    'with SUCCESS among the answers, the notification is acknowledged',
    [["bool_or(ack <> 'SUCCESS') over (notification) as refused", 'bool_or(', 'bool_and(']],
  ),
  ...same('sql/reconcile/evidence/notifications.sql', 'where no answer is known, none is a refusal', [
    ['coalesce(refused, false) and not coalesce(acknowledged, false)', 'false', 'true', 2],
  ]),
  ...same('sql/reconcile/evidence/orders.sql', 'where leaves what was found', [
    [
      'join violations v on v.order_no = a.order_no and v.merchant_id = a.merchant_id and v.digest = a.response_digest',
      'join',
      'left join',
    ],
    ['join pay_ins p on p.order_no = k.order_no and p.merchant_id = k.merchant_id', 'join', 'left join'],
  ]),
  ...same('sql/reconcile/evidence/orders.sql', 'one row has place 1', [
    ['min(region) filter (where place = 1),', 'min(', 'max('],
    ['min(sub_merchant_id) filter (where place = 1),', 'min(', 'max('],
    ['min(payment_method) filter (where place = 1),', 'min(', 'max('],
    ['min(currency) filter (where place = 1),', 'min(', 'max('],
    ['min(amount_minor) filter (where place = 1),', 'min(', 'max('],
    ['min(amount_text) filter (where place = 1),', 'min(', 'max('],
    ['min(requested_at) filter (where place = 1),', 'min(', 'max('],
    ['min(created_at) filter (where place = 1),', 'min(', 'max('],
    ['min(expires_at) filter (where place = 1),', 'min(', 'max('],
    ['bool_or(has_response) filter (where place = 1),', 'bool_or(', 'bool_and('],
    ['min(response_code) filter (where place = 1),', 'min(', 'max('],
    ['min(response_status) filter (where place = 1),', 'min(', 'max('],
    ['min(response_order_no) filter (where place = 1),', 'min(', 'max('],
    ['min(response_merchant_id) filter (where place = 1),', 'min(', 'max('],
    ['min(response_currency) filter (where place = 1),', 'min(', 'max('],
    ['min(response_amount_minor) filter (where place = 1),', 'min(', 'max('],
    ['min(response_amount_text) filter (where place = 1),', 'min(', 'max('],
    ['min(response_method) filter (where place = 1),', 'min(', 'max('],
    ['min(trade_no) filter (where place = 1),', 'min(', 'max('],
    ['min(account_no) filter (where place = 1),', 'min(', 'max('],
    ['min(response_sub_merchant_id) filter (where place = 1)', 'min(', 'max('],
  ]),
  ...same('sql/reconcile/evidence/payments.sql', 'both are the same there', [
    [
      'when min(trade_no) over wide = max(trade_no) over wide then min(trade_no) over wide',
      'min(',
      'max(',
      2,
    ],
  ]),
  ...same(
    'sql/reconcile/evidence/returned.sql',
    'only the currency of the payment is there twice, and it comes first at any time',
    [['sum(r.minor) as minor, max(r.latest_at) as latest_at', 'max(', 'min(']],
  ),
  ...same('sql/reconcile/evidence/returned.sql', 'what has no payment is joined with nothing', [
    [
      'join work_payments p on p.order_no = r.order_no and p.merchant_id = r.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/evidence/returned.sql', 'the groups are the same', [
    ['partition by order_no, merchant_id, minor > returnable_minor', '>', '<='],
  ]),
  ...same('sql/reconcile/evidence/returned.sql', 'one row has the place', [
    [
      'select order_no, merchant_id, min(currency) filter (where place = 1), min(minor) filter (where place = 1),',
      'min(',
      'max(',
      2,
    ],
    [
      'min(currency) filter (where exceeds and place_among = 1), min(minor) filter (where exceeds and place_among = 1),',
      'min(',
      'max(',
      2,
    ],
    ['min(returnable_minor) filter (where exceeds and place_among = 1)', 'min(', 'max('],
  ]),
  ...same('sql/reconcile/evidence/stated_payments.sql', 'every order with payments has them', [
    [
      'join work_payments p on p.order_no = e.order_no and p.merchant_id = e.merchant_id',
      'join',
      'left join',
    ],
  ]),
  ...same('sql/reconcile/evidence/stated_payments.sql', 'of an order with one payment nobody asks', [
    ['where e.payments > 1', '>', '>='],
  ]),
  ...same('sql/reconcile/results/order_evidence.sql', 'no request of the bound itself is in the range', [
    ['and (:to_order::text is null or c.order_no < :to_order::text)', '<', '<='],
  ]),
  ...same('sql/reconcile/results/stated_evidence.sql', 'null counts as false wherever it is read', [
    [
      'b.returned_minor, b.exceeding_currency, b.exceeding_minor, b.returnable_minor, s.settled_on, s.payout_id, coalesce(s.fee_differs, false) as fee_differs,',
      'coalesce(',
      'nullif(',
    ],
    ['coalesce(s.net_differs, false) as net_differs,', 'coalesce(', 'nullif('],
    ['else coalesce(m.is_unstated, false)', 'coalesce(', 'nullif('],
    ['when e.payments = 1 then coalesce(', 'coalesce(', 'nullif('],
    [
      'case when e.payments = 1 then coalesce(s.paid_rows, 0) > 1 else coalesce(m.is_duplicated, false) end as is_stated_twice',
      'coalesce(',
      'nullif(',
      2,
    ],
  ]),
  ...same('sql/reconcile/results/stated_evidence.sql', 'neither none nor nothing is more than none', [
    [
      'select e.*, coalesce(s.paid_rows, 0) as stated_rows, s.stated_since, s.stated_currency, s.stated_minor,',
      'coalesce(',
      'nullif(',
    ],
  ]),
];
