import { checkCallback } from '../contract/check.ts';
import { isPresent, type JsonObject, readAnyText, readText } from '../contract/json.ts';
import { readCallback } from '../contract/read-bodies.ts';
import { shape, type Violation } from '../contract/violation.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { objectOrNone, readHeader } from './find-record.ts';
import { amountForDigest, findRegion, identify, recordDigest } from './identify.ts';
import { readMoney } from './money.ts';
import {
  headerInstant,
  headerOffset,
  isImpossible,
  readOwnPlainly,
  readOwnTime,
  readPlainly,
  readTime,
  TimeFlags,
  UNREADABLE,
} from './read-time.ts';
import type { CallbackReading, CallbackRecord, CallbackTexts, Normalised } from './record.ts';
import { withoutTime } from './rejection.ts';

/**
 * A logged callback, or a bare callback body, as a record in our units; else the reason why it belongs to no order.
 */
export function normaliseCallback(value: JsonObject, settings: Settings): Normalised {
  // An export with fixed columns writes null for the fields around a bare body.
  const wrapped = isPresent(value, 'body') || !isPresent(value, 'merchantId');
  const bodyObject = wrapped ? (objectOrNone(value['body']) ?? {}) : value;
  const envelope: JsonObject = wrapped ? value : {};
  const { amountText, transactionTime, ...body } = readCallback(bodyObject);
  const identity = identify(body.orderNo, body.merchantId);
  if ('rejection' in identity) return { kind: 'rejected', rejection: identity.rejection };

  const headers = objectOrNone(envelope['headers']);
  const texts: CallbackTexts = {
    ...identity,
    tradeNo: body.tradeNo,
    subMerchantId: body.subMerchantId,
    paymentMethod: body.paymentMethod,
    status: body.status,
    currency: body.currency,
    amountText,
    transactionTimeText: transactionTime,
    receivedAtText: readText(envelope['receivedAt']),
    timestampText: readHeader(headers, 'x-timestamp'),
    ack: readAnyText(envelope['ack']),
  };
  const { verified, understood } = readVerdict(envelope['verified']);
  const made = callbackOf(texts, verified, settings);
  if (made === undefined) {
    const rejection = withoutTime({
      receivedAt: texts.receivedAtText,
      'X-TIMESTAMP': texts.timestampText,
      transactionTime,
    });
    return { kind: 'rejected', rejection };
  }
  const { record, region } = made;
  const violations: readonly Violation[] = [
    ...checkCallback(bodyObject, headers, region.variant),
    ...(understood ? [] : [{ field: 'verified', rule: 'true or false', shape: shape(envelope['verified']) }]),
  ];
  return { kind: 'callback', record, violations };
}

/**
 * The record of kept texts.
 * @returns the record, with the region's settings; undefined where no time can be read
 */
export function callbackOf(
  texts: CallbackTexts,
  verified: boolean | undefined,
  settings: Settings,
): { readonly record: CallbackRecord; readonly region: RegionSettings } | undefined {
  const interpreted = interpretCallback(texts, settings);
  if (interpreted === undefined) return undefined;
  const { reading, region } = interpreted;
  // Property by property: spreading takes several times as long, for each line.
  const record: CallbackRecord = {
    orderNo: texts.orderNo,
    merchantId: texts.merchantId,
    tradeNo: texts.tradeNo,
    subMerchantId: texts.subMerchantId,
    paymentMethod: texts.paymentMethod,
    status: texts.status,
    currency: texts.currency,
    amountText: texts.amountText,
    transactionTimeText: texts.transactionTimeText,
    receivedAtText: texts.receivedAtText,
    timestampText: texts.timestampText,
    ack: texts.ack,
    region: reading.region,
    amountMinor: reading.amountMinor,
    completedAt: reading.completedAt,
    offsetSource: reading.offsetSource,
    completedImpossible: reading.completedImpossible,
    receivedAt: reading.receivedAt,
    timeFlags: reading.timeFlags,
    verified,
    digest: callbackDigest(texts, verified),
    loggedAt:
      readOwnPlainly(texts.receivedAtText) ??
      readPlainly(texts.timestampText) ??
      readPlainly(texts.transactionTimeText) ??
      reading.receivedAt,
  };
  return { record, region };
}

export function callbackDigest(texts: CallbackTexts, verified: boolean | undefined): string {
  return recordDigest('callback', [
    texts.orderNo,
    texts.merchantId,
    texts.tradeNo,
    texts.subMerchantId,
    texts.paymentMethod,
    texts.status,
    texts.currency,
    amountForDigest(texts.amountText),
    texts.transactionTimeText,
    texts.receivedAtText,
    texts.timestampText,
    texts.ack,
    verified?.toString(),
  ]);
}

const TRUE = new Set(['true', 't', '1', 'yes', 'y', 'sim', 's', 'verdadeiro']);
const FALSE = new Set(['false', 'f', '0', 'no', 'n', 'nao', 'não', 'falso']);

/**
 * The merchant's verdict on the signature, as programs, databases and people write it. A verdict that cannot be read
 * counts as false and is a violation, so that a forged callback never counts as a payment.
 */
function readVerdict(value: unknown): {
  readonly verified: boolean | undefined;
  readonly understood: boolean;
} {
  if (value === undefined || value === null || value === '') return { verified: undefined, understood: true };
  const word = readAnyText(value)!.toLowerCase();
  if (TRUE.has(word)) return { verified: true, understood: true };
  return { verified: false, understood: FALSE.has(word) };
}

/**
 * Interprets the kept texts of a callback by the settings: region, minor units, instants in UTC.
 * @returns the reading, with the region's settings; undefined where no time can be read
 */
export function interpretCallback(
  texts: CallbackTexts,
  settings: Settings,
): { readonly reading: CallbackReading; readonly region: RegionSettings } | undefined {
  const region = findRegion(settings, texts.currency, texts.paymentMethod);
  const { receivedAtText, timestampText, transactionTimeText } = texts;
  const { allowedSkewSeconds } = settings;
  const flags = new TimeFlags();
  const logged = receivedAtText === undefined ? undefined : flags.take(readOwnTime(receivedAtText, settings));
  const reference = logged ?? headerInstant(timestampText);
  const headerOffsetSeconds = headerOffset(timestampText);
  const completed =
    transactionTimeText === undefined
      ? UNREADABLE
      : readTime(transactionTimeText, {
          zone: region.zone,
          reference,
          headerOffsetSeconds,
          allowedSkewSeconds,
        });
  const completedAt = flags.take(completed);
  const stamped =
    logged === undefined && timestampText !== undefined
      ? flags.take(readTime(timestampText, { zone: region.zone, allowedSkewSeconds }))
      : undefined;
  const receivedAt = logged ?? stamped ?? completedAt;
  if (receivedAt === undefined) return undefined;
  const reading: CallbackReading = {
    region: region.name,
    amountMinor: readMoney(texts.amountText, texts.currency, region),
    completedAt,
    offsetSource: completed.source,
    completedImpossible: isImpossible(completedAt, reference, allowedSkewSeconds),
    receivedAt,
    timeFlags: flags.list(),
  };
  return { reading, region };
}
