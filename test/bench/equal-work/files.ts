import { heldAt } from './versions.ts';

export interface Publication {
  readonly run: number;
  /** Folder of the files. */
  readonly out: string;
  readonly date: string;
  readonly region: string;
  /** ISO 8601 in UTC. */
  readonly asOf: string;
}

const OUTCOMES = [
  'MATCHED',
  'MISMATCH',
  'REVERSED',
  'STUCK',
  'PENDING',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'ORPHAN',
];
const text = (...names: string[]) => names.map((name) => `guarded(${name}) as ${name}`).join(', ');
const money = (name: string, currency: string) =>
  `${name}_minor, major(${name}_minor, ${currency}) as ${name}_amount`;
const times = (name: string) => `utc(${name}) as ${name}_utc, with_offset(${name}, region) as ${name}_local`;
const inOrder = (...columns: string[]) =>
  `order by ${columns.map((column) => `${column} nulls first`).join(', ')}`;
const identity = text('merchant_id', 'sub_merchant_id', 'order_no', 'trade_no', 'payment_method');

/** Statements that write the files of a date and region as a run sees them, with the columns of the program's. */
export function writeFiles({ run, out, date, region, asOf }: Publication): string[] {
  const write = (name: string, query: string) =>
    `copy (${query}) to '${`${out}/${name}.csv`.replaceAll("'", "''")}' (header, timestampformat '%Y-%m-%dT%H:%M:%SZ')`;
  const held = `${heldAt(run)} and region = '${region}'`;
  const ofDate = `${held} and business_date = date '${date}'`;
  const paidOnDate = `${held} and paid_date = date '${date}'`;
  const untilDate = `${held} and business_date <= date '${date}'`;
  const common = 'coalesce(paid_currency, requested_currency)';
  return [
    write(
      'orders',
      `select business_date, region, ${identity}, ${text('currency')}, ${money('requested', 'currency')}, ${text('paid_currency')},
         ${money('paid', 'paid_currency')}, ${money('difference', common)}, outcome, findings, ${times('requested_at')},
         ${times('paid_at')}, offset_source, utc(received_at) as received_at_utc, utc(deadline_at) as deadline_at_utc, payments,
         ${text('account_no')}
       from order_rows where ${ofDate} ${inOrder('merchant_id', 'order_no')}`,
    ),
    write(
      'amount-mismatches',
      `select business_date, region, ${identity}, ${text('requested_currency')}, ${money('requested', 'requested_currency')},
         ${text('paid_currency')}, ${money('paid', 'paid_currency')}, ${money('difference', common)}, amount_reason as reason,
         ${text('requested_text', 'paid_text')}, utc(paid_at) as paid_at_utc
       from order_rows where ${ofDate} and amount_reason is not null ${inOrder('merchant_id', 'order_no')}`,
    ),
    write('orphan-callbacks', orphanCallbacks(ofDate, asOf)),
    write(
      'payments',
      `select paid_date, business_date, region, ${identity}, ${text('currency')}, ${money('paid', 'currency')}, ${times('paid_at')},
         utc(received_at) as received_at_utc, outcome
       from payment_rows where ${paidOnDate}
       ${inOrder('merchant_id', 'order_no', 'business_date', 'sub_merchant_id', 'trade_no')}`,
    ),
    write('daily-summary', dailySummary(ofDate)),
    write(
      'payments-summary',
      `select paid_date, region, ${text('merchant_id', 'sub_merchant_id', 'payment_method', 'currency')}, payments,
         ${money('paid', 'currency')}, unreadable
       from (
         select paid_date, region, merchant_id, sub_merchant_id, payment_method, currency, count(*) as payments,
                coalesce(sum(paid_minor), 0)::bigint as paid_minor, count(*) filter (where paid_minor is null) as unreadable
         from payment_rows where ${paidOnDate} group by all
       )
       ${inOrder('merchant_id', 'sub_merchant_id', 'payment_method', 'currency')}`,
    ),
    write(
      'stuck-orders',
      `select business_date, region, ${identity}, ${text('currency')}, ${money('requested', 'currency')}, stuck_reason,
         ${text('response_code', 'response_status')}, ${times('requested_at')}, utc(expires_at) as expires_at_utc,
         utc(deadline_at) as deadline_at_utc,
         floor((epoch_us(timestamptz '${asOf}') - epoch_us(deadline_at)) / 1e6)::bigint as overdue_seconds
       from order_rows where ${untilDate} and outcome = 'STUCK' ${inOrder('merchant_id', 'order_no')}`,
    ),
    write(
      'findings',
      `select code, severity, business_date, region, ${text('merchant_id', 'sub_merchant_id', 'order_no', 'trade_no', 'expected', 'actual')},
         utc(first_seen_at) as first_seen_at_utc, date_diff('day', first_seen_at, timestamptz '${asOf}') as age_days, reason
       from finding_rows where ${untilDate} ${inOrder('merchant_id', 'order_no', 'code')}`,
    ),
    write('restatement', restatement(run, region, date)),
    write(
      'rejected-records',
      `select name as source, reason, r.records from rejects r join sources using (source_id) ${inOrder('source', 'reason')}`,
    ),
  ];
}

