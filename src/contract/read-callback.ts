import type { CallbackBody } from './bodies.ts';
import type { JsonObject } from './json.ts';
import { ownObject, ownValue } from './own-value.ts';
import { readAnyText, readText } from './read-text.ts';

/** Reads the body of a notification, whose merchant is flat. Interface: section "Callback request body". */
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
