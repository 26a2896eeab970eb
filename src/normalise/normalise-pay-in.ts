import { checkRequest, checkResponse } from '../contract/check.ts';
import { isPresent, type JsonObject, readText } from '../contract/json.ts';
import { type ResponseBody, readRequest, readResponse } from '../contract/read-bodies.ts';
import type { Violation } from '../contract/violation.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import { checkOffsets } from './check-offset.ts';
import { objectOrNone, readHeader } from './find-record.ts';
import { amountForDigest, findRegion, identify, recordDigest } from './identify.ts';
import { addSeconds, type Instant } from './instant.ts';
import { readMoney, readPositiveWhole } from './money.ts';
import {
  headerInstant,
  headerOffset,
  readOwnPlainly,
  readOwnTime,
  readPlainly,
  readTime,
  TimeFlags,
} from './read-time.ts';
import type { Normalised, PayInReading, PayInRecord, PayInTexts } from './record.ts';
import { withoutTime } from './rejection.ts';

/**
 * A logged pay-in call as a record in our units, or the reason why it belongs to no order. A response that was logged
 * without its request is a record too: the run joins the two (sql/reconcile/evidence/answers.sql).
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
    : identify(answer!.orderNo, answer!.merchantId);
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
    responseTimestampText: echo === undefined ? undefined : readHeader(response!['headers'], 'x-timestamp'),
    ...responseTexts(echo),
  };
  const made = payInOf(texts, { hasRequest, hasResponse: counts }, settings);
  if (made === undefined) return { kind: 'rejected', rejection: withoutTime(timesOf(texts, hasRequest)) };
  const { record, region } = made;
  const violations: readonly Violation[] = [
    ...(hasRequest ? checkRequest(requestBody, requestHeaders, region.variant) : []),
    ...(counts ? checkResponse(responseBody!, objectOrNone(response!['headers']), region.variant) : []),
    ...checkOffsets(texts, region),
  ];
  return { kind: 'pay-in', record, violations };
}

/**
 * The record of kept texts.
 * @returns the record, with the region's settings; undefined where no time can be read
 */
