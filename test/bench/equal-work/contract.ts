/**
 * The rules of the interface for the values of a record: a field, the rule, and the condition in SQL under which it is
 * broken. Types of JSON are not checked, because the lines are read as texts.
 */
type FieldRule = readonly [field: string, rule: string, isBroken: string];

const missing = (field: string, column: string, when = 'true'): FieldRule => [
  field,
  'mandatory',
  `${column} is null and ${when}`,
];
const orderNumber = (field: string, column: string): FieldRule => [
  field,
  '6 to 32 alphanumeric characters',
  `not regexp_full_match(${column}, '[0-9A-Za-z]{6,32}')`,
];
const zoned = (field: string, column: string, more = 'true'): FieldRule => [
  field,
  'yyyy-MM-ddTHH:mm:ss±HH:mm',
  `not ${column}_zoned and ${more}`,
];
const regionalOffset = (field: string, name: string): FieldRule => [
  field,
  "the region's offset at that time",
  `${name}_zoned and region <> '' and in_zone(${name}_explicit, region) <> local_of(${name}_text)`,
];
const money = (field: string, prefix: string, when = 'true'): FieldRule[] => [
  missing(`${field}.currency`, `${prefix}currency`, when),
  missing(`${field}.amount`, `${prefix}amount`, when),
  [`${field}.currency`, 'BRL', `region = 'BR' and ${prefix}currency <> 'BRL'`],
  [
    `${field}.currency`,
    'three capital letters',
    `region = 'EG' and not regexp_full_match(${prefix}currency, '[A-Z]{3}')`,
  ],
  [
    `${field}.amount`,
    'whole centavos, not negative',
    `region = 'BR' and rtrim(split_part(${prefix}amount, '.', 2), '0') <> ''`,
  ],
  [
    `${field}.amount`,
    'up to 2 decimal places',
    `region = 'EG' and length(rtrim(split_part(${prefix}amount, '.', 2), '0')) > 2`,
  ],
];
const pixOnly = (field: string, column: string): FieldRule => [
  field,
  'PIX',
  `region = 'BR' and ${column} <> 'PIX'`,
];
const jsonContent = (field: string, column: string): FieldRule => [
  field,
  'application/json',
  `${column} not ilike 'application/json%'`,
];
const url = (field: string, column: string): FieldRule[] => [
  [field, 'at most 256 characters', `length(${column}) > 256`],
  [
    field,
    'HTTP or HTTPS URL',
    `region = 'BR' and ${column} not ilike 'http://_%' and ${column} not ilike 'https://_%'`,
  ],
  [field, 'HTTPS URL', `region = 'EG' and ${column} not ilike 'https://_%'`],
];

const accepted = "response_code = '00'";
export const PAY_IN_RULES: readonly FieldRule[] = [
  orderNumber('request.body.orderNo', 'order_no'),
  missing('request.body.purpose', 'purpose'),
  ['request.body.purpose', 'at most 64 characters', 'length(purpose) > 64'],
  missing('request.body.merchant.merchantId', 'body_merchant_id'),
  ...money('request.body.money', ''),
  missing('request.body.payer.pixAccount', 'pix_account', "region = 'BR'"),
  [
    'request.body.payer.pixAccount',
    '11 or 14 digits',
    "region = 'BR' and not regexp_full_match(pix_account, '[0-9]{11}([0-9]{3})?')",
  ],
  missing('request.body.paymentMethod', 'payment_method'),
  pixOnly('request.body.paymentMethod', 'payment_method'),
  ['request.body.expiryPeriod', 'at most 86400 seconds', 'try_cast(expiry as double) > 86400'],
  [
    'request.body.expiryPeriod',
    'at least 3600 seconds',
    "region = 'BR' and try_cast(expiry as double) < 3600",
  ],
  ['request.body.expiryPeriod', 'more than 0 seconds', "region = 'EG' and try_cast(expiry as double) <= 0"],
  ...url('request.body.redirectUrl', 'redirect_url'),
  ...url('request.body.callbackUrl', 'callback_url'),
  jsonContent('request.headers.Content-Type', 'content_type'),
  zoned('request.headers.X-TIMESTAMP', 'asked'),
  regionalOffset('request.headers.X-TIMESTAMP', 'asked'),
  ['request.headers.X-PARTNER-ID', 'alphanumeric', "not regexp_full_match(partner_id, '[0-9A-Za-z]+')"],
  ['request.headers.X-PARTNER-ID', 'equal to merchant.merchantId', 'partner_id <> body_merchant_id'],
  missing('response.body.message', 'response_message', 'has_response'),
  missing('response.body.orderNo', 'response_order_no', accepted),
  orderNumber('response.body.orderNo', 'response_order_no'),
  missing('response.body.merchant.merchantId', 'response_merchant_id', accepted),
  ...money('response.body.money', 'response_', accepted),
  missing('response.body.transactionTime', 'answered_text', accepted),
  zoned('response.body.transactionTime', 'answered'),
  regionalOffset('response.body.transactionTime', 'answered'),
  missing('response.body.channel.paymentMethod', 'response_method', accepted),
  pixOnly('response.body.channel.paymentMethod', 'response_method'),
  missing('response.body.channel.paymentUrl', 'payment_url', `region = 'BR' and ${accepted}`),
  jsonContent('response.headers.Content-Type', 'response_content_type'),
  ['response.headers.X-TIMESTAMP', 'yyyy-MM-ddTHH:mm:ss±HH:mm', 'not is_zoned(response_stamp)'],
];

export const CALLBACK_RULES: readonly FieldRule[] = [
  orderNumber('body.orderNo', 'order_no'),
  missing('body.tradeNo', 'trade_no'),
  missing('body.merchantName', 'merchant_name'),
  missing('body.paymentMethod', 'payment_method'),
  pixOnly('body.paymentMethod', 'payment_method'),
  missing('body.transactionTime', 'completed_text'),
  zoned(
    'body.transactionTime',
    'completed',
    "not regexp_full_match(completed_text, '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}')",
  ),
  missing('body.status', 'status'),
  ...money('body.money', ''),
  jsonContent('headers.Content-Type', 'content_type'),
  zoned('headers.X-TIMESTAMP', 'stamped'),
];

/** The rules that a record breaks, as one text; null if there are none. */
export function violationsOf(rules: readonly FieldRule[]): string {
  const each = rules.map(
    ([field, rule, isBroken]) =>
      `case when ${isBroken} then '${`${field}: ${rule}`.replaceAll("'", "''")}' end`,
  );
  // Most records break none: to know that is much cheaper than to put texts together.
  return `case when ${rules.map(([, , isBroken]) => `(${isBroken})`).join(' or ')} then concat_ws('; ', ${each.join(', ')}) end`;
}
