/** Log lines as the specification reads them: a record, or why a line is none. */
import { breaksInterface } from './interface-rules.ts';
import { offsetIn, readOwnTime, readServiceTime, SKEW } from './times.ts';

/** Settings that the world changes. */
export interface Reading {
  /** Zone of sentAt and receivedAt without an offset. */
  readonly logsZone: string;
}

export interface Money {
  readonly currency: string | undefined;
  readonly text: string | undefined;
  readonly minor: bigint | undefined;
}

interface Common {
  /** What makes it the same record when it is read again. */
  readonly key: string;
  readonly merchantId: string;
  readonly orderNo: string;
  readonly region: string;
  readonly subMerchantId: string | undefined;
  readonly method: string | undefined;
  readonly money: Money;
  readonly tradeNo: string | undefined;
  /** Findings about how the record reads. */
  readonly flags: readonly string[];
}

export interface PayIn extends Common {
  readonly kind: 'pay-in';
  readonly requestedAt: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The response's code; undefined without a response. */
  readonly code: string | undefined;
  readonly responseStatus: string | undefined;
  readonly accountNo: string | undefined;
  readonly echoDiffers: boolean;
}

export interface Callback extends Common {
  readonly kind: 'callback';
  readonly status: string | undefined;
  readonly completedAt: number | undefined;
  readonly isImpossible: boolean;
  readonly offsetSource: string;
  readonly receivedAt: number;
  readonly ack: string | undefined;
  readonly isUnverified: boolean;
}

export type Kept = PayIn | Callback;

/** JSON of a line; numbers are kept as they are spelled. */
export type Json = string | boolean | null | Spelled | Json[] | { readonly [key: string]: Json };

export class Spelled {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const ZONES: Readonly<Record<string, string>> = {
  BR: 'America/Sao_Paulo',
  EG: 'Africa/Cairo',
  '': 'UTC',
};

/** @returns undefined for a line that is rejected */
export function readLine(line: string, reading: Reading): Kept | undefined {
  const record = parse(line);
  if (record === undefined) return undefined;
  if (at(record, 'request') !== undefined) return payInOf(record, reading);
  return at(record, 'body') === undefined ? undefined : callbackOf(record, reading);
}

function parse(line: string): Json | undefined {
  // TypeScript's types for this target do not include the third parameter yet.
  const revive = (_key: string, value: Json, context?: { source?: string }) =>
    typeof value === 'number' ? new Spelled(context!.source!) : value;
  try {
    return JSON.parse(line, revive as never) as Json;
  } catch {
    return undefined;
  }
}

/** The value at a dot path. Null and an empty text mean absent. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const key of path.split('.')) {
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    found = isObject ? (found as Readonly<Record<string, Json>>)[key] : undefined;
  }
  return found === null || found === '' ? undefined : found;
}

export function text(value: Json | undefined, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' ? found : undefined;
}

function regionOf(currency: string | undefined, method: string | undefined): string {
  if (currency === 'BRL' || method === 'PIX') return 'BR';
  return currency !== undefined && ['EGP', 'USD'].includes(currency) ? 'EG' : '';
}

function moneyOf(body: Json | undefined, region: string): Money {
  const amount = at(body, 'money.amount');
  const spelled = amount instanceof Spelled ? amount.text : typeof amount === 'string' ? amount : undefined;
  return { currency: text(body, 'money.currency'), text: spelled, minor: minorOf(spelled, region) };
}

/** Minor units; undefined where the text cannot be read exactly so. */
export function minorOf(spelled: string | undefined, region: string): bigint | undefined {
  const [, whole = '', decimals = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(spelled ?? '') ?? [];
  if (whole === '' || Math.abs(Number(power)) > 400) return undefined;
  const places = decimals.length - Number(power) - (region === 'BR' ? 0 : 2);
  let digits = BigInt(whole + decimals);
  if (places < 0) digits *= 10n ** BigInt(-places);
  for (let place = 0; place < places; place += 1) {
    if (digits % 10n !== 0n) return undefined;
    digits /= 10n;
  }
  return digits < 2n ** 63n ? digits : undefined;
}

function identityOf(record: Json): string {
  const plain = (value: Json): unknown => {
    if (value instanceof Spelled) return Number(value.text);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name, part]) => name !== 'payer' && part !== '');
    return Object.fromEntries(entries.sort().map(([name, part]) => [name, plain(part)]));
  };
  return JSON.stringify(plain(record));
}

