import { findingsOfJudged } from './findings.ts';

const KEY = 'order_no, merchant_id';
const ORDER = `${KEY}, business_date, region, sub_merchant_id, trade_no, payment_method, currency, requested_currency,
  requested_minor, requested_text, paid_currency, paid_minor, paid_text, difference_minor, amount_reason, outcome, stuck_reason,
  findings, requested_at, paid_at, offset_source, received_at, expires_at, deadline_at, payments, account_no, response_code,
  response_status`;
const FINDING = `${KEY}, code, business_date, region, sub_merchant_id, trade_no, severity, expected, actual, reason`;
const PAYMENT = `${KEY}, paid_date, business_date, region, sub_merchant_id, trade_no, payment_method, currency, paid_minor, paid_at,
  received_at, outcome`;

/** Rows of results: a version is valid from a run until another run. */
const RESULTS = [
  { table: 'order_rows', columns: ORDER, rows: `select ${ORDER} from judged` },
  { table: 'finding_rows', columns: FINDING, rows: findingsOfJudged() },
  {
    table: 'payment_rows',
    columns: PAYMENT,
    rows: `select ${KEY}, cast(in_zone(case when p.completed_at is null or p.impossible then p.received_at else p.completed_at end, j.region)
             as date) as paid_date, j.business_date, j.region, j.sub_merchant_id, p.payment_trade_no as trade_no, j.payment_method,
             p.currency, p.minor as paid_minor, p.completed_at as paid_at, p.received_at, j.outcome
           from payments p join judged j using (${KEY})`,
  },
];

export const RUNS = 'create table if not exists runs (run integer, as_of timestamptz, last_source integer)';

/** The rows of a run, whatever was judged since. */
export const heldAt = (run: number) => `from_run <= ${run} and (until_run is null or until_run > ${run})`;

/** Statements that choose the orders with news since the last run: new records, or a deadline that passed. */
export function choose(asOf: string, last: { readonly asOf: string; readonly source: number }): string[] {
  const between = (column: string) =>
    `${column} > timestamptz '${last.asOf}' and ${column} <= timestamptz '${asOf}'`;
  return [
    `create or replace temp table chosen as
     select ${KEY} from pay_ins where source_id > ${last.source} or ${between('requested_at')}
     union select ${KEY} from callbacks where source_id > ${last.source} or ${between('received_at')}
     union select ${KEY} from order_rows where until_run is null and outcome in ('PENDING', 'STUCK')
       and (${between('deadline_at')} or ${between('deadline_at + to_seconds(604800)')})`,
    // A callback that came under another key is judged together with the order of its tradeNo.
    `insert into chosen
     with pay_ins_of as (select distinct p.trade_no from pay_ins p semi join chosen using (${KEY}) where p.trade_no is not null),
     callbacks_of as (select distinct c.trade_no from callbacks c semi join chosen using (${KEY}) where c.trade_no is not null)
     select ${KEY} from pay_ins semi join callbacks_of using (trade_no)
     union select ${KEY} from callbacks semi join pay_ins_of using (trade_no)
     except select ${KEY} from chosen`,
  ];
}

/** Statements that keep what a run says: rows that it does not repeat end, rows that are new begin. */
export function keep(run: number, asOf: string, isFirst: boolean): string[] {
  const kept = RESULTS.flatMap(({ table, columns, rows }) => [
    `create or replace temp table said as ${rows}`,
    `create table if not exists ${table} as
     select ${columns}, 0 as from_run, null::integer as until_run, null::timestamptz as first_seen_at from said with no data`,
    ...(isFirst
      ? [`insert into ${table} select ${columns}, ${run}, null, null from said`]
      : [
          `create or replace temp table current as
           select rowid as row, ${columns} from ${table} semi join chosen using (${KEY}) where until_run is null`,
          `create or replace temp table gone as select ${columns} from current except select ${columns} from said`,
          `insert into ${table} select *, ${run}, null, null from (select ${columns} from said except select ${columns} from current)`,
          `update ${table} set until_run = ${run} where rowid in (select row from current join gone on ${same(columns)})`,
        ]),
  ]);
  return [...kept, seen(run, asOf), 'drop table said'];
}

/** A finding is first seen when it began to hold without a break. */
const seen = (run: number, asOf: string) => `update finding_rows f set first_seen_at = coalesce((
    select min(first_seen_at) from finding_rows e
    where e.order_no = f.order_no and e.merchant_id = f.merchant_id and e.code = f.code and e.until_run = ${run}), timestamptz '${asOf}')
  where from_run = ${run}`;

function same(columns: string): string {
  return columns
    .split(',')
    .map((name) => `current.${name.trim()} is not distinct from gone.${name.trim()}`)
    .join(' and ');
}

/** The dates and regions about which a run says something new. */
export function changedDates(run: number): string {
  const of = (table: string, date: string) =>
    `select ${date} as date, region from ${table} where from_run = ${run} or until_run = ${run}`;
  return `select date::varchar as date, region from (${of('order_rows', 'business_date')} union ${of('payment_rows', 'paid_date')}
          union ${of('finding_rows', 'business_date')})`;
}

/** Queries that return a row where totals do not tie. */
export function checks(run: number, asOf: string): string[] {
  const counted = (what: string, one: string, other: string) =>
    `select '${what}' as what, (${one})::varchar as one, (${other})::varchar as other where one <> other`;
  const held = heldAt(run);
  return [
    'select name as what, records as one, accepted + duplicate + rejected as other from sources where one <> other',
    counted(
      'records stored',
      'select sum(accepted) from sources',
      'select (select count(*) from pay_ins) + (select count(*) from callbacks)',
    ),
    counted(
      'lines rejected',
      'select sum(rejected) from sources',
      'select coalesce(sum(records), 0) from rejects',
    ),
    counted(
      'requested orders',
      `select count(distinct row(${KEY})) from pay_ins where requested_at <= timestamptz '${asOf}'`,
      `select count(*) from order_rows where ${held} and outcome <> 'ORPHAN'`,
    ),
    counted(
      'findings',
      `select coalesce(sum(len(string_split(findings, ' '))), 0) from order_rows where ${held}`,
      `select count(*) from finding_rows where ${held}`,
    ),
    counted(
      'payments',
      `select coalesce(sum(payments), 0) from order_rows where ${held}`,
      `select count(*) from payment_rows where ${held}`,
    ),
    `with sides as (
       select paid_currency as currency, paid_minor as minor, 0 as other from order_rows where ${held} and payments = 1 and paid_minor is not null
       union all select p.currency, 0, p.paid_minor from payment_rows p join order_rows o using (${KEY})
         where p.${held.replaceAll('until_run', 'p.until_run')} and o.${held.replaceAll('until_run', 'o.until_run')} and o.payments = 1 and p.paid_minor is not null
     )
     select 'paid in ' || currency as what, sum(minor) as one, sum(other) as other from sides group by currency having sum(minor) <> sum(other)`,
  ];
}