const orphanCallbacks = (ofDate: string, asOf: string) => `
  select o.business_date, o.region, ${text('merchant_id')}, guarded(c.sub_merchant_id) as sub_merchant_id, ${text('order_no')},
         guarded(c.trade_no) as trade_no, guarded(c.payment_method) as payment_method, guarded(c.status) as status,
         guarded(c.currency) as currency, c.minor as paid_minor, major(c.minor, c.currency) as paid_amount,
         utc(completed_at) as completed_at_utc, utc(c.received_at) as received_at_utc, name as source
  from callbacks c join (select * from order_rows where ${ofDate} and outcome = 'ORPHAN') o using (order_no, merchant_id)
  join sources using (source_id)
  where c.received_at <= timestamptz '${asOf}' and verified is distinct from false
  ${inOrder('merchant_id', 'order_no', 'c.sub_merchant_id', 'c.trade_no', 'c.payment_method', 'c.status', 'c.currency', 'paid_minor')}`;

const dailySummary = (ofDate: string) => `
  select business_date, region, ${text('merchant_id', 'sub_merchant_id', 'payment_method', 'currency')}, orders,
         ${money('requested', 'currency')}, paid_orders, ${money('paid', 'currency')}, ${money('difference', 'currency')},
         other_currency, unreadable, ${OUTCOMES.map((outcome) => outcome.toLowerCase()).join(', ')}
  from (
    select business_date, region, merchant_id, sub_merchant_id, payment_method, summed as currency,
           count(*) as orders, coalesce(sum(requested_minor), 0)::bigint as requested_minor,
           count(*) filter (where payments > 0) as paid_orders, coalesce(sum(own_minor), 0)::bigint as paid_minor,
           coalesce(sum(difference_minor), 0)::bigint as difference_minor,
           count(*) filter (where payments > 0 and (paid_currency = summed) is not true) as other_currency,
           count(*) filter (where (outcome <> 'ORPHAN' and requested_minor is null) or (payments > 0 and paid_minor is null)) as unreadable,
           ${OUTCOMES.map((outcome) => `count(*) filter (where outcome = '${outcome}') as ${outcome.toLowerCase()}`).join(', ')}
    from (
      select *, case when outcome = 'ORPHAN' then paid_currency else requested_currency end as summed,
             case when paid_currency is not distinct from summed then paid_minor end as own_minor
      from order_rows where ${ofDate}
    )
    group by all
  )
  ${inOrder('merchant_id', 'sub_merchant_id', 'payment_method', 'currency')}`;

/** What a run changed in the orders of a date: one row for each changed value. */
function restatement(run: number, region: string, date: string): string {
  const fields = [
    'outcome',
    'findings',
    'paid_currency',
    'paid_minor',
    'difference_minor',
    'paid_at',
    'received_at',
    'payments',
  ];
  const pairs = fields.map(
    (field) => `{field: '${field}', previous: b.${field}::varchar, current: a.${field}::varchar}`,
  );
  return `select business_date, merchant_id, order_no, change.field, change.previous, change.current
    from (
      select a.business_date, a.merchant_id, a.order_no, unnest([${pairs.join(', ')}]) as change
      from order_rows a join order_rows b on b.order_no = a.order_no and b.merchant_id = a.merchant_id and b.until_run = ${run}
      where a.from_run = ${run} and a.region = '${region}' and a.business_date = date '${date}'
    )
    where change.previous is distinct from change.current ${inOrder('merchant_id', 'order_no', 'change.field')}`;
}
