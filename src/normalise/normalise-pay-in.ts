import { checkRequest, checkResponse } from '../contract/check.ts';
import type { JsonObject } from '../contract/json.ts';
import { readRequest } from '../contract/read-request.ts';
import { readResponse } from '../contract/read-response.ts';
import { readText } from '../contract/read-text.ts';
import type { Settings } from '../settings.ts';
import { currencyExponent } from './currency.ts';
import { amountForDigest, recordDigest } from './digest.ts';
import { objectOrNone, readHeader } from './headers.ts';
import { identify } from './identify.ts';
import { addSeconds } from './instant.ts';
import { readMinorUnits, readPositiveWhole } from './money.ts';
import { readTime } from './read-time.ts';
import type { Normalised, PayInRecord } from './record.ts';
import { findRegion } from './region.ts';
import { firstReadable, headerInstant, headerOffset, readOwnTime, readPlainly, TimeFlags } from './times.ts';

/** Seconds that an order stays payable where the request does not say. Interface: "Limits". */
const DEFAULT_EXPIRY_SECONDS = 3600;

/** A stored pay-in call as a record in our units, or the reason why it belongs to no order. */
export function normalisePayIn(value: JsonObject, settings: Settings): Normalised {
  const request = objectOrNone(value['request']);
  const requestHeaders = objectOrNone(request?.['headers']);
  const requestBody = objectOrNone(request?.['body']) ?? {};
  const body = readRequest(requestBody);
  const identity = identify(body.orderNo, body.merchantId ?? readHeader(requestHeaders, 'x-partner-id'));
  if ('rejection' in identity) return { kind: 'rejected', rejection: identity.rejection };

  const region = findRegion(settings, body.currency, body.paymentMethod);
  const response = objectOrNone(value['response']);
  const responseBody = objectOrNone(response?.['body']);
  const answer = responseBody === undefined ? undefined : readResponse(responseBody);
  const counts = answer?.code !== undefined;
  const echo = counts ? answer : undefined;
  const responseTimestampText = counts ? readHeader(response?.['headers'], 'x-timestamp') : undefined;

  const flags = new TimeFlags();
  const sentAtText = readText(value['sentAt']);
  const timestampText = readHeader(requestHeaders, 'x-timestamp');
  const service = { zone: region.zone, allowedSkewSeconds: settings.allowedSkewSeconds };
  const asked = firstReadable(flags, [
    [timestampText, (text) => readTime(text, service)],
    [sentAtText, (text) => readOwnTime(text, settings)],
  ]);
  const answeredAt = firstReadable(flags, [
    [
      echo?.transactionTime,
      (text) =>
        readTime(text, {
          ...service,
          reference: headerInstant(responseTimestampText) ?? asked,
          headerOffsetSeconds: headerOffset(responseTimestampText),
        }),
    ],
  ]);
  const requestedAt = asked ?? answeredAt;
  const loggedAt =
    readPlainly(timestampText) ??
    readPlainly(sentAtText) ??
    readPlainly(echo?.transactionTime) ??
    requestedAt;
  if (requestedAt === undefined || loggedAt === undefined) {
    const detail = 'neither X-TIMESTAMP of the request, nor sentAt, nor transactionTime of the response';
    return { kind: 'rejected', rejection: { reason: 'no_time', detail } };
  }

  const createdAt = answeredAt ?? requestedAt;
  const money = (currency: string | undefined, text: string | undefined) =>
    readMinorUnits(text, region.amountUnit, region.decimals, currencyExponent(currency));
  const kept = {
    ...identity,
    subMerchantId: body.subMerchantId,
    paymentMethod: body.paymentMethod,
    currency: body.currency,
    amountText: body.amountText,
    expiryPeriodText: body.expiryPeriodText,
    sentAtText,
    timestampText,
    responseTimestampText,
    responseTimeText: echo?.transactionTime,
    responseCode: echo?.code,
    responseStatus: echo?.status,
    responseOrderNo: echo?.orderNo,
    responseMerchantId: echo?.merchantId,
    responseCurrency: echo?.currency,
    responseAmountText: echo?.amountText,
    responseMethod: echo?.paymentMethod,
    tradeNo: echo?.tradeNo,
    accountNo: echo?.accountNo,
  };
  const record: PayInRecord = {
    ...kept,
    digest: recordDigest(
      'pay-in',
      Object.values({
        ...kept,
        amountText: amountForDigest(kept.amountText),
        responseAmountText: amountForDigest(kept.responseAmountText),
      }),
    ),
    loggedAt,
    region: region.name,
    amountMinor: money(body.currency, body.amountText),
    requestedAt,
    createdAt,
    expiresAt: addSeconds(createdAt, readPositiveWhole(body.expiryPeriodText) ?? DEFAULT_EXPIRY_SECONDS),
    hasResponse: counts,
    responseAmountMinor: money(echo?.currency ?? body.currency, echo?.amountText),
    timeFlags: flags.list(),
  };
  const violations = [
    ...checkRequest(requestBody, requestHeaders, region.variant),
    ...(counts ? checkResponse(responseBody!, objectOrNone(response?.['headers']), region.variant) : []),
  ];
  return { kind: 'pay-in', record, violations };
}
