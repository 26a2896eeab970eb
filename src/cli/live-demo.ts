import { join, relative } from 'node:path';
import type { Logger } from 'pino';
import { readStories } from '../books/order/read-story.ts';
import { planRun, readAndReconcile } from '../books/run/read-and-reconcile.ts';
import { commandLine } from '../caller.ts';
import { openCaptureLog } from '../capture/capture-log.ts';
import { openPendingCalls } from '../capture/pending-calls.ts';
import { type Capture, startCapture } from '../capture/start-capture.ts';
import { now } from '../clock.ts';
import { PAY_IN_PATH } from '../contract/endpoints.ts';
import type { Store } from '../database/store.ts';
import { freeAddress } from '../http/listening.ts';
import { createLog } from '../log.ts';
import { formatInstant } from '../normalise/instant.ts';
import { localDate } from '../normalise/local-date.ts';
import { SILENT } from '../progress.ts';
import { moneyOf } from '../sandbox/cashier-page.ts';
import type { SandboxOrder } from '../sandbox/known-order.ts';
import { cashierPath } from '../sandbox/pay-in-answers.ts';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.ts';
import { clockTimeline } from '../sandbox/timeline.ts';
import { zonedTime } from '../sandbox/zoned-time.ts';
import { parseSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { quoted } from '../terminal-text.ts';
import { gatheredRuns } from './gathered-runs.ts';
import { print } from './print.ts';
import { onSignal } from './signals.ts';

interface LiveDemo {
  /** Absolute folder for orders, logs, store and reports. */
  readonly folder: string;
  /** host:port of the cashier. */
  readonly listen: string;
}

/** Callbacks that arrive together are reconciled together. */
const GATHER_MILLISECONDS = 300;

/** Settings of the live demo: its folders, and addresses on loopback. */
export async function liveSettings({ folder, listen: cashier }: LiveDemo): Promise<Settings> {
  const [host, port] = [cashier.replace(/:\d+$/, ''), cashier.split(':').at(-1)];
  // Both servers must know the other's address before they start.
  const sandbox = port === '0' ? await freeAddress(host) : cashier;
  const capture = await freeAddress();
  return parseSettings({
    ...{ data: join(folder, 'store'), out: join(folder, 'reports') },
    sandbox: { listen: sandbox, folder: join(folder, 'sandbox'), callbackUrl: `http://${capture}/callbacks` },
    capture: { listen: capture, log: join(folder, 'logs'), forward: `http://${sandbox}` },
  });
}

/**
 * Starts the sandbox and capture, sends a few orders, and reconciles whenever a callback arrives, until a signal ends it.
 */
export async function runLiveDemo(store: Store, settings: Settings): Promise<void> {
  const log = createLog();
  const workingDirectory = process.cwd();
  const sandbox = await startSandbox({ settings, workingDirectory, log, timeline: clockTimeline(now) });
  const watch = createWatch(store, settings, sandbox, log);
  const folder = settings.capture.log;
  const capture = await startCapture({
    ...{
      settings: settings.capture,
      mostLineBytes: settings.ingest.maxLineBytes,
      workingDirectory,
      now,
      log,
    },
    openLog: (onStored) =>
      openCaptureLog({
        ...{ folder, now, log, isForwarding: true },
        onStored: (lines) => {
          onStored(lines);
          watch.changed();
        },
      }),
    openPending: () => openPendingCalls(folder),
  });
  // Whoever reads that it has started may stop it at once.
  const stopped = new Promise<void>(onSignal);
  await sendOrders(capture, settings);
  print(`Sent ${DEMO_ORDERS.length} orders to the sandbox:`);
  for (const { order } of sandbox.orders()) {
    print(`  ${orderText(order)}  ${sandbox.url}${cashierPath(order.tradeNo)}`);
  }
  print(`\nOpen ${sandbox.url} and pay one. Press Ctrl+C to end. Times are UTC.\n`);
  await stopped;
  await sandbox.close();
  await capture.close();
  await watch.close();
  const [logs, data] = [folder, settings.data].map((path) => quoted(relative(workingDirectory, path)));
  print(`\nThe logs are in ${logs}. Everything about an order: payin-recon order LIVE01 --data ${data}`);
}

function orderText(order: SandboxOrder): string {
  return `${order.orderNo}  ${moneyOf(order, order.amountMinor).padStart(11)}  ${order.paymentMethod.padEnd(6)}`;
}

/** Reconciles today whenever something was captured, and prints the orders whose outcome has changed. */
function createWatch(store: Store, settings: Settings, sandbox: Sandbox, log: Pick<Logger, 'error'>) {
  const shown = new Map<string, string>();
  // Of the zones of the demo, dates begin last in that of Brazil.
  const since = localDate(now(), 'America/Sao_Paulo');
  const reconcile = async (): Promise<void> => {
    await reconcileToday(store, settings, since);
    for (const { order } of sandbox.orders()) {
      const outcome = await outcomeOf(store, settings, order);
      if (outcome === undefined || outcome === shown.get(order.tradeNo)) continue;
      shown.set(order.tradeNo, outcome);
      print(`${formatInstant(now()).slice(11, 19)}  ${orderText(order)}  ${outcome}`);
    }
  };
  return gatheredRuns(reconcile, GATHER_MILLISECONDS, (error) => {
    log.error({ fault: error }, 'not reconciled');
  });
}

/** @param since the earliest date of the orders, yyyy-MM-dd: a date may end while the demo runs */
async function reconcileToday(store: Store, settings: Settings, since: string): Promise<void> {
  const at = now();
  const asked = {
    dates: { from: since, to: 'today' },
    in: [settings.capture.log],
    asOf: at,
    startedAt: at,
    out: settings.out,
  };
  const plan = planRun(asked, commandLine('demo'), settings);
  await readAndReconcile(store, settings, plan, { progress: SILENT, onRead: () => undefined });
}

/** The outcome of an order and the codes of its findings: `MISMATCH (AMOUNT_MISMATCH)`. */
async function outcomeOf(store: Store, settings: Settings, order: SandboxOrder): Promise<string | undefined> {
  const [story] = await store.session((session) =>
    readStories(session, settings, order.orderNo, order.merchantId),
  );
  const verdict = story?.verdict;
  if (verdict === undefined || verdict === null) return undefined;
  const { outcome, findings } = verdict;
  return findings.length === 0 ? outcome : `${outcome} (${findings.join(' ')})`;
}

interface DemoOrder {
  readonly merchantId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly zone: string;
}

/** Orders of both regions, as invented merchants send them. */
const DEMO_ORDERS: readonly DemoOrder[] = [
  brazilOrder('1', 'Camiseta azul', 12_990),
  brazilOrder('2', 'Caneca', 4_500),
  brazilOrder('3', 'Livro', 7_250),
  egyptOrder('4', 'Event ticket', 350.5),
  egyptOrder('5', 'شحن رصيد', 120),
];

function brazilOrder(number: string, purpose: string, amount: number): DemoOrder {
  const merchant = { merchantId: 'BR1000217', merchantName: 'Loja Exemplo' };
  const money = { currency: 'BRL', amount };
  const payer = { pixAccount: '00000000191' };
  return {
    ...{ merchantId: merchant.merchantId, zone: 'America/Sao_Paulo' },
    body: { orderNo: `LIVE0${number}`, purpose, merchant, money, payer, paymentMethod: 'PIX' },
  };
}

function egyptOrder(number: string, purpose: string, amount: number): DemoOrder {
  const merchant = { merchantId: 'EG2000113', merchantName: 'Sample Store Cairo' };
  const money = { currency: 'EGP', amount };
  return {
    ...{ merchantId: merchant.merchantId, zone: 'Africa/Cairo' },
    body: { orderNo: `LIVE0${number}`, purpose, merchant, money, paymentMethod: 'FAWRY' },
  };
}

async function sendOrders(capture: Capture, settings: Settings): Promise<void> {
  for (const { merchantId, body, zone } of DEMO_ORDERS) {
    const headers = {
      ...{ 'Content-Type': 'application/json', 'X-SIGNATURE': 'unsigned', 'X-PARTNER-ID': merchantId },
      'X-TIMESTAMP': zonedTime(clockTimeline(now).now(), zone),
    };
    const answer = await fetch(capture.url + PAY_IN_PATH, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    if (code !== '00')
      throw new Error(`the sandbox at ${settings.sandbox.listen} refused an order: ${message}`);
  }
}
