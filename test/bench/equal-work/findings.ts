import { SKEW_SECONDS } from './reading.ts';

interface Finding {
  readonly severity: string;
  /** Whether it makes a paid order a MISMATCH. */
  readonly contradicts?: true;
  /** Whether its condition reads the outcome. */
  readonly readsOutcome?: true;
  readonly holds: string;
  readonly expected: string;
  readonly actual: string;
}

const money = (prefix: string) =>
  `concat_ws(' ', ${prefix}_currency, coalesce(major(${prefix}_minor, ${prefix}_currency), ${prefix}_text))`;
const seconds = (from: string, to: string) => `(epoch_us(${to}) - epoch_us(${from})) / 1e6`;
const other = (left: string, right: string) => `${left} <> ${right}`;

/** Every kind of finding, with its condition over a row of `evidence`. A null condition does not hold. */
const FINDINGS: Readonly<Record<string, Finding>> = {
  ACK_NOT_SUCCESS: {
    severity: 'low',
    holds: 'never_acknowledged',
    expected: "'SUCCESS'",
    actual: "refused_notifications || ' callbacks with another acknowledgement'",
  },
  AMOUNT_MISMATCH: {
    severity: 'high',
    contradicts: true,
    holds: 'paid_currency = requested_currency and paid_minor <> requested_minor',
    expected: money('requested'),
    actual: money('paid'),
  },
  AMOUNT_UNREADABLE: {
    severity: 'high',
    contradicts: true,
    holds: '(has_pay_in and requested_minor is null) or payment_unreadable',
    expected: "'an exact amount'",
    actual: "concat_ws(', ', 'requested ' || requested_text, 'paid ' || paid_text)",
  },
  CONFLICTING_CALLBACKS: {
    severity: 'high',
    contradicts: true,
    holds: 'payments_conflict',
    expected: "'one amount for a payment'",
    actual: money('paid'),
  },
  CONTRACT_VIOLATION: {
    severity: 'low',
    holds: 'violations is not null',
    expected: "'the rules of the interface'",
    actual: 'violations',
  },
  CURRENCY_MISMATCH: {
    severity: 'high',
    contradicts: true,
    holds: other('paid_currency', 'requested_currency'),
    expected: money('requested'),
    actual: money('paid'),
  },
  DUPLICATE_ORDER: {
    severity: 'high',
    contradicts: true,
    holds: 'differing_currency or differing_amount or differing_method or differing_trade_no',
    expected: "'one request for an orderNo'",
    actual: "pay_ins || ' differing records'",
  },
  KEY_MISMATCH: {
    severity: 'high',
    contradicts: true,
    holds: 'by_trade_no',
    expected: "'callbacks under the key of the order'",
    actual: "foreign_notifications || ' callbacks attributed by tradeNo'",
  },
  LATE_CALLBACK: {
    severity: 'low',
    holds: `${seconds('paid_at', 'received_at')} > 3600`,
    expected: "'within 3600 s of ' || instant(paid_at)",
    actual: 'instant(received_at)',
  },
  METHOD_MISMATCH: {
    severity: 'medium',
    holds: other('paid_method', 'requested_method'),
    expected: 'requested_method',
    actual: 'paid_method',
  },
  MULTIPLE_PAYMENTS: {
    severity: 'critical',
    contradicts: true,
    holds: 'payments > 1',
    expected: "'1 payment'",
    actual: "payments || ' payments'",
  },
  NO_RESPONSE: {
    severity: 'medium',
    holds: 'has_pay_in and not any_response',
    expected: "'a response'",
    actual: "'none'",
  },
  OFFSET_DISAGREES: {
    severity: 'low',
    holds: 'offset_disagrees',
    expected: "'times with an offset'",
    actual: "'a time without one'",
  },
  ORPHAN_CALLBACK: {
    severity: 'high',
    readsOutcome: true,
    holds: "outcome = 'ORPHAN'",
    expected: "'a pay-in record'",
    actual: "notifications || ' callbacks'",
  },
  PAID_AFTER_EXPIRY: {
    severity: 'low',
    holds: 'paid_at > expires_at and not impossible',
    expected: "'paid by ' || instant(expires_at)",
    actual: 'instant(paid_at)',
  },
  PAID_AFTER_REJECTION: {
    severity: 'critical',
    contradicts: true,
    holds: 'payments > 0 and is_rejected',
    expected: "'no payment, response code ' || response_code",
    actual: money('paid'),
  },
  // No status of the settings is a reversed one.
  PAYMENT_REVERSED: {
    severity: 'high',
    readsOutcome: true,
    holds: "outcome = 'REVERSED'",
    expected: "'no reversal'",
    actual: "'a reversed status'",
  },
  RESPONSE_MISMATCH: {
    severity: 'medium',
    holds: `has_response and (coalesce(response_order_no <> order_no, false) or coalesce(response_merchant_id <> merchant_id, false)
      or coalesce(response_sub_merchant_id <> requested_sub_merchant_id, false) or coalesce(response_currency <> requested_currency, false)
      or coalesce(response_minor <> requested_minor, response_amount <> requested_text, false)
      or coalesce(response_method <> requested_method, false))`,
    expected: `concat_ws(' ', order_no, merchant_id, ${money('requested')}, requested_method)`,
    actual:
      "concat_ws(' ', response_order_no, response_merchant_id, response_currency, response_amount, response_method)",
  },
  STATUS_REGRESSED: {
    severity: 'medium',
    holds: 'status_regressed',
    expected: "'no other status after paid'",
    actual: "unpaid_notifications || ' callbacks with another status'",
  },
  STUCK_PROCESSING: {
    severity: 'medium',
    readsOutcome: true,
    holds: "outcome = 'STUCK'",
    expected: "'a result by ' || instant(deadline_at)",
    actual: 'stuck_reason',
  },
  SUB_MERCHANT_MISMATCH: {
    severity: 'medium',
    holds: other('paid_sub_merchant_id', 'requested_sub_merchant_id'),
    expected: 'requested_sub_merchant_id',
    actual: 'paid_sub_merchant_id',
  },
  TIME_AMBIGUOUS: {
    severity: 'low',
    holds: 'time_ambiguous',
    expected: "'times with an offset'",
    actual: "'a time in a clock change'",
  },
  TIME_IMPLAUSIBLE: {
    severity: 'medium',
    holds: `${seconds('paid_at', 'requested_at')} > ${SKEW_SECONDS} or ${seconds('received_at', 'paid_at')} > ${SKEW_SECONDS}`,
    expected: "concat_ws(' to ', instant(requested_at), instant(received_at))",
    actual: 'instant(paid_at)',
  },
  TIME_UNREADABLE: {
    severity: 'low',
    holds: 'time_unreadable',
    expected: "'a time with an offset'",
    actual: "'something else, or nothing'",
  },
  TRADE_NO_MISMATCH: {
    severity: 'high',
    contradicts: true,
    holds: other('paid_trade_no', 'response_trade_no'),
    expected: 'response_trade_no',
    actual: 'paid_trade_no',
  },
  UNKNOWN_STATUS: {
    severity: 'medium',
    holds: 'has_unknown or unknown_response_status',
    expected: "'a known status'",
    actual: "coalesce(unknown_notifications, 0) || ' callbacks'",
  },
  UNSUPPORTED_VARIANT: {
    severity: 'medium',
    holds:
      "region = '' or (region = 'BR' and ((currency = 'BRL') is not true or (payment_method = 'PIX') is not true))",
    expected: "'a currency and method of the interface'",
    actual: "concat_ws(' ', currency, payment_method)",
  },
  UNVERIFIED_CALLBACK: {
    severity: 'high',
    holds: 'unverified_notifications > 0',
    expected: "'callbacks with a valid signature'",
    actual: "unverified_notifications || ' callbacks with verified: false'",
  },
};

