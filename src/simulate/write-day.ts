import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DayOptions, type LogFile, regionDay, regionLines } from './day.ts';
import { createLogWriter } from './log-writer.ts';
import type { RegionCode } from './regions.ts';
import { isPaidClean } from './scenarios.ts';

export interface WriteDayOptions extends DayOptions {
  /** Target folder. It is created if it does not exist. */
  readonly folder: string;
  readonly gzip?: boolean;
  /** Number of files for each kind and region, as if the log was rotated during the day; default 1. */
  readonly filesPer?: number;
}

/** What was written for one region, for comparison with what is read back. */
export interface RegionTally {
  payInLines: number;
  callbackLines: number;
  /** Lines that cannot be assigned to an order. */
  rejectedLines: number;
  /** Lines that are exact copies of another line. */
  duplicateLines: number;
  /** Orders with a pay-in record or a callback in the log. */
  orders: number;
  /** Number of orders in each scenario, by its name. */
  scenarios: Record<string, number>;
  /** Orders that were paid as requested and have no finding. */
  cleanPaidOrders: number;
  /** The amount paid for those orders, in minor units of the region's currency (BRL, EGP). */
  cleanPaidMinor: bigint;
}

export interface WrittenDay {
  /** Paths of the files, pay-ins before callbacks, Brazil before Egypt. */
  readonly files: readonly string[];
  readonly regions: { readonly [region in RegionCode]: RegionTally };
}

/** Writes a merchant's logs of one day as NDJSON: `pay-ins-<date>-br.ndjson` and so on. Uses constant memory. */
export async function writeDay(options: WriteDayOptions): Promise<WrittenDay> {
  await mkdir(options.folder, { recursive: true });
  const brazil = await writeRegion(options, 'BR');
  const egypt = await writeRegion(options, 'EG');
  return {
    files: [...brazil.files, ...egypt.files],
    regions: { BR: brazil.tally, EG: egypt.tally },
  };
}

async function writeRegion(
  options: WriteDayOptions,
  region: RegionCode,
): Promise<{ files: string[]; tally: RegionTally }> {
  const parts = options.filesPer ?? 1;
  const gzip = options.gzip ?? false;
  const simulated = regionDay(options, region);
  const payInPaths = pathsOf(options, 'pay-ins', region, parts);
  const callbackPaths = pathsOf(options, 'callbacks', region, parts);
  const payIns = createLogWriter(payInPaths, gzip);
  const callbacks = createLogWriter(callbackPaths, gzip);
  const tally = emptyTally();
  // A day that fits on a disk stays below 2^53, so only the total needs a bigint.
  let cleanPaidMinor = 0;

  const lines = regionLines(simulated, (order, scenario) => {
    tally.scenarios[scenario.name] = (tally.scenarios[scenario.name] ?? 0) + 1;
    tally.rejectedLines += scenario.rejectedLines ?? 0;
    tally.duplicateLines += scenario.duplicateLines ?? 0;
    if (scenario.outcome !== undefined) tally.orders += 1;
    if (!isPaidClean(scenario)) return;
    tally.cleanPaidOrders += 1;
    cleanPaidMinor += order.amountMinor;
  });
  for (const { file, line, position } of lines) {
    const part = Math.floor((position * parts) / simulated.orders);
    const isPayIn = file === 'pay-ins';
    if (isPayIn) tally.payInLines += 1;
    else tally.callbackLines += 1;
    const waiting = (isPayIn ? payIns : callbacks).write(part, line);
    if (waiting !== undefined) await waiting;
  }
  await payIns.close();
  await callbacks.close();
  tally.cleanPaidMinor = BigInt(cleanPaidMinor);
  return { files: [...payInPaths, ...callbackPaths], tally };
}

function emptyTally(): RegionTally {
  return {
    payInLines: 0,
    callbackLines: 0,
    rejectedLines: 0,
    duplicateLines: 0,
    orders: 0,
    scenarios: {},
    cleanPaidOrders: 0,
    cleanPaidMinor: 0n,
  };
}

/** One part: `callbacks-2026-11-19-br.ndjson`; several: `callbacks-2026-11-19-br-01.ndjson` and on. */
function pathsOf(options: WriteDayOptions, file: LogFile, region: RegionCode, parts: number): string[] {
  const stem = `${file}-${options.date}-${region.toLowerCase()}`;
  const ending = options.gzip === true ? '.ndjson.gz' : '.ndjson';
  return Array.from({ length: parts }, (_, part) => {
    const suffix = parts === 1 ? '' : `-${String(part + 1).padStart(2, '0')}`;
    return join(options.folder, `${stem}${suffix}${ending}`);
  });
}
