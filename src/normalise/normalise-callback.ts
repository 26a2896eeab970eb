import { checkCallback } from '../contract/check.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { readCallback } from '../contract/read-callback.ts';
import { readText } from '../contract/read-text.ts';
import type { Settings } from '../settings.ts';
import { currencyExponent } from './currency.ts';
import { amountForDigest, recordDigest } from './digest.ts';
import { objectOrNone, readHeader } from './headers.ts';
import { identify } from './identify.ts';
import { readMinorUnits } from './money.ts';
import { isImpossible, readTime, type TimeReading } from './read-time.ts';
import type { CallbackRecord, Normalised } from './record.ts';
import { findRegion } from './region.ts';
import { firstReadable, headerInstant, headerOffset, readOwnTime, readPlainly, TimeFlags } from './times.ts';

const ABSENT: TimeReading = Object.freeze({
  instant: undefined,
  source: 'none' as const,
  flags: Object.freeze(['TIME_UNREADABLE'] as const),
});

/** A logged callback, or a bare callback body, as a record in our units; else why it belongs to no order. */
export function normaliseCallback(value: JsonObject, settings: Settings): Normalised {
  const wrapped = 'body' in value;
  const bodyObject = wrapped ? (objectOrNone(value['body']) ?? {}) : value;
  const envelope: JsonObject = wrapped ? value : {};
  const body = readCallback(bodyObject);
  const identity = identify(body.orderNo, body.merchantId);
  if ('rejection' in identity) return { kind: 'rejected', rejection: identity.rejection };

  const region = findRegion(settings, body.currency, body.paymentMethod);
  const headers = objectOrNone(envelope['headers']);
  const timestampText = readHeader(headers, 'x-timestamp');
  const receivedAtText = readText(envelope['receivedAt']);
  const skew = settings.allowedSkewSeconds;
  const flags = new TimeFlags();
  const logged = firstReadable(flags, [[receivedAtText, (text) => readOwnTime(text, settings)]]);
  const reference = logged ?? headerInstant(timestampText);
  const completed =
    body.transactionTime === undefined
      ? ABSENT
      : readTime(body.transactionTime, {
          zone: region.zone,
          reference,
          headerOffsetSeconds: headerOffset(timestampText),
          allowedSkewSeconds: skew,
        });
  const completedAt = flags.take(completed);
  const receivedAt =
    logged ??
    firstReadable(flags, [
      [timestampText, (text) => readTime(text, { zone: region.zone, allowedSkewSeconds: skew })],
    ]) ??
    completedAt;
  const loggedAt =
    readPlainly(receivedAtText) ??
    readPlainly(timestampText) ??
    readPlainly(body.transactionTime) ??
    receivedAt;
  if (receivedAt === undefined || loggedAt === undefined) {
    const detail = 'neither receivedAt, nor X-TIMESTAMP, nor transactionTime';
    return { kind: 'rejected', rejection: { reason: 'no_time', detail } };
  }

  const kept = {
    ...identity,
    tradeNo: body.tradeNo,
    subMerchantId: body.subMerchantId,
    paymentMethod: body.paymentMethod,
    status: body.status,
    currency: body.currency,
    amountText: body.amountText,
    transactionTimeText: body.transactionTime,
    receivedAtText,
    timestampText,
    ack: readText(envelope['ack']),
  };
  const verified = readVerdict(envelope['verified']);
  const record: CallbackRecord = {
    ...kept,
    verified,
    digest: recordDigest(
      'callback',
      Object.values({
        ...kept,
        amountText: amountForDigest(kept.amountText),
        verified: verified?.toString(),
      }),
    ),
    loggedAt,
    region: region.name,
    amountMinor: readMinorUnits(
      body.amountText,
      region.amountUnit,
      region.decimals,
      currencyExponent(body.currency),
    ),
    completedAt,
    offsetSource: completed.source,
    completedImpossible: isImpossible(completedAt, reference, skew),
    receivedAt,
    timeFlags: flags.list(),
  };
  return { kind: 'callback', record, violations: checkCallback(bodyObject, headers, region.variant) };
}

function readVerdict(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** Whether a JSON object is a callback by its shape: a logged one has `body`, a bare one a flat merchantId. */
export function looksLikeCallback(value: JsonObject): boolean {
  return isJsonObject(value) && ('body' in value || 'merchantId' in value);
}
