import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeDay } from '../../src/simulate/write-day.ts';

/** The measured date. Earlier dates are history. */
export const DATE = '2026-11-19';
/** Just before the callbacks of {@link lateCallbacks}, so that few orders become overdue in between. */
export const AS_OF = '2026-11-20T12:00:00Z';
export const LATER = '2026-11-20T12:10:00Z';
const RECEIVED_LATE = '2026-11-20T12:05:00Z';

/** Files of a day, named as by the simulator. */
export interface Day {
  readonly folder: string;
  readonly payIns: readonly string[];
  readonly callbacks: readonly string[];
}

/** A day with this many orders below the data folder. It is created once and kept. */
export async function dayOf(data: string, orders: number, date = DATE): Promise<Day> {
  const folder = join(data, date === DATE ? `day-${orders}` : `day-${orders}-${date}`);
  if (!existsSync(join(folder, 'whole'))) {
    mkdirSync(folder, { recursive: true });
    await writeDay({ date, seed: 1, orders, folder });
    mkdirSync(join(folder, 'whole'));
  }
  const filesOf = (kind: string) =>
    ['br', 'eg'].map((region) => join(folder, `${kind}-${date}-${region}.ndjson`));
  return { folder, payIns: filesOf('pay-ins'), callbacks: filesOf('callbacks') };
}

/** This many consecutive dates with this many orders each, the newest last. */
export async function datesOf(data: string, dates: number, orders: number): Promise<Day[]> {
  const days: Day[] = [];
  for (let back = dates - 1; back >= 0; back -= 1) {
    days.push(await dayOf(data, orders, dayAfter(DATE, -back)));
  }
  return days;
}

/** The date so many days after another; before it, if they are negative. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

interface PayInLine {
  readonly request: {
    readonly headers: { readonly 'X-TIMESTAMP': string };
    readonly body: Readonly<Record<'orderNo' | 'paymentMethod' | 'money', unknown>> & {
      readonly merchant: { readonly merchantId: string; readonly subMerchantId?: string };
    };
  };
  readonly response?: { readonly body?: { readonly code?: string; readonly tradeNo?: string } };
}

/**
 * A file of callbacks that arrived a day late. Each one pays an order of the day that has no other callback; it pays
 * the requested amount, at once. The orders are spread over both regions and the whole day. The file is created once
 * and kept beside the day.
 */
export async function lateCallbacks(day: Day, count: number): Promise<string> {
  const path = `${day.folder}-late-${count}.ndjson`;
  if (existsSync(path)) return path;
  const heard = new Set<string>();
  for (const file of day.callbacks) {
    for await (const line of linesOf(file)) heard.add(/"orderNo":"([^"]*)"/.exec(line)?.[1] ?? '');
  }
  const late: string[] = [];
  for (const file of day.payIns) {
    const waiting: string[] = [];
    for await (const line of linesOf(file)) {
      const callback = callbackOf(JSON.parse(line), heard);
      if (callback !== undefined) waiting.push(callback);
    }
    const needed = Math.round(count / day.payIns.length);
    if (waiting.length < needed) throw new Error(`${file} has only ${waiting.length} orders to be paid late`);
    late.push(
      ...Array.from(
        { length: needed },
        (_, index) => waiting[Math.floor((index * waiting.length) / needed)]!,
      ),
    );
  }
  writeFileSync(`${path}.part`, late.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.part`, path);
  return path;
}

function callbackOf({ request, response }: PayInLine, heard: Set<string>): string | undefined {
  const { orderNo, paymentMethod, money, merchant } = request.body;
  const accepted = response?.body?.code === '00';
  if (!accepted || typeof orderNo !== 'string' || heard.has(orderNo)) return undefined;
  // An order that was sent several times is paid once.
  heard.add(orderNo);
  const { merchantId, subMerchantId } = merchant;
  const transactionTime = request.headers['X-TIMESTAMP'];
  const body = { orderNo, tradeNo: response!.body!.tradeNo, merchantId, subMerchantId, paymentMethod };
  return JSON.stringify({
    receivedAt: RECEIVED_LATE,
    body: { ...body, transactionTime, status: 'SUCCESS', money },
    ack: 'SUCCESS',
    verified: true,
  });
}

/** The lines of a file, one at a time. */
export function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}
