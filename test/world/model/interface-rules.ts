/** Whether a record breaks a rule of the pay-in interface that does not stop its use, by the interface's own page. */
import { at, type Json, Spelled, text, ZONES } from './records.ts';
import { localCell, readOwnTime } from './times.ts';

const CURRENCIES = ['BRL', 'EGP', 'USD', 'JPY', 'KWD'];
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const ZONED_OR_LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d([+-]\d\d:\d\d)?$/;

export function breaksInterface(record: Json, kind: 'pay-in' | 'callback', region: string): boolean {
  return kind === 'pay-in' ? payInBreaks(record, region) : callbackBreaks(record, region);
}

function payInBreaks(record: Json, region: string): boolean {
  const body = at(record, 'request.body');
  const isBrazil = region === 'BR';
  const expiry = at(body, 'expiryPeriod');
  const seconds = expiry instanceof Spelled ? Number(expiry.text) : undefined;
  const header = text(record, 'request.headers.X-TIMESTAMP');
  const account = text(body, 'payer.pixAccount');
  return (
    !isOrderNo(text(body, 'orderNo')) ||
    !isWithin(text(body, 'purpose'), 1, 64) ||
    text(body, 'merchant.merchantId') === undefined ||
    moneyBreaks(body, region) ||
    (isBrazil && !/^(\d{11}|\d{14})$/.test(account ?? '')) ||
    methodBreaks(text(body, 'paymentMethod'), isBrazil) ||
    (expiry !== undefined && seconds === undefined) ||
    (seconds !== undefined && (seconds > 86_400 || seconds < (isBrazil ? 3600 : 1))) ||
    [text(body, 'redirectUrl'), text(body, 'callbackUrl')].some((url) => !isWithin(url ?? '', 0, 256)) ||
    (header !== undefined && !isOfZone(header, region)) ||
    responseBreaks(at(record, 'response'), region)
  );
}

function responseBreaks(response: Json | undefined, region: string): boolean {
  const body = at(response, 'body');
  const code = text(body, 'code');
  if (code === undefined) return false;
  if (text(body, 'message') === undefined) return true;
  if (code !== '00') return false;
  const time = text(body, 'transactionTime');
  return (
    !isOrderNo(text(body, 'orderNo')) ||
    text(body, 'merchant.merchantId') === undefined ||
    moneyBreaks(body, region) ||
    time === undefined ||
    !isOfZone(time, region) ||
    methodBreaks(text(body, 'channel.paymentMethod'), region === 'BR') ||
    (region === 'BR' && text(body, 'channel.paymentUrl') === undefined)
  );
}

function callbackBreaks(record: Json, region: string): boolean {
  const body = at(record, 'body');
  const header = text(record, 'headers.X-TIMESTAMP');
  const time = text(body, 'transactionTime') ?? '';
  return (
    !isOrderNo(text(body, 'orderNo')) ||
    [text(body, 'tradeNo'), text(body, 'merchantName'), text(body, 'status')].includes(undefined) ||
    methodBreaks(text(body, 'paymentMethod'), region === 'BR') ||
    !ZONED_OR_LOCAL.test(time) ||
    readOwnTime(time) === undefined ||
    moneyBreaks(body, region) ||
    (header !== undefined && !ZONED.test(header))
  );
}

function moneyBreaks(body: Json | undefined, region: string): boolean {
  const currency = text(body, 'money.currency');
  const amount = at(body, 'money.amount');
  if (currency === undefined || !(amount instanceof Spelled)) return true;
  const isWrongCurrency = region === 'BR' ? currency !== 'BRL' : !CURRENCIES.includes(currency);
  const scaled = Number(amount.text) * (region === 'BR' ? 1 : 100);
  // Amounts of the world are far below the point from which a number is not exact.
  return isWrongCurrency || Math.abs(scaled - Math.round(scaled)) > 1e-6;
}

function methodBreaks(method: string | undefined, isBrazil: boolean): boolean {
  return method === undefined || (isBrazil && method !== 'PIX');
}

function isOrderNo(orderNo: string | undefined): boolean {
  return /^[A-Za-z0-9]{6,32}$/.test(orderNo ?? '');
}

function isWithin(value: string | undefined, least: number, most: number): boolean {
  return value !== undefined && [...value].length >= least && [...value].length <= most;
}

/** A time of the calendar with the offset that the region's zone has at that instant. */
function isOfZone(time: string, region: string): boolean {
  const instant = ZONED.test(time) ? readOwnTime(time) : undefined;
  return instant !== undefined && (region === '' || localCell(ZONES[region]!, instant) === time);
}
