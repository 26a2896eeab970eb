import { join } from 'node:path';
import { openCaptureLog } from '../../src/capture/capture-log.ts';
import { openPendingCalls } from '../../src/capture/pending-calls.ts';
import { startCapture } from '../../src/capture/start-capture.ts';
import { httpSender } from '../../src/http/send-request.ts';
import { createLog } from '../../src/log.ts';
import { drawFault } from '../../src/sandbox/draw.ts';
import type { KnownOrder } from '../../src/sandbox/known-order.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { SANDBOX_FAULTS } from '../../src/settings/sandbox.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { type SteppedTime, steppedTime } from '../sandbox/stepped-time.ts';
import { freePort } from '../support/free-port.ts';
import { type MerchantCall, merchantCalls } from './merchant-calls.ts';

/** What was sent, and how the service answered. */
export interface AnsweredCall {
  readonly call: MerchantCall;
  /** The code of the answer; undefined if there was none. */
  readonly code: string | undefined;
  readonly tradeNo: string | undefined;
}

export interface PlayedDay {
  /** Folder of what capture stored. */
  readonly logs: string;
  readonly calls: readonly AnsweredCall[];
  /** What the sandbox knows to be true. */
  readonly orders: readonly KnownOrder[];
  /** When the last thing happened, milliseconds since 1970. */
  readonly endedAt: number;
}

export interface DayToPlay {
  readonly folder: string;
  readonly date: string;
  readonly orders: number;
  readonly seed: number;
}

/** Each fault has this share of the orders; with all of them, a quarter of the orders has none. */
const RATE = 0.045;
/** What happens within so many milliseconds is under way at the same time: less than between two callbacks of an order. */
const STEP = 10_000;
const BEFORE_DAY = 86_400_000;

/**
 * Plays a day: merchants send requests through capture to the sandbox, payers pay, and the sandbox calls back with every
 * fault at once. All by HTTP on loopback; only the clock is the test's.
 */
export async function playDay({ folder, date, orders, seed }: DayToPlay): Promise<PlayedDay> {
  const time = steppedTime(Date.parse(`${date}T00:00:00Z`) - BEFORE_DAY);
  const log = createLog({ write: () => undefined });
  const logs = join(folder, 'logs');
  const common = { workingDirectory: folder, log };
  const faults = Object.fromEntries(Object.keys(SANDBOX_FAULTS).map((fault) => [fault, RATE]));
  const listen = `127.0.0.1:${await freePort()}`;
  const callbackUrl = `http://${listen}/callbacks`;
  const settings = parseSettings({
    sandbox: {
      ...{ listen: '127.0.0.1:0', folder: 'sandbox', seed, faults, callbackUrl, hangSeconds: 40 },
      ...{ pay: { share: 0.93, leastSeconds: 10, mostSeconds: 1500 }, callbackRetrySeconds: [5, 30, 120] },
    },
  });
  const sandbox = await startSandbox({ ...common, settings, timeline: time });
  const capture = await startEndpoint(common, logs, time, sandbox.url, listen);
  const calls = merchantCalls(date, orders, seed, callbackUrl);
  const played = await play({ time, sandbox, settings, url: capture.url }, calls);
  await sandbox.close();
  await capture.close();
  return { logs, calls: played, orders: [...sandbox.orders()], endedAt: time.now() };
}

function startEndpoint(
  common: { workingDirectory: string; log: ReturnType<typeof createLog> },
  folder: string,
  time: SteppedTime,
  forward: string,
  listen: string,
) {
  const { capture: settings, ingest } = parseSettings({ capture: { listen, forward } });
  return startCapture({
    ...{ ...common, settings, mostLineBytes: ingest.maxLineBytes, now: time.instant },
    openLog: (onStored) => openCaptureLog({ folder, now: time.instant, log: common.log, onStored }),
    openPending: () => openPendingCalls(folder),
  });
}

interface Stage {
  readonly time: SteppedTime;
  readonly sandbox: Sandbox;
  readonly settings: Settings;
  readonly url: string;
}

async function play(stage: Stage, calls: readonly MerchantCall[]): Promise<AnsweredCall[]> {
  const { time, sandbox } = stage;
  const merchant = merchantOf(stage);
  for (const call of calls) time.at(call.sendAt, () => merchant.send(call));
  const idle = async () => {
    while (merchant.waiting() > 0 || sandbox.underWay() > 0) await new Promise(setImmediate);
  };
  for (let next = time.next(); next !== undefined; next = time.next()) {
    time.advance(next + STEP);
    await idle();
    await merchant.payOtherwise();
    await idle();
  }
  await merchant.ended();
  return merchant.answered;
}

function merchantOf({ url, settings, sandbox }: Stage) {
  const sender = httpSender({ connections: 128 });
  const answered: AnsweredCall[] = [];
  const underWay = new Set<Promise<void>>();
  const unusual: MerchantCall[] = [];
  /** Requests without an answer yet, and whether they get none. */
  const waiting = new Map<MerchantCall, boolean>();
  async function answerOf(call: MerchantCall): Promise<void> {
    const answer = await sender.send({
      url: new URL(`${url}/v2.0/transaction/pay-in`),
      headers: {
        ...{ 'Content-Type': 'application/json', 'X-TIMESTAMP': call.timestamp },
        ...{ 'X-SIGNATURE': 'unsigned', 'X-PARTNER-ID': call.merchantId },
      },
      ...{ body: Buffer.from(call.body), milliseconds: 600_000, mostBytes: 1_000_000 },
    });
    if ('failure' in answer) throw new Error(`capture did not answer: ${answer.failure}`);
    const body = JSON.parse(answer.body.toString('utf8')) as { code: string; tradeNo?: string };
    const isOwn = body.code.startsWith('CAPTURE_');
    answered.push({ call, code: isOwn ? undefined : body.code, tradeNo: isOwn ? undefined : body.tradeNo });
    if (call.payer !== 'as asked') unusual.push(call);
  }
  return {
    answered,
    send: (call: MerchantCall) => {
      // An answer that never comes is waited for only until the order is there: it ends when the clock has moved on.
      const isHanging = drawFault(settings.sandbox, call.merchantId, call.orderNo) === 'answerNever';
      const done = answerOf(call).finally(() => {
        waiting.delete(call);
        underWay.delete(done);
      });
      underWay.add(done);
      waiting.set(call, isHanging);
    },
    waiting: () => {
      for (const [call, isHanging] of waiting) {
        if (isHanging && sandbox.find(call) !== undefined) waiting.delete(call);
      }
      return waiting.size;
    },
    payOtherwise: async () => {
      for (const { merchantId, orderNo, payer, amountMinor } of unusual.splice(0)) {
        const known = sandbox.find({ merchantId, orderNo });
        if (known === undefined) continue;
        if (payer === 'other amount') await sandbox.pay(known, { amountMinor: String(amountMinor + 500n) });
        else {
          await sandbox.pay(known);
          await sandbox.pay(known, { again: true });
        }
      }
    },
    ended: async () => {
      await Promise.all(underWay);
      sender.close();
    },
  };
}
