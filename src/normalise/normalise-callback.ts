import { checkCallback } from '../contract/check.ts';
import { isPresent, type JsonObject } from '../contract/json.ts';
import { readCallback } from '../contract/read-bodies.ts';
import { readAnyText, readText } from '../contract/read-text.ts';
import { shape } from '../contract/shape.ts';
import type { Violation } from '../contract/violation.ts';
import type { Settings } from '../settings/schema.ts';
import { amountForDigest, recordDigest } from './digest.ts';
import { objectOrNone, readHeader } from './find-record.ts';
import { identify } from './identify.ts';
import { interpretCallback } from './interpret-callback.ts';
import { readOwnPlainly, readPlainly } from './read-time.ts';
import type { CallbackTexts, Normalised } from './record.ts';

/** A logged callback, or a bare callback body, as a record in our units; else why it belongs to no order. */
export function normaliseCallback(value: JsonObject, settings: Settings): Normalised {
  // An export with fixed columns writes null for what a bare body does not have around it.
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
  const interpreted = interpretCallback(texts, settings);
  if (interpreted === undefined) {
    const detail = 'neither receivedAt, nor X-TIMESTAMP, nor transactionTime';
    return { kind: 'rejected', rejection: { reason: 'no_time', detail } };
  }
  const { reading, region } = interpreted;
  const { verified, understood } = readVerdict(envelope['verified']);
  const record = {
    ...texts,
    ...reading,
    verified,
    digest: recordDigest(
      'callback',
      Object.values({ ...texts, amountText: amountForDigest(amountText), verified: verified?.toString() }),
    ),
    loggedAt:
      readOwnPlainly(texts.receivedAtText) ??
      readPlainly(texts.timestampText) ??
      readPlainly(texts.transactionTimeText) ??
      reading.receivedAt,
  };
  const violations: readonly Violation[] = [
    ...checkCallback(bodyObject, headers, region.variant),
    ...(understood ? [] : [{ field: 'verified', rule: 'true or false', shape: shape(envelope['verified']) }]),
  ];
  return { kind: 'callback', record, violations };
}

const TRUE = new Set(['true', 't', '1', 'yes', 'y', 'sim', 's', 'verdadeiro']);
const FALSE = new Set(['false', 'f', '0', 'no', 'n', 'nao', 'não', 'falso']);

/**
 * The merchant's verdict on the signature, as programs, databases and people write it. One that is there and cannot be
 * understood counts as false, and is told: it must not let a forged callback count as a payment.
 */
function readVerdict(value: unknown): {
  readonly verified: boolean | undefined;
  readonly understood: boolean;
} {
  if (value === undefined || value === null || value === '') return { verified: undefined, understood: true };
  const word = String(typeof value === 'boolean' ? value : readAnyText(value)).toLowerCase();
  if (TRUE.has(word)) return { verified: true, understood: true };
  return { verified: false, understood: FALSE.has(word) };
}
