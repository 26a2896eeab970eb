import { type JsonObject, ownObject, ownValue, readAnyText, readText } from './json.ts';

/**
 * The bodies of the interface, read into text fields. An absent value and an empty string are both `undefined`.
 * Identifiers are unchanged; amounts and times are the texts that will be interpreted. Interface: section "Resources
 * and their fields".
 */
export interface RequestBody {
  readonly orderNo: string | undefined;
  /** merchant.merchantId; the header X-PARTNER-ID is the caller's fallback. */
  readonly merchantId: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly paymentMethod: string | undefined;
  /** Seconds, as sent. */
  readonly expiryPeriodText: string | undefined;
}

export interface ResponseBody {
  readonly code: string | undefined;
  readonly orderNo: string | undefined;
  readonly tradeNo: string | undefined;
  readonly merchantId: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly accountNo: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly transactionTime: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly status: string | undefined;
}

export interface CallbackBody {
  readonly orderNo: string | undefined;
  readonly tradeNo: string | undefined;
  readonly merchantId: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly transactionTime: string | undefined;
  readonly status: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
}

/** Reads the body of a pay-in request. Interface: section "Pay-in request body". */
export function readRequest(body: JsonObject): RequestBody {
  const merchant = ownObject(body, 'merchant');
  const money = ownObject(body, 'money');
  return {
    orderNo: readText(ownValue(body, 'orderNo')),
    merchantId: readText(ownValue(merchant, 'merchantId')),
    subMerchantId: readText(ownValue(merchant, 'subMerchantId')),
    currency: readText(ownValue(money, 'currency')),
    amountText: readAnyText(ownValue(money, 'amount')),
    paymentMethod: readText(ownValue(body, 'paymentMethod')),
    expiryPeriodText: readText(ownValue(body, 'expiryPeriod')),
  };
}

/** Reads the body of a pay-in response. Interface: section "Pay-in response body". */
export function readResponse(body: JsonObject): ResponseBody {
  const merchant = ownObject(body, 'merchant');
  const money = ownObject(body, 'money');
  const channel = ownObject(body, 'channel');
  return {
    code: readText(ownValue(body, 'code')),
    orderNo: readText(ownValue(body, 'orderNo')),
    tradeNo: readText(ownValue(body, 'tradeNo')),
    merchantId: readText(ownValue(merchant, 'merchantId')),
    subMerchantId: readText(ownValue(merchant, 'subMerchantId')),
    accountNo: readText(ownValue(merchant, 'accountNo')),
    currency: readText(ownValue(money, 'currency')),
    amountText: readAnyText(ownValue(money, 'amount')),
    transactionTime: readText(ownValue(body, 'transactionTime')),
    paymentMethod: readText(ownValue(channel, 'paymentMethod')),
    status: readText(ownValue(body, 'status')),
  };
}

/**
 * Reads the body of a notification, whose merchant fields are at its top level. Interface: section "Callback request
 * body".
 */
export function readCallback(body: JsonObject): CallbackBody {
  const money = ownObject(body, 'money');
  return {
    orderNo: readText(ownValue(body, 'orderNo')),
    tradeNo: readText(ownValue(body, 'tradeNo')),
    merchantId: readText(ownValue(body, 'merchantId')),
    subMerchantId: readText(ownValue(body, 'subMerchantId')),
    paymentMethod: readText(ownValue(body, 'paymentMethod')),
    transactionTime: readText(ownValue(body, 'transactionTime')),
    status: readText(ownValue(body, 'status')),
    currency: readText(ownValue(money, 'currency')),
    amountText: readAnyText(ownValue(money, 'amount')),
  };
}
