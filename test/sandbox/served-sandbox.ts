import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ServerLimits } from '../../src/http/server-limits.ts';
import { createLog } from '../../src/log.ts';
import type { KnownOrder } from '../../src/sandbox/known-order.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Signatures } from '../../src/signatures/signatures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { brazilOrder, headersOf, type OrderBody } from './pay-in-requests.ts';
import { type SteppedTimeline, steppedTimeline } from './stepped-timeline.ts';

/** 10:05 in São Paulo and 15:05 in Cairo on 19 November 2026. */
export const NOW = Date.UTC(2026, 10, 19, 13, 5);

export const PATH = '/v2.0/transaction/pay-in';

/** An answer to a pay-in request. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: AnswerBody;
}

export interface AnswerBody {
  readonly [name: string]: unknown;
  readonly code: string;
  readonly message: string;
  readonly tradeNo: string;
  readonly channel: {
    readonly [name: string]: unknown;
    readonly paymentUrl: string;
    readonly qrString: string;
  };
}

export interface ServedSandbox {
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly timeline: SteppedTimeline;
  /** Folder of its orders. */
  readonly folder: string;
  /** Lines of its log. */
  readonly log: string[];
  /** Sends a pay-in request with the headers that the interface demands. A header that is undefined is left out. */
  send(body: object, headers?: Readonly<Record<string, string | undefined>>): Promise<Answered>;
  /** Creates an order of Brazil, or that of the body. */
  create(body?: OrderBody): Promise<Answered>;
  /** What the sandbox knows of an order. */
  known(orderNo: string): KnownOrder;
  /** Creates an order and pays it. */
  createPaid(body?: OrderBody): Promise<Answered>;
  /** Resolves once no callback is being sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface ServeOptions {
  /** The group `sandbox` of the settings. */
  readonly sandbox?: object;
  /** Other groups of the settings. */
  readonly settings?: object;
  readonly folder?: string;
  readonly signatures?: Signatures;
  readonly limits?: Partial<ServerLimits>;
  readonly timeline?: SteppedTimeline;
}

/** Serves a sandbox on a free port of loopback until the test ends. Its time stands still unless the test advances it. */
export async function serveSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  const { sandbox: group = {}, settings = {}, signatures, limits = {} } = options;
  const folder = options.folder ?? temporaryFolder();
  const timeline = options.timeline ?? steppedTimeline(NOW);
  const log: string[] = [];
  const sandbox = await startSandbox({
    settings: parseSettings({ ...settings, sandbox: { listen: '127.0.0.1:0', folder, ...group } }),
    workingDirectory: folder,
    log: createLog({ write: (line: string) => void log.push(line) }),
    ...{ timeline, signatures, limits },
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= sandbox.close();
    return closed;
  };
  onTestFinished(close);
  const send: ServedSandbox['send'] = (body, headers) => post(sandbox.url, body, headers);
  const known = (orderNo: string) => {
    const found = [...sandbox.orders()].find(({ order }) => order.orderNo === orderNo);
    if (found === undefined) throw new Error(`the sandbox has no order ${orderNo}`);
    return found;
  };
  const create = async (body = brazilOrder()) => {
    const answer = await send(body);
    if (answer.body.code !== '00') throw new Error(`not created: ${answer.text}`);
    return answer;
  };
  return {
    ...{ url: sandbox.url, sandbox, timeline, folder, log, send, known, create, close },
    createPaid: async (body = brazilOrder()) => {
      const answer = await create(body);
      const paid = await sandbox.pay(known(body.orderNo));
      if (paid !== 'paid') throw new Error(`not paid: ${paid}`);
      return answer;
    },
    settled: () => until(() => sandbox.underWay() === 0),
  };
}

/** Waits until something is true; the limit of a test ends what never becomes true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}

/** Sends a pay-in request; a body that is text or bytes is sent as it is. */
export async function post(
  url: string,
  body: object | string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Answered> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const all = { ...headersOf(isRaw ? {} : body), ...headers };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await fetch(url + PATH, {
    method: 'POST',
    headers: sent,
    // As bytes, because a text would get a Content-Type of its own.
    body: Buffer.from(isRaw ? (body as string) : JSON.stringify(body)),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as AnswerBody };
}