export function payInOf(
  texts: PayInTexts,
  { hasRequest, hasResponse }: Pick<PayInRecord, 'hasRequest' | 'hasResponse'>,
  settings: Settings,
): { readonly record: PayInRecord; readonly region: RegionSettings } | undefined {
  const interpreted = interpretPayIn(texts, hasRequest, settings);
  if (interpreted === undefined) return undefined;
  const { reading, region } = interpreted;
  // Property by property: spreading takes several times as long, for each line.
  const record: PayInRecord = {
    orderNo: texts.orderNo,
    merchantId: texts.merchantId,
    subMerchantId: texts.subMerchantId,
    paymentMethod: texts.paymentMethod,
    currency: texts.currency,
    amountText: texts.amountText,
    expiryPeriodText: texts.expiryPeriodText,
    sentAtText: texts.sentAtText,
    timestampText: texts.timestampText,
    responseTimestampText: texts.responseTimestampText,
    responseTimeText: texts.responseTimeText,
    responseCode: texts.responseCode,
    responseStatus: texts.responseStatus,
    responseOrderNo: texts.responseOrderNo,
    responseMerchantId: texts.responseMerchantId,
    responseSubMerchantId: texts.responseSubMerchantId,
    responseCurrency: texts.responseCurrency,
    responseAmountText: texts.responseAmountText,
    responseMethod: texts.responseMethod,
    tradeNo: texts.tradeNo,
    accountNo: texts.accountNo,
    region: reading.region,
    amountMinor: reading.amountMinor,
    requestedAt: reading.requestedAt,
    answeredAt: reading.answeredAt,
    createdAt: reading.createdAt,
    expiresAt: reading.expiresAt,
    responseAmountMinor: reading.responseAmountMinor,
    timeFlags: reading.timeFlags,
    hasRequest,
    hasResponse,
    digest: payInDigest(texts, hasRequest),
    loggedAt: plainTime(texts) ?? reading.requestedAt,
  };
  return { record, region };
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
 * Digest of the record. The response's sub-merchant enters only where it differs from the request's, so that records
 * that were read before it was kept keep their digest.
 */
export function payInDigest(texts: PayInTexts, hasRequest: boolean): string {
  const values = [
    texts.orderNo,
    texts.merchantId,
    texts.subMerchantId,
    texts.paymentMethod,
    texts.currency,
    amountForDigest(texts.amountText),
    texts.expiryPeriodText,
    texts.sentAtText,
    texts.timestampText,
    texts.responseTimestampText,
    texts.responseTimeText,
    texts.responseCode,
    texts.responseStatus,
    texts.responseOrderNo,
    texts.responseMerchantId,
    texts.responseCurrency,
    amountForDigest(texts.responseAmountText),
    texts.responseMethod,
    texts.tradeNo,
    texts.accountNo,
  ];
  const echoed = texts.responseSubMerchantId;
  const asked = hasRequest ? (texts.subMerchantId ?? echoed) : undefined;
  if (echoed !== asked && echoed !== undefined) values.push(echoed);
  return recordDigest(hasRequest ? 'pay-in' : 'response', values);
}

/** The record's time, read without any setting; a response by itself has no header of a request. */
function plainTime(texts: PayInTexts) {
  return (
    readPlainly(texts.timestampText) ??
    readOwnPlainly(texts.sentAtText) ??
    readPlainly(texts.responseTimeText) ??
    readPlainly(texts.responseTimestampText)
  );
}

/** The texts of its times by the names they have in the log, in the order in which they count. */
function timesOf(texts: PayInTexts, hasRequest: boolean) {
  const answered = { 'transactionTime of the response': texts.responseTimeText };
  return hasRequest
    ? { 'X-TIMESTAMP of the request': texts.timestampText, sentAt: texts.sentAtText, ...answered }
    : { receivedAt: texts.sentAtText, 'X-TIMESTAMP': texts.responseTimestampText, ...answered };
}

/** How many seconds an order can be paid where the request does not say. Interface: "Limits". */
const DEFAULT_EXPIRY_SECONDS = 3600;
/**
 * The longest expiryPeriod that counts: a year, where the interface allows a day. With a longer one the order would
 * wait almost for ever.
 */
const LONGEST_EXPIRY_SECONDS = 366 * 86_400;

/**
 * Interprets the kept texts of a pay-in record by the settings: region, minor units, instants in UTC.
 * @param hasRequest false for a response on a line of its own: region and time are then the response's
 * @returns the reading, with the region's settings; undefined where no time can be read
 */
export function interpretPayIn(
  texts: PayInTexts,
  hasRequest: boolean,
  settings: Settings,
): { readonly reading: PayInReading; readonly region: RegionSettings } | undefined {
  const region = hasRequest
    ? findRegion(settings, texts.currency, texts.paymentMethod)
    : findRegion(settings, texts.responseCurrency, texts.responseMethod);
  const flags = new TimeFlags();
  const { timestampText, sentAtText } = texts;
  const stamped =
    hasRequest && timestampText !== undefined
      ? flags.take(readTime(timestampText, serviceClock(region, settings)))
      : undefined;
  const asked =
    stamped ?? (sentAtText === undefined ? undefined : flags.take(readOwnTime(sentAtText, settings)));
  const answeredAt = readAnswer(texts, region, settings, asked, flags);
  const requestedAt = hasRequest
    ? (asked ?? answeredAt)
    : (asked ??
      headerInstant(texts.responseTimestampText) ??
      answeredAt ??
      stampedAt(texts, region, settings));
  if (requestedAt === undefined) return undefined;
  const createdAt = answeredAt ?? requestedAt;
  const reading: PayInReading = {
    region: region.name,
    amountMinor: readMoney(texts.amountText, texts.currency, region),
    requestedAt,
    answeredAt,
    createdAt,
    expiresAt: addSeconds(createdAt, readExpiry(texts.expiryPeriodText)),
    responseAmountMinor: readMoney(
      texts.responseAmountText,
      texts.responseCurrency ?? texts.currency,
      region,
    ),
    timeFlags: flags.list(),
  };
  return { reading, region };
}

/** How many seconds the order can be paid: the request's expiryPeriod, if that is a valid whole number. */
function readExpiry(text: string | undefined): number {
  const seconds = readPositiveWhole(text) ?? DEFAULT_EXPIRY_SECONDS;
  return seconds > LONGEST_EXPIRY_SECONDS ? DEFAULT_EXPIRY_SECONDS : seconds;
}

/** The response's transactionTime; its reference is the response's own header, else the time of the request. */
function readAnswer(
  texts: PayInTexts,
  region: RegionSettings,
  settings: Settings,
  asked: Instant | undefined,
  flags: TimeFlags,
): Instant | undefined {
  if (texts.responseTimeText === undefined) return undefined;
  const context = {
    zone: region.zone,
    allowedSkewSeconds: settings.allowedSkewSeconds,
    reference: headerInstant(texts.responseTimestampText) ?? asked,
    headerOffsetSeconds: headerOffset(texts.responseTimestampText),
  };
  return flags.take(readTime(texts.responseTimeText, context));
}

/** The time of the response's header without an offset, where a response was logged without a time of its own. */
function stampedAt(texts: PayInTexts, region: RegionSettings, settings: Settings): Instant | undefined {
  if (texts.responseTimestampText === undefined) return undefined;
  return readTime(texts.responseTimestampText, serviceClock(region, settings)).instant;
}

function serviceClock(region: RegionSettings, settings: Settings) {
  return { zone: region.zone, allowedSkewSeconds: settings.allowedSkewSeconds };
}
