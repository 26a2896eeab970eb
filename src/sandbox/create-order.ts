import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { isPresent, type JsonObject, ownObject, ownValue, readText } from '../contract/json.ts';
import type { SandboxSettings } from '../settings/sandbox.ts';
import type { Settings } from '../settings/schema.ts';
import { isVerified } from '../signatures/is-verified.ts';
import type { Signatures } from '../signatures/signatures.ts';
import { callbackRefusal } from './callback-address.ts';
import { type CheckedCall, checkCall, type Refusal } from './check-call.ts';
import { drawFault } from './draw.ts';
import type { KnownOrder, SandboxOrder } from './known-order.ts';
import type { OrderBook } from './order-book.ts';
import { amountTextOf } from './pay-in-answers.ts';

/** A pay-in request that was accepted. */
export interface CreatedOrder {
  readonly known: KnownOrder;
  readonly call: CheckedCall;
  /** Whether the order was there before, and is answered again. */
  readonly isRepeated: boolean;
}

export interface CreateContext {
  readonly settings: Settings;
  readonly book: OrderBook;
  readonly signatures: Signatures | undefined;
  /** Port that the sandbox listens on: it does not call itself. */
  readonly ownPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Pick<Logger, 'error'>;
}

/** Interface: "Pay-in request body", expiryPeriod. */
const DEFAULT_EXPIRY_SECONDS = 3600;

/** Creates an order from a pay-in request. Resolves once the order is on disk. */
export async function createOrder(
  context: CreateContext,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): Promise<CreatedOrder | Refusal> {
  const { settings, book, signatures, ownPort, log } = context;
  const call = checkCall(settings, headers, bytes);
  if ('error' in call) return call;
  const orderNo = call.fields.orderNo!;
  const message = { message: 'request', headers, body: bytes } as const;
  if (signatures !== undefined && !(await isVerified(signatures, message, log))) {
    return { error: 'signatureInvalid', detail: '', orderNo };
  }
  const given = readText(ownValue(call.body, 'callbackUrl'));
  const callbackUrl = given ?? settings.sandbox.callbackUrl;
  const refused =
    callbackUrl === undefined ? undefined : callbackRefusal(callbackUrl, settings.sandbox, ownPort);
  if (refused !== undefined) return { error: 'callbackUrlRefused', detail: refused, orderNo };
  const sha256 = hash('sha256', bytes, 'hex');
  const before = book.find({ merchantId: call.fields.merchantId!, orderNo });
  if (before !== undefined) {
    const answer = repeated(settings.sandbox, before, call, sha256);
    await book.stored(before);
    return answer;
  }
  const order = newOrder(context, call, sha256, callbackUrl);
  const payer = call.region.variant === 'egypt' ? shownPayer(ownObject(call.body, 'payer')) : undefined;
  return { known: await book.add(order, payer), call, isRepeated: false };
}

/** Interface: "Callback request body", payer. */
const SHOWN_OF_PAYER = ['name', 'phone', 'email'];

/** What the service fills in where a request of Egypt has no payer. Interface: "Payer object, Egypt variant". */
const FILLED_IN = { name: 'Sandbox Payer', phone: '01000000000', email: 'payer@sandbox.example' };

function shownPayer(payer: JsonObject | undefined): JsonObject | undefined {
  if (payer === undefined) return FILLED_IN;
  const shown = SHOWN_OF_PAYER.filter((name) => isPresent(payer, name)).map((name) => [name, payer[name]]);
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

function repeated(
  { repeatedOrder }: SandboxSettings,
  known: KnownOrder,
  call: CheckedCall,
  sha256: string,
): CreatedOrder | Refusal {
  const isSame = known.order.bodySha256 === sha256;
  if (isSame && repeatedOrder === 'answer-again') return { known, call, isRepeated: true };
  const detail = isSame ? 'with the same content' : 'with other content';
  return { error: 'orderRepeated', detail, orderNo: known.order.orderNo };
}

function newOrder(
  { settings: { sandbox }, book, now }: CreateContext,
  { body, fields, region, amountMinor }: CheckedCall,
  bodySha256: string,
  callbackUrl: string | undefined,
): SandboxOrder {
  const number = book.nextNumber();
  const createdAt = now();
  const merchant = ownObject(body, 'merchant');
  const text = (name: string) => readText(ownValue(merchant, name));
  const expirySeconds = Number(fields.expiryPeriodText ?? DEFAULT_EXPIRY_SECONDS);
  return {
    merchantId: fields.merchantId!,
    merchantName: text('merchantName'),
    subMerchantId: text('subMerchantId'),
    subMerchantName: text('subMerchantName'),
    orderNo: fields.orderNo!,
    tradeNo: tradeNoOf(sandbox, createdAt, number),
    purpose: readText(ownValue(body, 'purpose'))!,
    region: region.name,
    currency: fields.currency!,
    amountText: amountTextOf(body),
    amountMinor: String(amountMinor),
    paymentMethod: fields.paymentMethod!,
    createdAt,
    expiresAt: createdAt + Math.floor(expirySeconds * 1000),
    redirectUrl: readText(ownValue(body, 'redirectUrl')),
    callbackUrl,
    bodySha256,
    fault: drawFault(sandbox, fields.merchantId!, fields.orderNo!),
    number,
  };
}

/** The date, four digits of the seed, nine of the order's number, and the number of the trade within the order. */
function tradeNoOf({ seed }: SandboxSettings, createdAt: number, number: number): string {
  const date = new Date(createdAt).toISOString().slice(0, 10).replaceAll('-', '');
  return `${date}${String(seed % 10_000).padStart(4, '0')}${String(number).padStart(9, '0')}0`;
}

/** Payments that an order may have: the last digit of their trade numbers is 0 to 8, and 9 is that of no trade. */
export const MOST_TRADES = 9;

/** The trade number of a further payment of an order. @param number 1 to 8 */
export function furtherTradeNo(tradeNo: string, number: number): string {
  return tradeNo.slice(0, -1) + number;
}
