import type { Phase } from '../../src/phases.ts';
import { writeFiles } from './duckdb-files.ts';

/**
 * The comparison script of test/bench: what a skilled analyst would write to compute a day from its files with DuckDB.
 * It reads the lines, builds orders and payments, and writes CSVs with the same content. It stores and checks nothing,
 * keeps no rejected lines, computes only the findings of the highest severity, and does not protect text from
 * spreadsheets. Its results must stay as they are. It may become faster, never slower.
 */
export interface ScriptFiles {
  readonly payIns: readonly string[];
  readonly callbacks: readonly string[];
  /** Folder of the CSVs. */
  readonly out: string;
  readonly date: string;
  /** ISO 8601 in UTC. */
  readonly asOf: string;
}

const PAY_IN = `{sentAt: 'VARCHAR', request: 'STRUCT(headers STRUCT("X-TIMESTAMP" VARCHAR, "X-PARTNER-ID" VARCHAR),
  body STRUCT(orderNo VARCHAR, merchant STRUCT(merchantId VARCHAR, subMerchantId VARCHAR),
  money STRUCT(currency VARCHAR, amount VARCHAR), paymentMethod VARCHAR, expiryPeriod VARCHAR))',
  response: 'STRUCT(body STRUCT(code VARCHAR, tradeNo VARCHAR, merchant STRUCT(accountNo VARCHAR),
  transactionTime VARCHAR, status VARCHAR))'}`;

const CALLBACK = `{receivedAt: 'VARCHAR', headers: 'STRUCT("X-TIMESTAMP" VARCHAR)', verified: 'BOOLEAN',
  body: 'STRUCT(orderNo VARCHAR, tradeNo VARCHAR, merchantId VARCHAR, subMerchantId VARCHAR, paymentMethod VARCHAR,
  transactionTime VARCHAR, status VARCHAR, money STRUCT(currency VARCHAR, amount VARCHAR))'}`;

export interface Statement {
  readonly phase: Phase;
  readonly text: string;
}

/** The statements in order. */
export function scriptStatements(files: ScriptFiles): Statement[] {
  const inPhase = (phase: Phase, texts: readonly string[]) => texts.map((text) => ({ phase, text }));
  return [
    ...inPhase('read', readStatements(files)),
    ...inPhase('judge', makeOrders(files)),
    ...inPhase('write', writeFiles(files)),
  ];
}

/** The statements that load the lines into the tables `pay_ins` and `callbacks`; the floor uses them too. */
export function readStatements(files: Omit<ScriptFiles, 'out' | 'date'>): string[] {
  return [...MACROS, ...readLines(files)];
}

const MACROS = [
  "set timezone = 'UTC'",
  'set preserve_insertion_order = false',
  "create macro region_of(currency, method) as case when currency = 'BRL' or method = 'PIX' then 'BR' else 'EG' end",
  // Converts between an instant and its local time. A zone that differs by row may be many times slower.
  `create macro in_zone(moment, region) as case region when 'BR' then timezone('America/Sao_Paulo', moment)
     when 'EG' then timezone('Africa/Cairo', moment) else timezone('UTC', moment) end`,
  `create macro instant_of(written, region) as case when regexp_matches(written, '(Z|[+-][0-9]{2}:?[0-9]{2})$')
     then try_cast(written as timestamptz) else in_zone(try_cast(written as timestamp), region) end`,
  // A decimal of more than 18 digits is a hundred times slower to parse.
  `create macro minor_of(amount, region) as case when region = 'BR'
     then try_cast(case when amount not like '%.%' then amount end as bigint)
     else try_cast(try_cast(amount as decimal(18, 2)) * 100 as bigint) end`,
  'create macro major_of(minor) as minor / 100',
  // Converted to text only when the file is written, so that rows are sorted by time value.
  'create macro utc(moment) as moment::timestamp',
  // Covers only the offsets that the two zones have in these years.
  `create macro with_offset(moment, region) as strftime(in_zone(moment, region), '%Y-%m-%dT%H:%M:%S') ||
     case date_diff('hour', moment::timestamp, in_zone(moment, region))
       when -3 then '-03:00' when 2 then '+02:00' else '+03:00' end`,
];

