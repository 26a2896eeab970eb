import { utcText, type ZoneDay } from './calendar.ts';
import type { Callback, Order, PayIn, PayInResponse, TimeForm } from './order.ts';

// Lines are built from text instead of serialising nested objects, which is several times faster. Text that
// could need escaping was escaped beforehand (parties) or cannot contain special characters.

const SIGNATURE = '"X-SIGNATURE":"simulated"';
const CONTENT_TYPE = '"Content-Type":"application/json"';

/** The pay-in record of one call, as in the merchant's log (interface: "Create pay-in order"). */
export function payInLine(order: Order, payIn: PayIn, day: ZoneDay): string {
  const sentAt = `${utcText(payIn.sentAt)}.${threeDigits(payIn.sentMilliseconds)}Z`;
  const expiry = payIn.expirySeconds === undefined ? '' : `,"expiryPeriod":${payIn.expirySeconds}`;
  const request =
    `{"headers":{${CONTENT_TYPE},"X-TIMESTAMP":"${day.withOffset(payIn.sentAt)}",${SIGNATURE},` +
    `"X-PARTNER-ID":"${order.party.merchantId}"},"body":{"orderNo":"${order.orderNo}","purpose":"${payIn.purpose}",` +
    `"merchant":{${order.party.requestJson}},"money":{"currency":"${payIn.currency}","amount":${payIn.amountText}}` +
    `${requestPayer(order)},"paymentMethod":"${payIn.method}"${expiry},` +
    `"redirectUrl":"https://shop.example/paid","callbackUrl":"https://shop.example/callbacks"}}`;
  if (payIn.response === undefined) return `{"sentAt":"${sentAt}","request":${request}}`;
  return `{"sentAt":"${sentAt}","request":${request},"response":${responseJson(order, payIn, payIn.response, day)}}`;
}

function responseJson(order: Order, payIn: PayIn, response: PayInResponse, day: ZoneDay): string {
  const at = day.withOffset(response.at);
  const { tradeNo } = response;
  const trade = tradeNo === undefined ? '' : `"tradeNo":"${tradeNo}",`;
  const status = tradeNo === undefined ? '' : ',"status":"PROCESSING"';
  return (
    `{"status":200,"headers":{${CONTENT_TYPE},"X-TIMESTAMP":"${at}"},"body":{"code":"${response.code}",` +
    `"message":"${response.message}","orderNo":"${order.orderNo}",${trade}"merchant":{${order.party.responseJson}},` +
    `"money":{"currency":"${payIn.currency}","amount":${response.amountText}},"transactionTime":"${at}",` +
    `"channel":{"paymentMethod":"${payIn.method}",${channelJson(order, tradeNo)}}${status}}}`
  );
}

/** `paymentUrl` is mandatory in Brazil even for a refused order. It then leads to a page that says so. */
function channelJson(order: Order, tradeNo: string | undefined): string {
  const url = `"paymentUrl":"https://cashier.example/${tradeNo ?? 'refused'}"`;
  if (order.region.code === 'EG')
    return tradeNo === undefined ? url : `${url},"vaNumber":"9${tradeNo.slice(-9)}"`;
  return `${url},"qrString":"${tradeNo === undefined ? '' : `000201EXAMPLE${tradeNo}`}","additionalInfo":{}`;
}

/** The callback record of one delivery, as in the merchant's log (interface: "Callback request"). */
export function callbackLine(order: Order, callback: Callback, day: ZoneDay): string {
  const { headerForm, receivedAt } = callback;
  const received =
    headerForm === 'absent'
      ? ''
      : `"receivedAt":"${utcText(receivedAt)}.${threeDigits(callback.receivedMilliseconds)}Z",`;
  const line =
    `{${received}"headers":{${CONTENT_TYPE}${headerTime(callback, day)},${SIGNATURE}},` +
    `"body":{"orderNo":"${callback.orderNo}","tradeNo":"${callback.tradeNo}",${callback.party.callbackJson},` +
    `"paymentMethod":"${callback.method}"${completedMember(callback.completedAt, callback.completedForm, day)},` +
    `"status":"${callback.status}","money":{"currency":"${callback.currency}","amount":${callback.amountText}}` +
    `${callbackPayer(order)}},"ack":"${callback.ack}","verified":${callback.verified}}`;
  return callback.isCut ? line.slice(0, 120 + (order.index % 200)) : line;
}

function headerTime(callback: Callback, day: ZoneDay): string {
  if (callback.headerForm === 'absent') return '';
  if (callback.headerForm === 'utc') return `,"X-TIMESTAMP":"${utcText(callback.receivedAt)}+00:00"`;
  return `,"X-TIMESTAMP":"${day.withOffset(callback.receivedAt)}"`;
}

function completedMember(at: number, form: TimeForm, day: ZoneDay): string {
  if (form === 'absent') return '';
  return `,"transactionTime":"${completedText(at, form, day)}"`;
}

function completedText(at: number, form: Exclude<TimeForm, 'absent'>, day: ZoneDay): string {
  if (form === 'offset') return day.withOffset(at);
  if (form === 'utc') return utcText(at);
  const local = day.withoutOffset(at);
  if (form === 'local') return local;
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 16)}`;
}

function requestPayer(order: Order): string {
  const digits = fourDigits(order.payer);
  if (order.region.code === 'BR') {
    // Mostly zeros, so that it is no real CPF or CNPJ.
    const account = order.payer % 20 === 0 ? `0000000000${digits}` : `0000000${digits}`;
    return `,"payer":{"pixAccount":"${account}"}`;
  }
  return order.payer % 2 === 0 ? egyptPayer(digits) : '';
}

function callbackPayer(order: Order): string {
  const hasPayer = order.region.code === 'EG' && order.payer % 2 === 0;
  return hasPayer ? egyptPayer(fourDigits(order.payer)) : '';
}

function egyptPayer(digits: string): string {
  return `,"payer":{"name":"Payer ${digits}","phone":"0100000${digits}","email":"payer${digits}@example.com"}`;
}

function threeDigits(value: number): string {
  return value < 10 ? `00${value}` : value < 100 ? `0${value}` : `${value}`;
}

function fourDigits(value: number): string {
  return value < 1000 ? `0${threeDigits(value)}` : `${value}`;
}
