import { CALLBACK_RULES, PAY_IN_RULES, violationsOf } from './contract.ts';
import { digestOf, withColumns, withTime } from './reading.ts';

/**
 * The shape of a line. Lines are found first and taken apart then: read_ndjson with columns and ignore_errors loses whole
 * lines after a broken one (DuckDB 1.5.5).
 */
const MERCHANT = { merchantId: 'VARCHAR', subMerchantId: 'VARCHAR' };
const MONEY = { currency: 'VARCHAR', amount: 'VARCHAR' };
const HEADERS = { 'Content-Type': 'VARCHAR', 'X-TIMESTAMP': 'VARCHAR' };
const PAY_IN = {
  sentAt: 'VARCHAR',
  request: {
    headers: { ...HEADERS, 'X-PARTNER-ID': 'VARCHAR' },
    body: {
      ...texts('orderNo', 'purpose', 'paymentMethod', 'expiryPeriod', 'redirectUrl', 'callbackUrl'),
      merchant: MERCHANT,
      money: MONEY,
      payer: texts('pixAccount'),
    },
  },
  response: {
    headers: HEADERS,
    body: {
      ...texts('code', 'message', 'orderNo', 'tradeNo', 'transactionTime', 'status'),
      merchant: { ...MERCHANT, accountNo: 'VARCHAR' },
      money: MONEY,
      channel: texts('paymentMethod', 'paymentUrl'),
    },
  },
};
/** The columns of a line, and where they are in it. An empty text is none. */
const PAY_IN_TEXTS = {
  sent_text: 'sentAt',
  content_type: 'request.headers."Content-Type"',
  asked_text: 'request.headers."X-TIMESTAMP"',
  partner_id: 'request.headers."X-PARTNER-ID"',
  order_no: 'request.body.orderNo',
  purpose: 'request.body.purpose',
  body_merchant_id: 'request.body.merchant.merchantId',
  sub_merchant_id: 'request.body.merchant.subMerchantId',
  currency: 'request.body.money.currency',
  amount: 'request.body.money.amount',
  pix_account: 'request.body.payer.pixAccount',
  payment_method: 'request.body.paymentMethod',
  expiry: 'request.body.expiryPeriod',
  redirect_url: 'request.body.redirectUrl',
  callback_url: 'request.body.callbackUrl',
  response_content_type: 'response.headers."Content-Type"',
  response_stamp: 'response.headers."X-TIMESTAMP"',
  response_code: 'response.body.code',
  response_message: 'response.body.message',
  response_order_no: 'response.body.orderNo',
  trade_no: 'response.body.tradeNo',
  response_merchant_id: 'response.body.merchant.merchantId',
  response_sub_merchant_id: 'response.body.merchant.subMerchantId',
  account_no: 'response.body.merchant.accountNo',
  response_currency: 'response.body.money.currency',
  response_amount: 'response.body.money.amount',
  answered_text: 'response.body.transactionTime',
  response_method: 'response.body.channel.paymentMethod',
  payment_url: 'response.body.channel.paymentUrl',
  response_status: 'response.body.status',
};

const CALLBACK = {
  ...texts('receivedAt', 'ack'),
  verified: 'BOOLEAN',
  headers: HEADERS,
  body: {
    ...texts(
      'orderNo',
      'tradeNo',
      'merchantId',
      'merchantName',
      'subMerchantId',
      'paymentMethod',
      'transactionTime',
      'status',
    ),
    money: MONEY,
  },
};
const CALLBACK_TEXTS = {
  received_text: 'receivedAt',
  content_type: 'headers."Content-Type"',
  stamped_text: 'headers."X-TIMESTAMP"',
  ack: 'ack',
  order_no: 'body.orderNo',
  trade_no: 'body.tradeNo',
  merchant_id: 'body.merchantId',
  merchant_name: 'body.merchantName',
  sub_merchant_id: 'body.subMerchantId',
  payment_method: 'body.paymentMethod',
  completed_text: 'body.transactionTime',
  status: 'body.status',
  currency: 'body.money.currency',
  amount: 'body.money.amount',
};

