import type { Logger } from 'pino';
import { ACKNOWLEDGEMENT } from '../contract/endpoints.ts';
import { type HttpSender, httpSender } from '../http/send-request.ts';
import type { UnderWay } from '../http/under-way.ts';
import type { SandboxSettings } from '../settings/sandbox.ts';
import { inTime } from '../signatures/in-time.ts';
import { type CallbackMessage, type Signatures, UNSIGNED } from '../signatures/signatures.ts';
import { callbackRefusal, safeLookup } from './callback-address.ts';
import type { KnownOrder, SandboxDelivery } from './known-order.ts';
import type { OrderBook } from './order-book.ts';
import type { PlannedCallback } from './plan-callbacks.ts';
import type { Timeline } from './timeline.ts';
import { zonedTime } from './zoned-time.ts';

/** Sends callbacks when they are due, and again until they are acknowledged. */
export interface Notifier {
  /**
   * Plans the next attempt of a callback; none if it is acknowledged or the schedule has no further one. One to an address
   * that the sandbox does not call any more is recorded, and is the last.
   * @param attempts those that were made, oldest first
   */
  plan(known: KnownOrder, callback: PlannedCallback, attempts?: readonly SandboxDelivery[]): void;
  /** Makes the first attempt of a callback now. @returns resolves once it is acknowledged, or planned again */
  sendNow(known: KnownOrder, callback: PlannedCallback): Promise<void>;
  /** Ends once nothing is under way any more; callbacks that take longer than two seconds are cut off. */
  close(): Promise<void>;
}

interface NotifierOptions {
  readonly settings: SandboxSettings;
  readonly timeline: Timeline;
  readonly book: OrderBook;
  readonly signatures: Signatures | undefined;
  /** IANA zone of an order's region. */
  readonly zoneOf: (known: KnownOrder) => string;
  /** Port that the sandbox listens on, once it does: it does not call itself. */
  readonly ownPort: () => number;
  /** Certificates that TLS of receivers is checked by, in PEM. */
  readonly authority?: string | undefined;
  /** Counts callbacks that are being sent, and what else the sandbox does. */
  readonly underWay: UnderWay;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

const CONNECTIONS = 256;
const MOST_ACKNOWLEDGEMENT_BYTES = 65_536;
const MOST_SHOWN = 200;
const CLOSING_MILLISECONDS = 2_000;

export function createNotifier(options: NotifierOptions): Notifier {
  const { settings, timeline, book, underWay, log } = options;
  const sender: HttpSender = httpSender({
    ...{ connections: CONNECTIONS, lookup: safeLookup, authority: options.authority },
  });

  async function attempt(known: KnownOrder, callback: PlannedCallback, number: number): Promise<void> {
    const sentAt = timeline.now();
    const { body, paymentNumber, callbackNumber } = callback;
    // The settings may be others than when the order was created.
    const refused = callbackRefusal(known.order.callbackUrl!, settings, options.ownPort());
    const outcome =
      refused === undefined
        ? await outcomeOf(options, sender, known, callback, { sentAt, number })
        : { isAcknowledged: false, answer: refused };
    const delivery = { sentAt, paymentNumber, callbackNumber, body, ...outcome };
    await book.addDelivery(known, delivery).catch((error: unknown) => {
      log.error({ fault: error }, 'callback not recorded');
    });
    if (refused !== undefined) giveUp(known, refused);
    else if (!outcome.isAcknowledged) planNext(known, callback, number, timeline.now());
  }
  function sendNow(known: KnownOrder, callback: PlannedCallback, number = 1): Promise<void> {
    return underWay.track(attempt(known, callback, number));
  }
  /**
   * @param made how many attempts there were
   * @param since when the last of them ended
   */
  function planNext(known: KnownOrder, callback: PlannedCallback, made: number, since: number): void {
    const wait = settings.callbackRetrySeconds[made - 1];
    if (wait === undefined) giveUp(known);
    else timeline.at(since + wait * 1000, () => void sendNow(known, callback, made + 1));
  }
  function giveUp({ order: { orderNo } }: KnownOrder, reason?: string): void {
    log.warn({ orderNo, reason }, 'callback given up');
  }
  return {
    plan: (known, callback, attempts = []) => {
      if (known.order.callbackUrl === undefined || attempts.some((one) => one.isAcknowledged)) return;
      const last = attempts.at(-1);
      if (last !== undefined) {
        planNext(known, { ...callback, body: last.body }, attempts.length, last.sentAt);
      } else timeline.at(callback.sendAt, () => void sendNow(known, callback));
    },
    sendNow: (known, callback) => sendNow(known, callback),
    close: async () => {
      const timer = setTimeout(() => sender.close(), CLOSING_MILLISECONDS);
      await underWay.idle();
      clearTimeout(timer);
      sender.close();
    },
  };
}

/** Sends a callback once, and judges the answer. */
async function outcomeOf(
  options: NotifierOptions,
  sender: HttpSender,
  known: KnownOrder,
  callback: PlannedCallback,
  { sentAt, number }: { readonly sentAt: number; readonly number: number },
): Promise<Pick<SandboxDelivery, 'isAcknowledged' | 'answer'>> {
  try {
    const { headers, body } = await messageOf(options, known, callback, sentAt);
    const answer = await sender.send({
      ...{ url: new URL(known.order.callbackUrl!), headers, body: Buffer.from(body) },
      dropAnswer: callback.dropAnswer && number === 1,
      milliseconds: options.settings.callbackTimeoutSeconds * 1000,
      mostBytes: MOST_ACKNOWLEDGEMENT_BYTES,
    });
    return 'failure' in answer ? { isAcknowledged: false, answer: answer.failure } : verdictOn(answer);
  } catch (error) {
    options.log.error({ fault: error }, 'callback not sent');
    return { isAcknowledged: false, answer: (error as Error).message };
  }
}

/** Interface: "Callback acknowledgement": the plain string SUCCESS and nothing else. */
function verdictOn({ status, body }: { readonly status: number; readonly body: Buffer }) {
  const text = body.toString('utf8');
  const isAcknowledged = status === 200 && text === ACKNOWLEDGEMENT;
  return { isAcknowledged, answer: isAcknowledged ? text : `${status} ${text.slice(0, MOST_SHOWN)}` };
}

/** Interface: "Callback request (notification) headers" and "Callback request body". */
async function messageOf(
  { signatures, zoneOf }: NotifierOptions,
  known: KnownOrder,
  { body }: PlannedCallback,
  sentAt: number,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: string }> {
  const text = JSON.stringify(known.payer === undefined ? body : { ...body, payer: known.payer });
  const timestamp = zonedTime(sentAt, zoneOf(known));
  const message: CallbackMessage = {
    message: 'callback',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp },
    body: Buffer.from(text),
  };
  const signature = signatures === undefined ? UNSIGNED : await inTime(signatures.signCallback(message));
  return {
    headers: { 'Content-Type': 'application/json', 'X-TIMESTAMP': timestamp, 'X-SIGNATURE': signature },
    body: text,
  };
}
