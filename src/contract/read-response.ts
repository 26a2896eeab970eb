import type { ResponseBody } from './bodies.ts';
import type { JsonObject } from './json.ts';
import { ownObject, ownValue } from './own-value.ts';
import { readAnyText, readText } from './read-text.ts';

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
    accountNo: readText(ownValue(merchant, 'accountNo')),
    currency: readText(ownValue(money, 'currency')),
    amountText: readAnyText(ownValue(money, 'amount')),
    transactionTime: readText(ownValue(body, 'transactionTime')),
    paymentMethod: readText(ownValue(channel, 'paymentMethod')),
    status: readText(ownValue(body, 'status')),
  };
}