/** What is kept of a record, besides its source and its digest. */
const KEPT_PAY_INS = `order_no, merchant_id, region, sub_merchant_id, payment_method, currency, amount, minor, requested_at, created_at,
  expires_at, has_response, response_code, response_status, response_order_no, response_merchant_id,
  response_sub_merchant_id, response_currency, response_amount, response_minor, response_method, trade_no, account_no,
  time_unreadable, time_ambiguous, offset_disagrees, violations`;
const KEPT_CALLBACKS = `order_no, merchant_id, region, trade_no, sub_merchant_id, payment_method, status, currency, amount, minor,
  completed_at, impossible, offset_source, received_at, ack, verified, time_unreadable, time_ambiguous, offset_disagrees,
  violations`;

/** The tables that count what was read, by source and reason. */
export const COUNTS = [
  `create table if not exists sources (source_id integer, name varchar, records bigint, accepted bigint, duplicate bigint,
     rejected bigint)`,
  'create table if not exists rejects (source_id integer, reason varchar, records bigint)',
];

/** Statements that add what the files have to the evidence, each record once. */
export function ingest(payIns: readonly string[], callbacks: readonly string[]): string[] {
  return [
    ...(payIns.length === 0 ? [] : keep('pay_ins', readPayIns(payIns), KEPT_PAY_INS, payIns)),
    ...(callbacks.length === 0 ? [] : keep('callbacks', readCallbacks(callbacks), KEPT_CALLBACKS, callbacks)),
  ];
}

function keep(table: string, rows: string, kept: string, files: readonly string[]): string[] {
  return [
    `set variable before = (select coalesce(max(source_id), 0) from sources)`,
    `create or replace temp table lines as
     select list_position([${listed(files)}], filename) + getvariable('before') as source_id, reason, digest, ${kept} from (${rows})`,
    `create table if not exists ${table} as select source_id, digest, ${kept} from lines with no data`,
    `insert into ${table} select source_id, digest, ${kept} from lines
     where rowid in (select min(rowid) from lines where reason is null group by digest)
       and not exists (select 1 from ${table} known where known.digest = lines.digest)`,
    `insert into rejects select source_id, reason, count(*) from lines where reason is not null group by all`,
    `insert into sources
     with stored as (select source_id, count(*) as accepted from ${table} group by source_id)
     select source_id, list_extract([${listed(files)}], source_id - getvariable('before')), count(*),
            coalesce(any_value(accepted), 0), count(*) filter (where reason is null) - coalesce(any_value(accepted), 0),
            count(*) filter (where reason is not null)
     from lines left join stored using (source_id) group by source_id`,
    'drop table lines',
  ];
}

