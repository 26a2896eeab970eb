import type { Server } from 'node:http';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { type HttpAnswer, sendAnswer, sendLastAnswer, TEXT_TYPE } from '../http/answer.ts';
import { readPem } from '../http/certificate.ts';
import { hostsOf, isForHost } from '../http/hosts.ts';
import { limitedServer } from '../http/limited-server.ts';
import { closeServer, listen } from '../http/listening.ts';
import { hostOf, isLoopback } from '../http/loopback.ts';
import { SERVER_LIMITS, type ServerLimits } from '../http/server-limits.ts';
import { createUnderWay, type UnderWay } from '../http/under-way.ts';
import type { Settings } from '../settings/schema.ts';
import type { Signatures } from '../signatures/signatures.ts';
import { type Cashier, createCashier, isCashierPath } from './cashier.ts';
import type { KnownOrder, SandboxOrder } from './known-order.ts';
import { createNotifier } from './notifier.ts';
import { openOrderBook } from './order-book.ts';
import { PayInService } from './pay-in-service.ts';
import { type Paid, type PayContext, payOrder, regionOfOrder, resumeOrder } from './pay-order.ts';
import type { Timeline } from './timeline.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Address of the service: http://127.0.0.1:8090. */
  readonly url: string;
  /** What the sandbox knows to be true of each order, in the order of their creation. */
  orders(): IterableIterator<KnownOrder>;
  /** Pays an order, as a click on its cashier page does. */
  pay(order: KnownOrder, payment?: { amountMinor?: string; again?: boolean }): Promise<Paid>;
  find(key: Pick<SandboxOrder, 'merchantId' | 'orderNo'>): KnownOrder | undefined;
  /** How many requests, payments and callbacks have begun and not ended. */
  underWay(): number;
  close(): Promise<void>;
}

export interface SandboxRequest {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly timeline: Timeline;
  readonly log: Logger;
  readonly signatures?: Signatures | undefined;
  readonly limits?: Partial<ServerLimits>;
}

const LIMITS: ServerLimits = { ...SERVER_LIMITS, connections: 5_000 };

/** The status of a broken request that has none of its own, such as 408: the settings may give another. */
const NOT_HTTP = 400;

/**
 * Serves the pay-in service of the interface, and its cashier pages, until it is closed.
 * @throws Fault LISTEN_FAILED, FOLDER_IN_USE, FOLDER_NOT_WRITABLE, SECRET_UNAVAILABLE
 */
export async function startSandbox(request: SandboxRequest): Promise<Sandbox> {
  const { settings, workingDirectory, timeline, log, signatures } = request;
  const { sandbox } = settings;
  const { callbackAuthorityFile: file } = sandbox;
  const authority =
    file === undefined
      ? undefined
      : readPem(resolve(workingDirectory, file), 'sandbox.callbackAuthorityFile').toString('utf8');
  const book = await openOrderBook(resolve(workingDirectory, sandbox.folder));
  const regionOf = (order: SandboxOrder) => regionOfOrder(settings, order);
  const zoneOf = ({ order }: KnownOrder) => regionOf(order).zone;
  const underWay = createUnderWay();
  const urls = { own: '', public: sandbox.url ?? '' };
  const ownPort = () => Number(new URL(urls.own).port);
  const notifier = createNotifier({
    ...{ settings: sandbox, timeline, book, signatures, zoneOf, ownPort, authority },
    ...{ underWay, log },
  });
  const payContext: PayContext = { settings, book, notifier, timeline, underWay };
  const service = new PayInService({ payContext, signatures, log, urls, ownPort });
  const cashier = createCashier({ payContext, regionOf, url: () => urls.public });
  // Where it listens for other machines, services reach it by names that are not in the settings.
  const hosts = isLoopback(hostOf(sandbox.listen)) ? ([] as string[]) : undefined;
  const server = serverOf(request, { service, cashier, underWay, hosts });
  try {
    const address = await listen(server, sandbox.listen, 'sandbox.listen');
    hosts?.push(...hostsOf(sandbox.url, address, false));
    urls.own = `http://${address}`;
  } catch (error) {
    await book.close();
    throw error;
  }
  urls.public = (sandbox.url ?? urls.own).replace(/\/+$/, '');
  for (const known of book.all()) resumeOrder(payContext, known, log);
  return {
    url: urls.own,
    orders: () => book.all(),
    pay: (known, payment) => payOrder(payContext, known, payment),
    find: (key) => book.find(key),
    underWay: () => underWay.count(),
    close: async () => {
      service.stop();
      timeline.stop();
      await closeServer(server);
      await notifier.close();
      await book.close();
    },
  };
}

const OTHER_HOST: HttpAnswer = {
  status: 403,
  type: TEXT_TYPE,
  body: 'This host name is not allowed. Set sandbox.url to the address that you use.\n',
  headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
};

interface Serving {
  readonly service: PayInService;
  readonly cashier: Cashier;
  readonly underWay: UnderWay;
  /** Hosts for which requests are taken, as in the Host header; undefined for any. */
  readonly hosts: readonly string[] | undefined;
}

function serverOf({ log, limits }: SandboxRequest, { service, cashier, underWay, hosts }: Serving): Server {
  return limitedServer({
    limits: { ...LIMITS, ...limits },
    onRequest: (asked, response) => {
      if (hosts !== undefined && !isForHost(asked.headers.host, hosts))
        return sendLastAnswer(asked, response, OTHER_HOST);
      const answered = isCashierPath(asked) ? cashier(asked, response) : service.answer(asked, response);
      underWay.track(answered).catch((error: unknown) => {
        log.error({ fault: error }, 'request failed');
        sendAnswer(response, service.refusal({ error: 'unavailable', detail: '' }));
      });
    },
    answerBroken: ({ status, reason }) => {
      const isOther = status !== NOT_HTTP;
      const refused = service.refusal({ error: 'requestBroken', detail: isOther ? reason : '' });
      return { ...refused, body: String(refused.body), status: isOther ? status : refused.status };
    },
  });
}
