import { type TextCheck, textChecks, textsHold } from '../contract/check-texts.ts';
import { headerPath, type LineShape, shapeOf } from '../contract/line-shape.ts';
import { INTERFACE_RULES } from '../contract/rules.ts';
import type { Variant, Violation } from '../contract/violation.ts';
import { absentPaths } from '../settings/absent.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { checkOffsets } from './check-offset.ts';
import { identify } from './identify.ts';
import { callbackOf } from './normalise-callback.ts';
import { payInOf } from './normalise-pay-in.ts';
import type { CallbackTexts, Normalised, PayInTexts, RecordKind } from './record.ts';

/** The values of a line, by the numbers of the groups of its shape. */
type Values = RegExpExecArray;
/** Reads a line of one shape; undefined where anything about it is not plain. */
type Reader = (values: Values) => Normalised | undefined;

interface Known {
  readonly pattern: RegExp;
  readonly read: Reader;
}

/** Lines of one logger have few shapes. */
const MOST_SHAPES = 64;
const MOST_LEARNED = 200;
const NONE: readonly Violation[] = Object.freeze([]);
const VARIANTS: readonly Variant[] = ['brazil', 'egypt', 'none'];

/**
 * Reads lines by shapes that it has learned, several times as fast as `normaliseLine`. What it reads is what that gives,
 * and it reads only lines without any violation: whatever is not plainly so is left to `normaliseLine`.
 */