const CODES = Object.keys(FINDINGS).sort();
const condition = (code: string) => `coalesce(${FINDINGS[code]!.holds}, false)`;

/** The statement that judges the rows of `evidence`: the table `judged` has their outcome and the codes of their findings. */
export function judge(asOf: string): string {
  const moment = `timestamptz '${asOf}'`;
  const contradicting = CODES.filter((code) => FINDINGS[code]!.contradicts).map(condition);
  const outcome = `case when not has_pay_in then 'ORPHAN' when payments > 0 and (${contradicting.join(' or ')}) then 'MISMATCH'
    when payments > 0 then 'MATCHED' when is_rejected then 'REJECTED'
    when ${moment} >= deadline_at + to_seconds(604800) then 'EXPIRED' when ${moment} >= deadline_at then 'STUCK' else 'PENDING' end`;
  const stuck = `case when outcome <> 'STUCK' then null when has_unknown then 'unknown_status' when has_pending then 'processing'
    when has_response then 'accepted' else 'no_response' end`;
  const codes = CODES.map((code) => `case when ${condition(code)} then '${code}' end`);
  return `create or replace temp table judged as
    select *, nullif(concat_ws(' ', ${codes.join(', ')}), '') as findings,
           case when ${condition('CURRENCY_MISMATCH')} then 'currency' when ${condition('AMOUNT_UNREADABLE')} then 'unreadable'
             when not ${condition('AMOUNT_MISMATCH')} then null
             when paid_minor = requested_minor * 100 or requested_minor = paid_minor * 100 then 'unit_scale'
             when paid_minor > requested_minor then 'overpaid' else 'underpaid' end as amount_reason,
           case when paid_currency <> requested_currency then null else paid_minor - requested_minor end as difference_minor
    from (select *, ${stuck} as stuck_reason from (select *, ${outcome} as outcome from evidence))`;
}

/** The findings of the judged orders, one row for each. */
export function findingsOfJudged(): string {
  const text = (part: 'severity' | 'expected' | 'actual') =>
    `case code ${CODES.map((code) => {
      const value = FINDINGS[code]![part];
      return `when '${code}' then ${part === 'severity' ? `'${value}'` : `(${value})::varchar`}`;
    }).join(' ')} end as ${part}`;
  return `select order_no, merchant_id, code, business_date, region, sub_merchant_id, trade_no,
      ${text('severity')}, ${text('expected')}, ${text('actual')},
      case code when 'AMOUNT_MISMATCH' then amount_reason when 'STUCK_PROCESSING' then stuck_reason end as reason
    from (select *, unnest(string_split(findings, ' ')) as code from judged where findings is not null)`;
}