function readLines({ payIns, callbacks, asOf }: Omit<ScriptFiles, 'out' | 'date'>): string[] {
  const read = (paths: readonly string[], columns: string) =>
    `read_ndjson([${paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')}], columns = ${columns}, ignore_errors = true)`;
  return [
    `create table pay_ins as
     with lines as (
       select request.body.orderNo as order_no,
              coalesce(request.body.merchant.merchantId, request.headers."X-PARTNER-ID") as merchant_id,
              request.body.merchant.subMerchantId as sub_merchant_id, request.body.paymentMethod as payment_method,
              request.body.money.currency as currency, request.body.money.amount as amount_text,
              region_of(request.body.money.currency, request.body.paymentMethod) as region,
              request.headers."X-TIMESTAMP" as timestamp_text, sentAt as sent_text,
              coalesce(try_cast(request.body.expiryPeriod as integer), 3600) as expiry_seconds,
              response.body.code as response_code, response.body.status as response_status,
              response.body.tradeNo as trade_no, response.body.merchant.accountNo as account_no,
              response.body.transactionTime as response_text
       from ${read(payIns, PAY_IN)}
       where request.body.orderNo is not null
     ),
     timed as (
       select * exclude (timestamp_text, sent_text, response_text, amount_text, expiry_seconds),
              coalesce(instant_of(timestamp_text, region), instant_of(sent_text, 'UTC')) as requested_at,
              coalesce(instant_of(response_text, region), instant_of(timestamp_text, region))
                + to_seconds(expiry_seconds) as expires_at,
              amount_text as text, minor_of(amount_text, region) as minor
       from lines
     )
     select * from timed where requested_at <= timestamptz '${asOf}'`,
    `create table callbacks as
     with lines as (
       select distinct body.orderNo as order_no, body.merchantId as merchant_id, body.subMerchantId as sub_merchant_id,
              body.paymentMethod as payment_method, body.status as status, body.tradeNo as trade_no,
              body.money.currency as currency, body.money.amount as amount_text,
              region_of(body.money.currency, body.paymentMethod) as region, body.transactionTime as completed_text,
              receivedAt as received_text, headers."X-TIMESTAMP" as timestamp_text
       from ${read(callbacks, CALLBACK)}
       where body.orderNo is not null and body.merchantId is not null and verified is distinct from false
     ),
     timed as (
       select * exclude (completed_text, received_text, timestamp_text, amount_text),
              instant_of(completed_text, region) as completed_at, completed_text,
              coalesce(instant_of(received_text, 'UTC'), instant_of(timestamp_text, region)) as received_at,
              amount_text as text, minor_of(amount_text, region) as minor
       from lines
     )
     select * from timed where received_at <= timestamptz '${asOf}'`,
  ];
}

