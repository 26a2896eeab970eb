import { hash } from 'node:crypto';
import { isPresent, type JsonObject, numberText, ownObject, ownValue, rawJson } from '../contract/json.ts';
import type { HttpAnswer } from '../http/answer.ts';
import { errorAnswerOf, type SandboxSettings } from '../settings/sandbox.ts';
import { brCode } from './br-code.ts';
import type { Refusal } from './check-call.ts';
import type { SandboxOrder } from './known-order.ts';
import { zonedTime } from './zoned-time.ts';

/** What an answer needs besides the order. */
export interface AnswerContext {
  readonly settings: SandboxSettings;
  /** Address under which payers reach the sandbox. */
  readonly url: string;
  readonly now: number;
  readonly zone: string;
}

/** The path of an order's cashier page. */
export function cashierPath(tradeNo: string): string {
  return `/cashier/${tradeNo}`;
}

const ECHOED = ['merchantId', 'merchantName', 'subMerchantId', 'subMerchantName'];

/**
 * The answer to an order that was created. Interface: "Pay-in response headers", "Pay-in response body".
 * @param body of the request; money.amount is echoed with the same digits
 */
export function acceptedAnswer(context: AnswerContext, order: SandboxOrder, body: JsonObject): HttpAnswer {
  const { settings, zone, now } = context;
  const merchant = ownObject(body, 'merchant') ?? {};
  const accountNo = settings.merchants.find((one) => one.merchantId === order.merchantId)?.accountNo;
  const echoed = ECHOED.filter((name) => isPresent(merchant, name)).map((name) => [name, merchant[name]]);
  const answer = {
    code: '00',
    message: 'success',
    orderNo: order.orderNo,
    tradeNo: order.tradeNo,
    merchant: { ...Object.fromEntries(echoed), ...(accountNo === undefined ? {} : { accountNo }) },
    money: { currency: order.currency, amount: rawJson(order.amountText) },
    transactionTime: zonedTime(order.createdAt, zone),
    channel: channelOf(context, order),
    status: 'PROCESSING',
  };
  return answerOf(200, answer, zonedTime(now, zone));
}

/** The answer to a refused request: a code other than "00", and a text. Interface: "Errors". */
export function refusedAnswer(
  { settings, now, zone }: Omit<AnswerContext, 'url'>,
  { error, detail, orderNo }: Refusal,
  headers?: HttpAnswer['headers'],
): HttpAnswer {
  const { code, httpStatus, message } = errorAnswerOf(settings, error);
  const text = detail === '' ? message : `${message}: ${detail}`;
  const answer = { code, message: text, ...(orderNo === undefined ? {} : { orderNo }) };
  return answerOf(httpStatus, answer, zonedTime(now, zone), headers);
}

function answerOf(
  status: number,
  body: object,
  timestamp: string,
  headers?: HttpAnswer['headers'],
): HttpAnswer {
  const all = { ...headers, 'X-TIMESTAMP': timestamp };
  return { status, type: 'application/json', body: JSON.stringify(body), headers: all };
}

function channelOf({ settings, url }: AnswerContext, order: SandboxOrder): object {
  const { paymentMethod, tradeNo } = order;
  const paymentUrl = url + cashierPath(tradeNo);
  if (settings.referenceMethods.includes(paymentMethod)) {
    return { paymentMethod, paymentUrl, vaNumber: referenceOf(order) };
  }
  if (order.currency !== 'BRL') return { paymentMethod, paymentUrl };
  return settings.flow === 'qr'
    ? { paymentMethod, paymentUrl, qrString: qrStringOf(settings, order), additionalInfo: {} }
    : { paymentMethod, paymentUrl, qrString: '', additionalInfo: { paymentUrl: `${paymentUrl}?web=1` } };
}

/** The reference number that a payer gives at a kiosk. */
export function referenceOf({ number }: Pick<SandboxOrder, 'number'>): string {
  return `9${String(number).padStart(9, '0')}`;
}

/** The text of the PIX QR code of an order. */
export function qrStringOf({ seed }: Pick<SandboxSettings, 'seed'>, order: SandboxOrder): string {
  return brCode({
    key: uuidOf(`${seed} ${order.merchantId}`),
    amountCentavos: BigInt(order.amountMinor),
    merchantName: order.subMerchantName ?? order.merchantName ?? order.merchantId,
    merchantCity: 'SAO PAULO',
    transactionId: order.tradeNo,
  });
}

/** A random key of PIX is a UUID; here it is the same for a merchant each time. */
function uuidOf(text: string): string {
  const digits = hash('sha256', text, 'hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

/** The digits of money.amount as they were sent. */
export function amountTextOf(body: JsonObject): string {
  return numberText(ownValue(ownObject(body, 'money'), 'amount'))!;
}
