import { checkRequest, checkResponse } from '../contract/check.ts';
import { isPresent, type JsonObject } from '../contract/json.ts';
import { type ResponseBody, readRequest, readResponse } from '../contract/read-bodies.ts';
import { readText } from '../contract/read-text.ts';
import type { Violation } from '../contract/violation.ts';
import type { Settings } from '../settings/schema.ts';
import { checkOffsets } from './check-offset.ts';
import { amountForDigest, recordDigest } from './digest.ts';
import { objectOrNone, readHeader } from './find-record.ts';
import { identify } from './identify.ts';
import { interpretPayIn } from './interpret-pay-in.ts';
import { readOwnPlainly, readPlainly } from './read-time.ts';
import type { Normalised, PayInTexts } from './record.ts';

/**
 * A stored pay-in call as a record in our units, or the reason why it belongs to no order. A response that was logged
 * without its request is a record too: the two are joined when orders are judged (sql/reconcile/evidence/answers.sql).
 */
export function normalisePayIn(value: JsonObject, settings: Settings): Normalised {
  const request = objectOrNone(value['request']);
  const response = objectOrNone(value['response']);
  const responseBody = objectOrNone(response?.['body']);
  const hasRequest = isPresent(value, 'request') || response === undefined;
  const requestHeaders = objectOrNone(request?.['headers']);
  const requestBody = objectOrNone(request?.['body']) ?? {};
  const body = readRequest(requestBody);
  const answer = responseBody === undefined ? undefined : readResponse(responseBody);
  if (!hasRequest && answer?.code === undefined) {
    return {
      kind: 'rejected',
      rejection: { reason: 'unknown_kind', detail: 'a response without code, alone' },
    };
  }
  const identity = hasRequest
    ? identify(body.orderNo, body.merchantId ?? readHeader(requestHeaders, 'x-partner-id'))
    : identify(answer?.orderNo, answer?.merchantId);
  if ('rejection' in identity) return { kind: 'rejected', rejection: identity.rejection };

  const counts = answer?.code !== undefined;
  const echo = counts ? answer : undefined;
  const ownTime = readText(value['sentAt']);
  const texts: PayInTexts = {
    ...identity,
    subMerchantId: body.subMerchantId,
    paymentMethod: body.paymentMethod,
    currency: body.currency,
    amountText: body.amountText,
    expiryPeriodText: body.expiryPeriodText,
    sentAtText: hasRequest ? ownTime : (readText(value['receivedAt']) ?? ownTime),
    timestampText: readHeader(requestHeaders, 'x-timestamp'),
    responseTimestampText: echo === undefined ? undefined : readHeader(response?.['headers'], 'x-timestamp'),
    ...responseTexts(echo),
  };
  const interpreted = interpretPayIn(texts, hasRequest, settings);
  if (interpreted === undefined) return withoutTime(hasRequest);
  const { reading, region } = interpreted;
  const record = {
    ...texts,
    ...reading,
    hasRequest,
    hasResponse: counts,
    digest: digestOf(texts, hasRequest),
    loggedAt: plainTime(texts) ?? reading.requestedAt,
  };
  const violations: readonly Violation[] = [
    ...(hasRequest ? checkRequest(requestBody, requestHeaders, region.variant) : []),
    ...(counts ? checkResponse(responseBody!, objectOrNone(response?.['headers']), region.variant) : []),
    ...checkOffsets(texts, region),
  ];
  return { kind: 'pay-in', record, violations };
}

function responseTexts(echo: ResponseBody | undefined) {
  return {
    responseTimeText: echo?.transactionTime,
    responseCode: echo?.code,
    responseStatus: echo?.status,
    responseOrderNo: echo?.orderNo,
    responseMerchantId: echo?.merchantId,
    responseSubMerchantId: echo?.subMerchantId,
    responseCurrency: echo?.currency,
    responseAmountText: echo?.amountText,
    responseMethod: echo?.paymentMethod,
    tradeNo: echo?.tradeNo,
    accountNo: echo?.accountNo,
  };
}

/**
 * The sub-merchant of the response enters only where it is not the request's: then alone it says anything, and records
 * that were read before it was kept have the digest that they had.
 */
function digestOf({ responseSubMerchantId: echoed, ...texts }: PayInTexts, hasRequest: boolean): string {
  const keys = Object.keys(texts) as (keyof typeof texts)[];
  const values = keys.map((key) =>
    key === 'amountText' || key === 'responseAmountText' ? amountForDigest(texts[key]) : texts[key],
  );
  const asked = hasRequest ? (texts.subMerchantId ?? echoed) : undefined;
  if (echoed !== asked && echoed !== undefined) values.push(echoed);
  return recordDigest(hasRequest ? 'pay-in' : 'response', values);
}

/** The record's time without any setting; a response by itself has no header of a request. */
function plainTime(texts: PayInTexts) {
  return (
    readPlainly(texts.timestampText) ??
    readOwnPlainly(texts.sentAtText) ??
    readPlainly(texts.responseTimeText) ??
    readPlainly(texts.responseTimestampText)
  );
}

function withoutTime(hasRequest: boolean): Normalised {
  const detail = hasRequest
    ? 'neither X-TIMESTAMP of the request, nor sentAt, nor transactionTime of the response'
    : 'neither receivedAt, nor X-TIMESTAMP, nor transactionTime of the response';
  return { kind: 'rejected', rejection: { reason: 'no_time', detail } };
}