function readPayIns(files: readonly string[]): string {
  const kept = Object.keys(PAY_IN_TEXTS).filter(
    (name) => !/purpose|content_type|message|url|pix|amount|body_/.test(name),
  );
  let rows = linesOf(files, PAY_IN, PAY_IN_TEXTS);
  rows = withColumns(
    rows,
    `coalesce(body_merchant_id, partner_id) as merchant_id, region_of(currency, payment_method) as region,
     response_code is not null as has_response, is_zoned(asked_text) as asked_zoned, is_zoned(answered_text) as answered_zoned,
     case when has_offset(response_stamp) then own_time(response_stamp) end as response_stamped_at, own_time(sent_text) as sent_at`,
  );
  rows = withTime(rows, { name: 'asked' });
  rows = withColumns(
    rows,
    'coalesce(asked_at, sent_at) as asked_first, coalesce(response_stamped_at, asked_first) as answer_reference',
  );
  rows = withTime(rows, {
    name: 'answered',
    reference: 'answer_reference',
    header: ['response_stamped_at', 'response_stamp'],
  });
  rows = withColumns(
    rows,
    `coalesce(asked_first, answered_at) as requested_at, coalesce(answered_at, asked_first) as created_at,
     minor_of(amount, currency, region) as minor, minor_of(response_amount, coalesce(response_currency, currency), region) as response_minor,
     try_cast(expiry as double) as expiry_seconds,
     (asked_text is not null and asked_at is null) or (asked_at is null and sent_text is not null and sent_at is null)
       or (answered_text is not null and answered_at is null) as time_unreadable,
     asked_ambiguous or answered_ambiguous as time_ambiguous, asked_disagrees or answered_disagrees as offset_disagrees`,
  );
  return withColumns(
    rows,
    `created_at + to_seconds(case when expiry_seconds > 0 and expiry_seconds <= 366 * 86400 and expiry_seconds = floor(expiry_seconds)
       then expiry_seconds::integer else 3600 end) as expires_at,
     case when request is null and response is null then 'not_json' when order_no is null then 'no_order_no'
       when merchant_id is null then 'no_merchant_id' when requested_at is null then 'no_time' end as reason,
     ${violationsOf(PAY_IN_RULES)} as violations,
     ${digestOf([...kept, 'coalesce(minor::varchar, amount)', 'coalesce(response_minor::varchar, response_amount)', 'merchant_id'])} as digest`,
  );
}

function readCallbacks(files: readonly string[]): string {
  const kept = Object.keys(CALLBACK_TEXTS).filter((name) => !/content_type|merchant_name|amount/.test(name));
  let rows = linesOf(files, CALLBACK, CALLBACK_TEXTS);
  rows = withColumns(
    rows,
    `region_of(currency, payment_method) as region, is_zoned(completed_text) as completed_zoned, is_zoned(stamped_text) as stamped_zoned,
     own_time(received_text) as logged_at,
     case when has_offset(stamped_text) then own_time(stamped_text) end as header_at`,
  );
  rows = withColumns(rows, 'coalesce(logged_at, header_at) as reference');
  rows = withTime(rows, { name: 'stamped' });
  rows = withTime(rows, { name: 'completed', reference: 'reference', header: ['header_at', 'stamped_text'] });
  rows = withColumns(
    rows,
    `coalesce(logged_at, stamped_at, completed_at) as received_at, completed_source as offset_source,
     coalesce(completed_at > reference + to_seconds(300), false) as impossible,
     minor_of(amount, currency, region) as minor,
     completed_at is null or (received_text is not null and logged_at is null)
       or (logged_at is null and stamped_text is not null and stamped_at is null) as time_unreadable,
     completed_ambiguous or (logged_at is null and stamped_ambiguous) as time_ambiguous,
     completed_disagrees as offset_disagrees`,
  );
  return withColumns(
    rows,
    `case when body is null then 'not_json' when order_no is null then 'no_order_no'
       when merchant_id is null then 'no_merchant_id' when received_at is null then 'no_time' end as reason,
     ${violationsOf(CALLBACK_RULES)} as violations,
     ${digestOf([...kept, 'coalesce(minor::varchar, amount)', 'verified::varchar'])} as digest`,
  );
}

function linesOf(files: readonly string[], shape: object, columns: Readonly<Record<string, string>>): string {
  const each = Object.entries(columns).map(([name, path]) => `nullif(${path}, '') as ${name}`);
  return `select *, ${each.join(', ')}
    from (
      select filename, unnest(from_json(json, '${JSON.stringify(shape)}'))
      from read_ndjson_objects([${listed(files)}], ignore_errors = true, filename = true)
    )`;
}

function texts<Name extends string>(...names: Name[]): Record<Name, 'VARCHAR'> {
  return Object.fromEntries(names.map((name) => [name, 'VARCHAR'])) as Record<Name, 'VARCHAR'>;
}

function listed(files: readonly string[]): string {
  return files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ');
}
