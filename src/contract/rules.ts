import type { Criterion } from './criteria.ts';
import * as is from './criteria.ts';
import type { Variant } from './violation.ts';

const money: readonly RuleRow[] = [
  ['money', 'both', is.mandatory],
  ['money', 'both', is.object],
  ['money.currency', 'both', is.mandatory],
  ['money.currency', 'both', is.text],
  ['money.currency', 'brazil', is.realOnly],
  ['money.currency', 'egypt', is.currencyCode],
  ['money.amount', 'both', is.mandatory],
  ['money.amount', 'both', is.number],
  ['money.amount', 'both', is.notText],
  ['money.amount', 'brazil', is.wholeCentavos],
  ['money.amount', 'egypt', is.twoDecimals],
];

const merchant: readonly RuleRow[] = [
  ['merchant', 'both', is.mandatory],
  ['merchant', 'both', is.object],
  ['merchant.merchantId', 'both', is.mandatory],
  ['merchant.merchantId', 'both', is.text],
  ['merchant.merchantName', 'both', is.text],
  ['merchant.subMerchantId', 'both', is.text],
  ['merchant.subMerchantName', 'both', is.text],
];

const egyptPayer: readonly RuleRow[] = [
  ['payer.name', 'egypt', is.text],
  ['payer.idType', 'egypt', is.text],
  ['payer.idNumber', 'egypt', is.text],
  ['payer.phone', 'egypt', is.text],
  ['payer.email', 'egypt', is.text],
];

/** Interface: sections "Pay-in request body" and "Limits". */
const requestBody = ruleTable('request.body', [
  ['orderNo', 'both', is.mandatory],
  ['orderNo', 'both', is.text],
  ['orderNo', 'both', is.orderNumber],
  ['purpose', 'both', is.mandatory],
  ['purpose', 'both', is.text],
  ['purpose', 'both', is.atMost64],
  ...merchant,
  ...money,
  ['payer', 'brazil', is.mandatory],
  ['payer', 'both', is.object],
  ['payer.pixAccount', 'brazil', is.mandatory],
  ['payer.pixAccount', 'brazil', is.text],
  ['payer.pixAccount', 'brazil', is.pixAccount],
  ...egyptPayer,
  ['paymentMethod', 'both', is.mandatory],
  ['paymentMethod', 'both', is.text],
  ['paymentMethod', 'brazil', is.pixOnly],
  ['expiryPeriod', 'both', is.number],
  ['expiryPeriod', 'both', is.notText],
  ['expiryPeriod', 'both', is.atMostOneDay],
  ['expiryPeriod', 'brazil', is.atLeastOneHour],
  ['expiryPeriod', 'egypt', is.positive],
  ['redirectUrl', 'both', is.text],
  ['redirectUrl', 'both', is.atMost256],
  ['redirectUrl', 'brazil', is.webUrl],
  ['redirectUrl', 'egypt', is.secureUrl],
  ['callbackUrl', 'both', is.text],
  ['callbackUrl', 'both', is.atMost256],
  ['callbackUrl', 'brazil', is.webUrl],
  ['callbackUrl', 'egypt', is.secureUrl],
]);

/** Interface: section "Pay-in response body". */
const responseBody = ruleTable('response.body', [
  ['code', 'both', is.mandatory],
  ['code', 'both', is.text],
  ['message', 'both', is.mandatory],
  ['message', 'both', is.text],
  ['orderNo', 'both', is.mandatory],
  ['orderNo', 'both', is.text],
  ['orderNo', 'both', is.orderNumber],
  ['tradeNo', 'both', is.text],
  ...merchant,
  ['merchant.accountNo', 'both', is.text],
  ...money,
  ['transactionTime', 'both', is.mandatory],
  ['transactionTime', 'both', is.text],
  ['transactionTime', 'both', is.zonedTime],
  ['transactionTime', 'both', is.calendarDay],
  ['channel', 'both', is.mandatory],
  ['channel', 'both', is.object],
  ['channel.paymentMethod', 'both', is.mandatory],
  ['channel.paymentMethod', 'both', is.text],
  ['channel.paymentMethod', 'brazil', is.pixOnly],
  ['channel.paymentUrl', 'brazil', is.mandatory],
  ['channel.paymentUrl', 'both', is.text],
  ['channel.qrString', 'both', is.text],
  ['channel.additionalInfo', 'both', is.object],
  ['channel.vaNumber', 'both', is.text],
  ['status', 'both', is.text],
]);

