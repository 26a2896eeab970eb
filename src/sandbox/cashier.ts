import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAnswer, sendLastAnswer } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import { currencyExponent, readMinorUnits } from '../normalise/money.ts';
import type { RegionSettings } from '../settings/schema.ts';
import { cashierPage, type Html, messagePage, ordersPage, PAGE_POLICY } from './cashier-page.ts';
import type { KnownOrder, SandboxOrder } from './known-order.ts';
import { cashierPath } from './pay-in-answers.ts';
import { type Paid, type PayContext, payOrder } from './pay-order.ts';

const MOST_FORM_BYTES = 4_096;
const SHOWN_ORDERS = 100;

/** Whether a request is for a page of the cashier. */
export function isCashierPath({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  const path = url.split('?')[0]!;
  return path === '/' || path.startsWith('/cashier/');
}

interface CashierContext {
  readonly payContext: PayContext;
  readonly regionOf: (order: SandboxOrder) => RegionSettings;
  readonly url: () => string;
}

const SAID: ReadonlyMap<string | null, string> = new Map<Paid, string>([
  ['paid', 'Paid. The callback follows.'],
  ['expired', 'The order has expired: it cannot be paid any more.'],
  ['paid already', 'The order is paid already.'],
]);

export type Cashier = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a request is answered with: a page, or the address of one. */
type CashierAnswer = PageAnswer | { readonly location: string };

interface PageAnswer {
  readonly status: number;
  readonly page: Html;
  readonly allow?: string;
}

const NO_ORDER: PageAnswer = {
  status: 404,
  page: messagePage('No such order', 'The sandbox has no order at this address.'),
};

/** Answers requests for the list of orders and for cashier pages, and the forms on them. */
export function createCashier(context: CashierContext): Cashier {
  return async (request, response) => {
    const answer = await answerTo(request, context);
    if ('location' in answer) {
      response.writeHead(303, { Location: answer.location, 'Content-Length': 0 });
      response.end();
    } else sendPage(request, response, answer);
  };
}

async function answerTo(request: IncomingMessage, context: CashierContext): Promise<CashierAnswer> {
  const { method = '', url = '' } = request;
  const [path = '', query = ''] = url.split('?');
  const [, , tradeNo = '', ...rest] = path.split('/');
  const isForm = rest.join('/') === 'pay';
  const allowed = isForm ? ['POST'] : ['GET', 'HEAD'];
  if (!allowed.includes(method)) {
    const page = messagePage('Not here', `This address takes ${allowed.join(' and ')} only.`);
    return { status: 405, page, allow: allowed.join(', ') };
  }
  if (path === '/') return listOfOrders(context);
  const known = context.payContext.book.findByTrade(tradeNo);
  if (known === undefined) return NO_ORDER;
  if (isForm) return answerToForm(request, context, known, tradeNo);
  if (rest.length > 0) return NO_ORDER;
  const said = new URLSearchParams(query).get('said');
  return orderAnswer(context, 200, known, SAID.get(said));
}

function listOfOrders({ payContext, url }: CashierContext): PageAnswer {
  const all = [...payContext.book.all()];
  return { status: 200, page: ordersPage(all.slice(-SHOWN_ORDERS).reverse(), all.length, url()) };
}

function orderAnswer(
  { payContext, regionOf }: CashierContext,
  status: number,
  known: KnownOrder,
  said: string | undefined,
): PageAnswer {
  const { settings, timeline } = payContext;
  const page = cashierPage({ settings: settings.sandbox, now: timeline.now(), regionOf }, known, said);
  return { status, page };
}

async function answerToForm(
  request: IncomingMessage,
  context: CashierContext,
  known: KnownOrder,
  tradeNo: string,
): Promise<CashierAnswer> {
  // A page of another site must not pay.
  if (['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site'] ?? ''))) {
    return { status: 403, page: messagePage('Refused', 'The form was sent from another site.') };
  }
  const bytes = await readBody(request, MOST_FORM_BYTES);
  if (!Buffer.isBuffer(bytes)) {
    return { status: 413, page: messagePage('Refused', 'The form is too long.') };
  }
  const wish = payment(new URLSearchParams(bytes.toString('utf8')), known);
  if (typeof wish === 'string') return orderAnswer(context, 400, known, wish);
  const paid = await pay(context.payContext, known, wish);
  return { location: `${cashierPath(tradeNo)}?said=${encodeURIComponent(paid)}` };
}

interface PaymentForm {
  readonly amountMinor: string | undefined;
  readonly isTwice: boolean;
  readonly isAgain: boolean;
}

/** What a form asks for, or what is wrong with it. */
function payment(form: URLSearchParams, { order }: KnownOrder): PaymentForm | string {
  const amount = form.get('amount');
  const choice = { isTwice: form.has('twice'), isAgain: form.has('again') };
  if (amount === null) return { ...choice, amountMinor: undefined };
  const exponent = currencyExponent(order.currency);
  const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(amount.trim()) ?? [];
  // 1,000 is a thousand to some and one to others: it is not read.
  const text = whole === undefined || fraction.length > exponent ? undefined : `${whole}.${fraction || '0'}`;
  const minor = readMinorUnits(text, 'major', exponent, exponent);
  if (minor === undefined)
    return `The amount is a number of ${order.currency} with at most ${exponent} decimals, such as 12.50.`;
  return { ...choice, amountMinor: String(minor) };
}

async function pay(context: PayContext, known: KnownOrder, wish: PaymentForm): Promise<Paid> {
  const { amountMinor, isTwice, isAgain } = wish;
  const amount = amountMinor === undefined ? {} : { amountMinor };
  const paid = await payOrder(context, known, { ...amount, again: isAgain });
  return isTwice && paid === 'paid' ? payOrder(context, known, { again: true }) : paid;
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, page, allow }: PageAnswer,
): void {
  const answer = {
    ...{ status, type: 'text/html; charset=utf-8', body: page.toString() },
    headers: {
      ...(allow !== undefined && { Allow: allow }),
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  };
  if (status === 200) sendAnswer(response, answer);
  else sendLastAnswer(request, response, answer);
}