export class ShapedLines {
  readonly #settings: Settings;
  readonly #isUsed: boolean;
  readonly #known: Known[] = [];
  #learned = 0;
  /** Whether the line that was read last has a known shape. */
  #isKnown = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { prefix, field } = settings.logs;
    this.#isUsed = prefix === '' && field === '' && absentPaths(settings).length === 0;
  }

  /**
   * The record of a line whose shape is known; undefined where `normaliseLine` must read it.
   * @param line well-formed, as text of UTF-8 is
   */
  read(line: string): Normalised | undefined {
    const known = this.#known;
    this.#isKnown = true;
    for (let at = 0; at < known.length; at += 1) {
      const one = known[at]!;
      const values = one.pattern.exec(line);
      if (values === null) continue;
      // What was seen last is tried first.
      if (at > 0) {
        known[at] = known[at - 1]!;
        known[at - 1] = one;
      }
      return one.read(values);
    }
    this.#isKnown = false;
    return undefined;
  }

  /** Learns the shape of the line that was read last, if it is new, and `normaliseLine` has found nothing wrong with it. */
  learn(line: string, normalised: Normalised): void {
    if (this.#isKnown || !this.#isUsed || normalised.kind === 'rejected' || normalised.violations.length > 0)
      return;
    if (this.#known.length >= MOST_SHAPES || this.#learned >= MOST_LEARNED) return;
    this.#learned += 1;
    const shape = shapeOf(line);
    if (shape === undefined) return;
    const reader = READERS[normalised.kind];
    // A shape that cannot be read this way is known all the same, so that it is learned only once.
    this.#known.push({ pattern: shape.pattern, read: reader?.(shape, this.#settings) ?? leave });
  }
}

/** Rows of statements are few, and have no shapes. */
const READERS: Partial<Record<RecordKind, (shape: LineShape, settings: Settings) => Reader | undefined>> = {
  'pay-in': payInReader,
  callback: callbackReader,
};

/** Leaves a line to `normaliseLine`. */
const leave: Reader = () => undefined;

type ChecksByVariant = Readonly<Record<Variant, readonly TextCheck[] | undefined>>;

/** The checks of lines of a shape; undefined where the shape alone breaks a rule of every variant. */
function checksByVariant(
  make: (variant: Variant) => readonly TextCheck[] | undefined,
): ChecksByVariant | undefined {
  const checks = VARIANTS.map((variant) => [variant, make(variant)] as const);
  if (checks.every(([, own]) => own === undefined)) return undefined;
  return Object.fromEntries(checks) as ChecksByVariant;
}

/** Groups of the values of a shape, by their paths; 0 for those that no line of the shape has. */
function groupsOf(shape: LineShape): (path: string) => number {
  return (path) => shape.groups.get(path) ?? 0;
}

/** The group of a header that has rules. Where several have its name, `textChecks` has found the shape not to be clean. */
function headerGroup(shape: LineShape, prefix: string, name: string): number {
  const path = headerPath(shape, prefix, name);
  return path === undefined ? 0 : (shape.groups.get(path) ?? 0);
}

/** A text of a line; an empty one counts as absent. */
function textAt(values: Values, group: number): string | undefined {
  return group === 0 ? undefined : values[group] || undefined;
}

function payInReader(shape: LineShape, settings: Settings): Reader | undefined {
  const checks = checksByVariant((variant) => {
    const request = textChecks(INTERFACE_RULES.request, 'request', variant, shape);
    // Of a refusal less is mandatory, so that one without these fields is left to the full reading.
    const response = textChecks(INTERFACE_RULES.response, 'response', variant, shape);
    return request && response && [...request, ...response];
  });
  if (checks === undefined) return undefined;
  const read = payInTextReader(groupsOf(shape), {
    timestamp: headerGroup(shape, 'request.headers', 'x-timestamp'),
    partner: headerGroup(shape, 'request.headers', 'x-partner-id'),
    answerTimestamp: headerGroup(shape, 'response.headers', 'x-timestamp'),
  });
  return (values) => {
    const texts = read(values);
    if (texts === undefined) return undefined;
    const made = payInOf(texts, { hasRequest: true, hasResponse: true }, settings);
    if (made === undefined || !isClean(checks, made.region, values)) return undefined;
    if (checkOffsets(texts, made.region).length > 0) return undefined;
    return { kind: 'pay-in', record: made.record, violations: NONE };
  };
}

interface PayInHeaders {
  readonly timestamp: number;
  readonly partner: number;
  readonly answerTimestamp: number;
}

function payInTextReader(
  group: (path: string) => number,
  { timestamp, partner, answerTimestamp }: PayInHeaders,
): (values: Values) => PayInTexts | undefined {
  const [orderNo, merchant, subMerchant, method] = [
    ...['orderNo', 'merchant.merchantId', 'merchant.subMerchantId', 'paymentMethod'],
  ].map((path) => group(`request.body.${path}`)) as [number, number, number, number];
  const [currency, amount, expiry] = ['money.currency', 'money.amount', 'expiryPeriod'].map((path) =>
    group(`request.body.${path}`),
  ) as [number, number, number];
  const sentAt = group('sentAt');
  const answer = (path: string) => group(`response.body.${path}`);
  const [time, code, status, trade] = [
    answer('transactionTime'),
    answer('code'),
    answer('status'),
    answer('tradeNo'),
  ];
  const [echoOrder, echoMethod] = [answer('orderNo'), answer('channel.paymentMethod')];
  const [echoMerchant, echoSub, account] = [
    ...['merchantId', 'subMerchantId', 'accountNo'].map((name) => answer(`merchant.${name}`)),
  ] as [number, number, number];
  const [echoCurrency, echoAmount] = [answer('money.currency'), answer('money.amount')];
  return (values) => {
    const merchantId = textAt(values, merchant);
    const partnerId = textAt(values, partner);
    if (merchantId !== undefined && partnerId !== undefined && merchantId !== partnerId) return undefined;
    const identity = identify(textAt(values, orderNo), merchantId ?? partnerId);
    if ('rejection' in identity) return undefined;
    return {
      orderNo: identity.orderNo,
      merchantId: identity.merchantId,
      subMerchantId: textAt(values, subMerchant),
      paymentMethod: textAt(values, method),
      currency: textAt(values, currency),
      amountText: textAt(values, amount),
      expiryPeriodText: textAt(values, expiry),
      sentAtText: textAt(values, sentAt),
      timestampText: textAt(values, timestamp),
      responseTimestampText: textAt(values, answerTimestamp),
      responseTimeText: textAt(values, time),
      responseCode: textAt(values, code),
      responseStatus: textAt(values, status),
      responseOrderNo: textAt(values, echoOrder),
      responseMerchantId: textAt(values, echoMerchant),
      responseSubMerchantId: textAt(values, echoSub),
      responseCurrency: textAt(values, echoCurrency),
      responseAmountText: textAt(values, echoAmount),
      responseMethod: textAt(values, echoMethod),
      tradeNo: textAt(values, trade),
      accountNo: textAt(values, account),
    };
  };
}

function callbackReader(shape: LineShape, settings: Settings): Reader | undefined {
  const { kinds } = shape;
  // A request that is empty in one line may not be in the next, which is then no callback.
  if (kinds.has('request')) return undefined;
  // Other verdicts than these two are words, and an acknowledgement may be anything.
  const verdict = kinds.get('verified');
  if (verdict !== undefined && verdict !== 'true' && verdict !== 'false') return undefined;
  if (!['text', 'null', undefined].includes(kinds.get('ack'))) return undefined;
  const verified = verdict === undefined ? undefined : verdict === 'true';
  const checks = checksByVariant((variant) => textChecks(INTERFACE_RULES.callback, '', variant, shape));
  if (checks === undefined) return undefined;
  const read = callbackTextReader(groupsOf(shape), headerGroup(shape, 'headers', 'x-timestamp'));
  return (values) => {
    const texts = read(values);
    const made = texts === undefined ? undefined : callbackOf(texts, verified, settings);
    if (made === undefined || !isClean(checks, made.region, values)) return undefined;
    return { kind: 'callback', record: made.record, violations: NONE };
  };
}

function callbackTextReader(
  group: (path: string) => number,
  timestamp: number,
): (values: Values) => CallbackTexts | undefined {
  const body = (path: string) => group(`body.${path}`);
  const [orderNo, merchantId, trade, sub] = [
    body('orderNo'),
    body('merchantId'),
    body('tradeNo'),
    body('subMerchantId'),
  ];
  const [method, status, time] = [body('paymentMethod'), body('status'), body('transactionTime')];
  const [currency, amount] = [body('money.currency'), body('money.amount')];
  const [receivedAt, ack] = [group('receivedAt'), group('ack')];
  return (values) => {
    const identity = identify(textAt(values, orderNo), textAt(values, merchantId));
    if ('rejection' in identity) return undefined;
    return {
      orderNo: identity.orderNo,
      merchantId: identity.merchantId,
      tradeNo: textAt(values, trade),
      subMerchantId: textAt(values, sub),
      paymentMethod: textAt(values, method),
      status: textAt(values, status),
      currency: textAt(values, currency),
      amountText: textAt(values, amount),
      transactionTimeText: textAt(values, time),
      receivedAtText: textAt(values, receivedAt),
      timestampText: textAt(values, timestamp),
      ack: textAt(values, ack),
    };
  };
}

function isClean(checks: ChecksByVariant, { variant }: RegionSettings, values: Values): boolean {
  const own = checks[variant];
  return own !== undefined && textsHold(own, values);
}