/** Interface: section "Callback request body". */
const callbackBody = ruleTable('body', [
  ['orderNo', 'both', is.mandatory],
  ['orderNo', 'both', is.text],
  ['orderNo', 'both', is.orderNumber],
  ['tradeNo', 'both', is.mandatory],
  ['tradeNo', 'both', is.text],
  ['merchantId', 'both', is.mandatory],
  ['merchantId', 'both', is.text],
  ['merchantName', 'both', is.mandatory],
  ['merchantName', 'both', is.text],
  ['subMerchantId', 'both', is.text],
  ['subMerchantName', 'both', is.text],
  ['paymentMethod', 'both', is.mandatory],
  ['paymentMethod', 'both', is.text],
  ['paymentMethod', 'brazil', is.pixOnly],
  ['transactionTime', 'both', is.mandatory],
  ['transactionTime', 'both', is.text],
  ['transactionTime', 'both', is.localOrZonedTime],
  ['transactionTime', 'both', is.calendarDay],
  ['status', 'both', is.mandatory],
  ['status', 'both', is.text],
  ...money,
  ['payer', 'both', is.object],
  ...egyptPayer,
]);

/** Headers are evidence of time: an absent header breaks no rule, and signatures are never checked. */
const anyHeaders: readonly RuleRow[] = [
  ['Content-Type', 'both', is.text],
  ['Content-Type', 'both', is.jsonContent],
  ['X-TIMESTAMP', 'both', is.text],
  ['X-TIMESTAMP', 'both', is.zonedTime],
  ['X-TIMESTAMP', 'both', is.calendarDay],
];

const requestHeaders = ruleTable('request.headers', [
  ...anyHeaders,
  ['X-PARTNER-ID', 'both', is.text],
  ['X-PARTNER-ID', 'both', is.alphanumeric],
]);

/** Every rule of the interface by message and part, with one entry for each field, rule and variant. */
export const INTERFACE_RULES = {
  request: { body: requestBody, headers: requestHeaders },
  response: { body: responseBody, headers: ruleTable('response.headers', anyHeaders) },
  callback: { body: callbackBody, headers: ruleTable('headers', anyHeaders) },
} as const satisfies { [message: string]: { readonly body: RuleTable; readonly headers: RuleTable } };

/** One rule of the interface about one field. */
export interface FieldRule extends Criterion {
  /** Dot path from the record, for example `request.body.money.amount`. */
  readonly field: string;
  readonly variants: RuleVariants;
}

export type RuleVariants = 'both' | 'brazil' | 'egypt';

export type RuleRow = readonly [path: string, variants: RuleVariants, criterion: Criterion];

/** All rules of one part of a message; their paths begin below its prefix. */
export interface RuleTable {
  /** Dot path of the part, for example `request.body`. */
  readonly prefix: string;
  readonly rules: readonly FieldRule[];
}

function ruleTable(prefix: string, rows: readonly RuleRow[]): RuleTable {
  const rules = rows.map(([path, variants, criterion]) => ({
    field: `${prefix}.${path}`,
    variants,
    ...criterion,
  }));
  return { prefix, rules };
}

/** Whether a rule applies in a variant. Where the currency has no variant, only the rules of both variants do. */
export function appliesTo(rule: FieldRule, variant: Variant): boolean {
  return rule.variants === 'both' || rule.variants === variant;
}
