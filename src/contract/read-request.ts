import type { RequestBody } from './bodies.ts';
import type { JsonObject } from './json.ts';
import { ownObject, ownValue } from './own-value.ts';
import { readAnyText, readText } from './read-text.ts';

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