function payInOf(record: Json, { logsZone }: Reading): PayIn | undefined {
  const [body, answer] = [at(record, 'request.body'), at(record, 'response.body')];
  const header = text(record, 'request.headers.X-TIMESTAMP');
  const merchantId = text(body, 'merchant.merchantId') ?? text(record, 'request.headers.X-PARTNER-ID');
  const orderNo = text(body, 'orderNo');
  const method = text(body, 'paymentMethod');
  const region = regionOf(text(body, 'money.currency'), method);
  const code = text(answer, 'code');
  const sent = readServiceTime(header, ZONES[region]!, undefined, undefined);
  const ownTime = readOwnTime(text(record, 'sentAt'), logsZone);
  const answerHeader = text(record, 'response.headers.X-TIMESTAMP');
  const answered = text(answer, 'transactionTime');
  const asked = sent.at ?? ownTime;
  const reference = offsetIn(answerHeader) === undefined ? asked : readOwnTime(answerHeader);
  const created = readServiceTime(answered, ZONES[region]!, reference, answerHeader);
  const requestedAt = asked ?? created.at;
  if (merchantId === undefined || orderNo === undefined || requestedAt === undefined) return undefined;
  const createdAt = created.at ?? requestedAt;
  const spelledExpiry = at(body, 'expiryPeriod');
  const expiry = spelledExpiry instanceof Spelled ? Number(spelledExpiry.text) : 0;
  const seconds = Number.isInteger(expiry) && expiry > 0 ? expiry : 3600;
  return {
    ...{
      kind: 'pay-in',
      key: identityOf(record),
      merchantId,
      orderNo,
      region,
      method,
      requestedAt,
      createdAt,
    },
    ...{ subMerchantId: text(body, 'merchant.subMerchantId'), money: moneyOf(body, region), code },
    tradeNo: code === undefined ? undefined : text(answer, 'tradeNo'),
    expiresAt: createdAt + seconds * 1000,
    responseStatus: text(answer, 'status'),
    accountNo: text(answer, 'merchant.accountNo'),
    echoDiffers: code !== undefined && echoDiffers(body, answer, region, merchantId),
    flags: [
      ...flagsOf(sent, header !== undefined),
      ...flagsOf(created, answered !== undefined),
      ...(breaksInterface(record, 'pay-in', region) ? ['CONTRACT_VIOLATION'] : []),
    ],
  };
}

function echoDiffers(body: Json | undefined, answer: Json | undefined, region: string, merchantId: string) {
  const differs = (one: unknown, other: unknown) => one !== undefined && other !== undefined && one !== other;
  const [asked, echoed] = [moneyOf(body, region), moneyOf(answer, region)];
  const isOf = (path: string, echoPath = path) => differs(text(body, path), text(answer, echoPath));
  return (
    isOf('orderNo') ||
    differs(merchantId, text(answer, 'merchant.merchantId')) ||
    isOf('merchant.subMerchantId') ||
    isOf('money.currency') ||
    isOf('paymentMethod', 'channel.paymentMethod') ||
    differs(asked.minor ?? asked.text, echoed.minor ?? echoed.text)
  );
}

function callbackOf(record: Json, { logsZone }: Reading): Callback | undefined {
  const body = at(record, 'body');
  const method = text(body, 'paymentMethod');
  const region = regionOf(text(body, 'money.currency'), method);
  const header = text(record, 'headers.X-TIMESTAMP');
  const ownTime = readOwnTime(text(record, 'receivedAt'), logsZone);
  const headerTime = readServiceTime(header, ZONES[region]!, undefined, undefined).at;
  const reference = ownTime ?? (offsetIn(header) === undefined ? undefined : headerTime);
  const completed = readServiceTime(text(body, 'transactionTime'), ZONES[region]!, reference, header);
  const receivedAt = ownTime ?? headerTime ?? completed.at;
  const [merchantId, orderNo] = [text(body, 'merchantId'), text(body, 'orderNo')];
  if (merchantId === undefined || orderNo === undefined || receivedAt === undefined) return undefined;
  return {
    ...{ kind: 'callback', key: identityOf(record), merchantId, orderNo, region, method, receivedAt },
    ...{ subMerchantId: text(body, 'subMerchantId'), tradeNo: text(body, 'tradeNo') },
    ...{ money: moneyOf(body, region), status: text(body, 'status'), completedAt: completed.at },
    isImpossible: completed.at !== undefined && reference !== undefined && completed.at > reference + SKEW,
    offsetSource: completed.source,
    ack: text(record, 'ack'),
    isUnverified: at(record, 'verified') === false,
    flags: [
      ...flagsOf(completed, true),
      ...(breaksInterface(record, 'callback', region) ? ['CONTRACT_VIOLATION'] : []),
    ],
  };
}

function flagsOf(time: { at: number | undefined; isAmbiguous: boolean; disagrees: boolean }, isDue: boolean) {
  return [
    ...(isDue && time.at === undefined ? ['TIME_UNREADABLE'] : []),
    ...(time.isAmbiguous ? ['TIME_AMBIGUOUS'] : []),
    ...(time.disagrees ? ['OFFSET_DISAGREES'] : []),
  ];
}
