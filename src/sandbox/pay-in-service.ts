import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { PAY_IN_PATH } from '../contract/endpoints.ts';
import { type HttpAnswer, sendAnswer, sendLastAnswer } from '../http/answer.ts';
import { headerTexts } from '../http/header-texts.ts';
import { packingOf, readBody } from '../http/read-body.ts';
import type { Signatures } from '../signatures/signatures.ts';
import type { Refusal } from './check-call.ts';
import { type CreatedOrder, createOrder } from './create-order.ts';
import { acceptedAnswer, refusedAnswer } from './pay-in-answers.ts';
import { type PayContext, planOwnPayment } from './pay-order.ts';

const MOST_BODY_BYTES = 65_536;
const NO_ZONE = 'UTC';

interface ServiceContext {
  readonly payContext: PayContext;
  readonly signatures: Signatures | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** The address for payers, which is known once the sandbox listens. */
  readonly urls: { readonly public: string };
  /** Port that the sandbox listens on, once it does. */
  readonly ownPort: () => number;
}

/** Answers pay-in requests. Interface: "Create pay-in order". */
export class PayInService {
  readonly #context: ServiceContext;
  #isStopping = false;
  /** The second that is counted, and the requests in it. */
  #second = 0;
  #requests = 0;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  stop(): void {
    this.#isStopping = true;
  }

  refusal(refusal: Refusal, zone = NO_ZONE, headers?: HttpAnswer['headers']): HttpAnswer {
    const { settings, timeline } = this.#context.payContext;
    return refusedAnswer({ settings: settings.sandbox, now: timeline.now(), zone }, refusal, headers);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = (error: Refusal['error'], detail: string, headers?: HttpAnswer['headers']) =>
      sendLastAnswer(request, response, this.refusal({ error, detail }, NO_ZONE, headers));
    if (request.url?.split('?')[0] !== PAY_IN_PATH)
      return refuse('notFound', `the operation is POST ${PAY_IN_PATH}`);
    if (request.method !== 'POST') return refuse('methodNotAllowed', '', { Allow: 'POST' });
    if (this.#isStopping) return refuse('unavailable', 'the sandbox is stopping', { 'Retry-After': '1' });
    if (this.#isTooMany()) return refuse('tooManyRequests', '', { 'Retry-After': '1' });
    if (packingOf(request) !== undefined) return refuse('bodyUnreadable', 'it has a Content-Encoding');
    const bytes = await readBody(request, MOST_BODY_BYTES);
    if (bytes === 'too long') return refuse('bodyTooLong', `more than ${MOST_BODY_BYTES} bytes`);
    if (bytes === 'aborted') return undefined;
    const created = await this.#create(request, bytes);
    if ('error' in created) return sendAnswer(response, this.refusal(created));
    return this.#answerCreated(created, response);
  }

  async #create(request: IncomingMessage, bytes: Buffer): Promise<CreatedOrder | Refusal> {
    const { signatures, log, ownPort, payContext } = this.#context;
    const { settings, book, timeline } = payContext;
    const now = () => timeline.now();
    const context = { settings, book, signatures, ownPort: ownPort(), now, log };
    try {
      return await createOrder(context, headerTexts(request.headers), bytes);
    } catch (error) {
      log.error({ fault: error }, 'order not created');
      return { error: 'unavailable', detail: 'the order could not be created' };
    }
  }

  async #answerCreated({ known, call, isRepeated }: CreatedOrder, response: ServerResponse): Promise<void> {
    const { payContext, log, urls } = this.#context;
    const { settings, timeline } = payContext;
    if (!isRepeated) await planOwnPayment(payContext, known, log);
    if (known.order.fault === 'answerNever' && !isRepeated) {
      timeline.at(timeline.now() + settings.sandbox.hangSeconds * 1000, () => response.destroy());
      return;
    }
    const { zone } = call.region;
    const context = { settings: settings.sandbox, url: urls.public, now: timeline.now(), zone };
    sendAnswer(response, acceptedAnswer(context, known.order, call.body));
  }

  #isTooMany(): boolean {
    const { settings, timeline } = this.#context.payContext;
    const most = settings.sandbox.requestsPerSecond;
    if (most === 0) return false;
    const second = Math.floor(timeline.now() / 1000);
    if (second !== this.#second) this.#requests = 0;
    this.#second = second;
    this.#requests += 1;
    return this.#requests > most;
  }
}