const makeOrders = ({ asOf, date }: ScriptFiles): string[] => [
  // Uses the row number, which is several times faster than carrying all columns through the grouping.
  `create table payments as
   select * from callbacks
   where rowid in (select max_by(rowid, epoch_us(coalesce(completed_at, received_at))) from callbacks
                   where status = 'SUCCESS' group by order_no, merchant_id, trade_no)`,
  `create table orders as
   with requests as (
     select order_no, merchant_id, min(requested_at) as first_requested_at,
            count(*) filter (where response_code <> '00') = count(*) as rejected,
            min_by(rowid, epoch_us(requested_at) + case when response_code = '00' then 0 else 1e16::bigint end) as row_id
     from pay_ins
     group by order_no, merchant_id
   ),
   paid as (
     select order_no, merchant_id, count(*) as payments, sum(minor) as minor,
            max_by(rowid, epoch_us(coalesce(completed_at, received_at))) as row_id
     from payments
     group by order_no, merchant_id
   ),
   heard as (
     select order_no, merchant_id, bool_or(status = 'PROCESSING') as processing,
            min(coalesce(completed_at, received_at)) as first_at, min_by(rowid, epoch_us(received_at)) as row_id
     from callbacks
     group by order_no, merchant_id
   ),
   joined as (
     select order_no, merchant_id, processing, coalesce(rejected, false) as rejected, first_requested_at, first_at,
            r.order_no is not null as requested, coalesce(r.region, c.region) as region,
            coalesce(p.trade_no, r.trade_no, c.trade_no) as trade_no,
            coalesce(r.sub_merchant_id, c.sub_merchant_id) as sub_merchant_id,
            coalesce(r.payment_method, c.payment_method) as payment_method, coalesce(r.currency, c.currency) as currency,
            r.sub_merchant_id as requested_sub_merchant_id, r.payment_method as requested_payment_method,
            r.currency as requested_currency, r.minor as requested_minor, r.text as requested_text, r.requested_at,
            r.expires_at, r.response_code, r.response_status, r.account_no,
            coalesce(payments, 0) as payments, paid.minor as paid_minor, p.currency as paid_currency, p.text as paid_text,
            p.completed_at as paid_at, p.completed_text as paid_at_text, p.received_at,
            case when p.currency = r.currency then paid.minor - r.minor end as difference_minor
     from requests
     full join heard using (order_no, merchant_id)
     left join paid using (order_no, merchant_id)
     left join pay_ins r on r.rowid = requests.row_id
     left join payments p on p.rowid = paid.row_id
     left join callbacks c on c.rowid = heard.row_id
   )
   select *, cast(in_zone(coalesce(first_requested_at, first_at), region) as date) as business_date,
          case when not requested then 'ORPHAN'
               when payments > 1 or (payments = 1 and (difference_minor is distinct from 0 or rejected)) then 'MISMATCH'
               when payments = 1 then 'MATCHED' when rejected then 'REJECTED'
               when timestamptz '${asOf}' >= expires_at + to_seconds(900 + 604800) then 'EXPIRED'
               when timestamptz '${asOf}' >= expires_at + to_seconds(900) then 'STUCK' else 'PENDING' end as outcome,
          concat_ws(' ',
            case when difference_minor <> 0 then 'AMOUNT_MISMATCH' end,
            case when (requested and requested_minor is null) or (payments > 0 and paid_minor is null) then 'AMOUNT_UNREADABLE' end,
            case when paid_currency <> requested_currency then 'CURRENCY_MISMATCH' end,
            case when received_at > paid_at + to_seconds(3600) then 'LATE_CALLBACK' end,
            case when payments > 1 then 'MULTIPLE_PAYMENTS' end,
            case when outcome = 'ORPHAN' then 'ORPHAN_CALLBACK' end,
            case when payments > 0 and rejected then 'PAID_AFTER_REJECTION' end,
            case when outcome = 'STUCK' then 'STUCK_PROCESSING' end) as codes
   from joined`,
  `create table findings as
   select unnest(string_split(codes, ' ')) as code, business_date, region, merchant_id, order_no, trade_no,
          requested_currency || ' ' || requested_text as expected, paid_currency || ' ' || paid_text as actual
   from orders where codes <> ''`,
  `create table payments_of_date as
   select cast(in_zone(y.completed_at, o.region) as date) as paid_date, o.business_date, o.region, merchant_id,
          o.sub_merchant_id, order_no, y.trade_no, o.payment_method, y.currency, y.minor as paid_minor,
          y.completed_at as paid_at, y.received_at, outcome
   from payments y join orders o using (merchant_id, order_no)
   where paid_date = date '${date}'`,
];

/** Orders and money of the date by outcome and requested currency, for comparison with the program's. */
export function totalsQuery(date: string): string {
  return `select region, outcome, count(*)::integer as orders, coalesce(sum(requested_minor), 0)::varchar as requested_minor,
            coalesce(sum(paid_minor) filter (where paid_currency is not distinct from currency), 0)::varchar as paid_minor
          from orders where business_date = date '${date}' group by all order by all`;
}
