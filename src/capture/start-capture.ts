import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { PAY_IN_PATH } from '../contract/endpoints.ts';
import { atFaultPoint } from '../fault-points.ts';
import { type HttpAnswer, healthAnswer, sendAnswer, sendLastAnswer, TEXT_TYPE } from '../http/answer.ts';
import { certificateOf } from '../http/certificate.ts';
import { limitedServer } from '../http/limited-server.ts';
import { CLOSING_MILLISECONDS, closeServer, listen } from '../http/listening.ts';
import { SERVER_LIMITS, type ServerLimits } from '../http/server-limits.ts';
import { createUnderWay } from '../http/under-way.ts';
import { formatInstant, type Instant, isoInstant, secondsBetween } from '../normalise/instant.ts';
import type { CaptureSettings } from '../settings/capture.ts';
import type { Signatures } from '../signatures/signatures.ts';
import { allowedFrom } from './allowed-from.ts';
import type { CaptureLog } from './capture-log.ts';
import { type CaptureMetrics, captureMetrics } from './capture-metrics.ts';
import { FORBIDDEN, type Forwarder, forwarderAfterKill } from './forward-call.ts';
import type { LoggedBody } from './message-record.ts';
import type { PendingCalls } from './pending-calls.ts';
import { readMessage, refusal } from './read-message.ts';
import { takeCallback } from './take-callback.ts';
import { type ThrottledLog, throttledLog } from './throttled-log.ts';
import { warnAtStart } from './warn-at-start.ts';
import { watchHours } from './watch-hours.ts';

export interface Capture {
  /** Address of the endpoint: http://127.0.0.1:8070. */
  readonly url: string;
  /** Counts groups of stored lines, for metrics. */
  readonly metrics: CaptureMetrics;
  /** Answers what has begun, refuses what begins, and stores everything. */
  close(): Promise<void>;
}

export interface CaptureRequest {
  readonly settings: CaptureSettings;
  /** The setting ingest.maxLineBytes: a longer record could not be read again. */
  readonly mostLineBytes: number;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly log: Logger;
  /** Opens where records go; is given a function that counts stored groups. */
  readonly openLog: (onStored: (lines: number) => void) => Promise<CaptureLog>;
  readonly signatures?: Signatures | undefined;
  /** Opens the pay-in requests under way; needed where the setting capture.forward is set. */
  readonly openPending?: () => Promise<PendingCalls>;
  readonly limits?: Partial<ServerLimits>;
}

/**
 * Serves the merchant's endpoint until it is closed: callbacks by POST on any path and `GET /healthz` for everybody, `GET
 * /metrics` and, if they are forwarded, pay-in requests for the addresses of the settings.
 * @throws Fault LISTEN_FAILED, SECRET_UNAVAILABLE, and what opening the log throws
 */
export async function startCapture(request: CaptureRequest): Promise<Capture> {
  const { settings, mostLineBytes, workingDirectory, log } = request;
  const certificate = certificateOf({ setting: 'capture', ...settings, workingDirectory, log });
  const pair = certificate?.read();
  let metrics: CaptureMetrics | undefined;
  const records = await request.openLog((lines) => metrics?.stored(lines));
  const waiting = () =>
    records.callbacks.waiting() +
    records.unverified.waiting() +
    records.payIns.waiting() +
    (calls?.unstored.waiting() ?? 0);
  metrics = captureMetrics(waiting);
  const pending = settings.forward === undefined ? undefined : await request.openPending?.();
  const throttled = throttledLog(log, request.now);
  const forwarding = { settings, mostLineBytes, payIns: records.payIns, now: request.now, log: throttled };
  const calls = pending && (await forwarderAfterKill({ ...forwarding, pending }, log));
  const endpoint = new Endpoint({ ...request, log: throttled }, records, metrics, waiting, calls);
  const limits = { ...SERVER_LIMITS, connections: settings.maxConnections, ...request.limits };
  const server = limitedServer({
    ...{ limits, certificate: pair },
    onRequest: (asked, response) => void endpoint.answer(asked, response),
    answerBroken: ({ reason }) => ({ type: TEXT_TYPE, body: `${reason}\n` }),
  });
  let address: string;
  try {
    address = await listen(server, settings.listen, 'capture.listen');
  } catch (error) {
    await pending?.close();
    await records.close();
    throw error;
  }
  warnAtStart(settings, pair !== undefined, log);
  const stopWatching = certificate?.watch(server, limits.certificateTime);
  const stopHours = watchHours(records.hours, throttled, async () => calls?.unstored.again());
  return {
    url: `${pair === undefined ? 'http' : 'https'}://${address}`,
    metrics,
    close: async () => {
      const hours = stopHours();
      endpoint.stop();
      stopWatching?.();
      await closeServer(server, endpoint.forwarded());
      await endpoint.idle();
      await hours;
      await calls?.close();
      throttled.close();
      await pending?.close();
      await records.close();
    },
  };
}

/** How long `/healthz` says that a record could not be stored. */
const FAILING_SECONDS = 15;

const PAY_IN_REFUSED = 'pay-in request refused: its address is not in capture.forwardFrom';
const METRICS_REFUSED = 'metrics refused: the address is not in capture.metricsFrom';

type EndpointRequest = Omit<CaptureRequest, 'log'> & { readonly log: ThrottledLog };

/** Answers the requests of one server. */
class Endpoint {
  readonly #request: EndpointRequest;
  readonly #records: CaptureLog;
  readonly #metrics: CaptureMetrics;
  readonly #waiting: () => number;
  readonly #calls: Forwarder | undefined;
  readonly #maySendPayIns: ReturnType<typeof allowedFrom>;
  readonly #mayReadMetrics: ReturnType<typeof allowedFrom>;
  readonly #underWay = createUnderWay();
  readonly #forwarding = createUnderWay();
  readonly #arriving = new Set<IncomingMessage>();
  #isStopping = false;
  /** When a record could not be stored, unless a newer one was. */
  #failedAt: Instant | undefined;

  constructor(
    request: EndpointRequest,
    records: CaptureLog,
    metrics: CaptureMetrics,
    waiting: () => number,
    calls: Forwarder | undefined,
  ) {
    this.#request = request;
    this.#records = records;
    this.#metrics = metrics;
    this.#waiting = waiting;
    this.#calls = calls;
    const { forwardFrom, metricsFrom } = request.settings;
    this.#maySendPayIns = allowedFrom(forwardFrom, request.log, PAY_IN_REFUSED);
    this.#mayReadMetrics = allowedFrom(metricsFrom, request.log, METRICS_REFUSED);
  }

  /** Refuses what begins. What is still arriving after a while is cut: nothing else would end it. */
  stop(): void {
    this.#isStopping = true;
    const cut = () => {
      for (const request of this.#arriving) request.destroy();
    };
    setTimeout(cut, CLOSING_MILLISECONDS).unref();
  }

  /** Resolves once nothing is under way any more. */
  idle(): Promise<void> {
    return this.#underWay.idle();
  }

  /** Resolves once the service has answered all that has begun to arrive for it, or has not in time. */
  forwarded(): Promise<void> {
    return this.#forwarding.idle();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#underWay.track(this.#answer(request, response)).catch((error: unknown) => {
      this.#request.log.error({ fault: error }, 'request failed');
      sendAnswer(response, refusal(500, 'Internal error'));
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    // A proxy chooses by the path alone, and may pass on the target with all that follows it.
    const path = url.split(/[?#]/, 1)[0]!;
    if (method !== 'POST') {
      if (path === '/healthz' || (path === '/metrics' && this.#mayReadMetrics(request)))
        return this.#answerMonitor(path, request, response);
      const refused = refusal(405, 'Only POST is taken here', { Allow: 'POST' });
      return sendLastAnswer(request, response, refused);
    }
    const isCall = this.#calls !== undefined && path.endsWith(PAY_IN_PATH);
    if (isCall && !this.#maySendPayIns(request)) {
      this.#metrics.payIn('forbidden');
      return sendLastAnswer(request, response, FORBIDDEN);
    }
    const count = isCall ? 'payIn' : 'callback';
    const busy = this.#busyReason();
    if (busy !== undefined) {
      this.#metrics[count]('busy', 0);
      this.#records.hours?.missed();
      return sendLastAnswer(request, response, refusal(503, busy, { 'Retry-After': '1' }));
    }
    const answered = this.#answerMessage(request, response, count);
    return isCall ? this.#forwarding.track(answered) : answered;
  }

  async #answerMessage(
    request: IncomingMessage,
    response: ServerResponse,
    count: 'payIn' | 'callback',
  ): Promise<void> {
    this.#arriving.add(request);
    const reading = readMessage(request, this.#request.settings);
    const read = await reading.finally(() => this.#arriving.delete(request));
    if ('refused' in read) {
      this.#metrics[count]('refused', 0);
      if (count === 'callback' && !read.isOther) this.#records.hours?.missed();
      return sendLastAnswer(request, response, read.refused);
    }
    const { bytes, body } = read;
    return count === 'payIn'
      ? this.#forward(request, response, bytes, body)
      : this.#take(request, response, bytes, body);
  }

  /** For a while only: what sends nothing to an endpoint that is not well would never see it recover. */
  #isFailing(): boolean {
    if (this.#failedAt === undefined) return false;
    return Math.abs(secondsBetween(this.#failedAt, this.#request.now())) < FAILING_SECONDS;
  }

  #busyReason(): string | undefined {
    if (this.#isStopping) return 'The program is stopping';
    if (this.#waiting() > this.#request.settings.maxWaitingBytes) return 'Too much waits to be stored';
    return undefined;
  }

  async #take(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
    body: LoggedBody,
  ): Promise<void> {
    const { settings, mostLineBytes, signatures, log, now } = this.#request;
    const receivedAt = now();
    const options = { settings, mostLineBytes, signatures, records: this.#records, log };
    const { result, status, text } = await takeCallback(options, request, bytes, body, receivedAt);
    this.#failedAt = result === 'not_stored' ? this.#request.now() : undefined;
    this.#metrics.callback(result, secondsBetween(receivedAt, now()));
    await atFaultPoint('capture.answer', async () =>
      this.#send(response, { status, type: 'text/plain', body: text }),
    );
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer,
    body: LoggedBody,
  ): Promise<void> {
    const sentAt = isoInstant(formatInstant(this.#request.now()));
    const { result, answer } = await this.#calls!.forward(request, bytes, body, sentAt);
    this.#failedAt = result === 'not_stored' ? this.#request.now() : undefined;
    this.#metrics.payIn(result);
    this.#send(response, answer);
  }

  /** While stopping, the connection is closed with the answer, since no other request is taken. */
  #send(response: ServerResponse, answer: HttpAnswer): void {
    if (this.#isStopping) response.shouldKeepAlive = false;
    sendAnswer(response, answer);
  }

  async #answerMonitor(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const refused = refusal(405, 'Only GET, HEAD and POST are taken here', { Allow: 'GET, HEAD, POST' });
      return sendLastAnswer(request, response, refused);
    }
    if (path === '/metrics') {
      const { registry } = this.#metrics;
      return sendAnswer(response, {
        status: 200,
        type: registry.contentType,
        body: await registry.metrics(),
      });
    }
    const reason = this.#isFailing() ? 'The newest record could not be stored' : this.#busyReason();
    return sendAnswer(response, healthAnswer(reason));
  }
}
