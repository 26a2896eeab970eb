import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { planRun, readAndReconcile } from '../../src/books/run/read-and-reconcile.ts';
import { commandLine } from '../../src/caller.ts';
import type { Store } from '../../src/database/store.ts';
import { addSeconds, instantOfMilliseconds } from '../../src/normalise/instant.ts';
import { addDays } from '../../src/normalise/local-date.ts';
import { SILENT } from '../../src/progress.ts';
import { keyOfOrder } from '../../src/sandbox/known-order.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { readCsv } from '../export/books.ts';
import { type Expected, expectedOf, type OrderEvidence } from './expected.ts';
import type { DayToPlay, PlayedDay } from './play-day.ts';

export interface Comparison {
  readonly orders: number;
  readonly payments: number;
  /** How many orders have each outcome and each finding. */
  readonly counts: Readonly<Record<string, number>>;
  /** One text for each difference between what is true and what the reports say. */
  readonly differences: readonly string[];
}

const DAY_SECONDS = 86_400;

/** Reads what capture stored, reconciles the date, and compares the reports with what the sandbox knows. */
export async function compareDay(store: Store, day: DayToPlay, played: PlayedDay): Promise<Comparison> {
  const out = join(day.folder, 'reports');
  const settings = parseSettings({ out });
  const asOf = addSeconds(instantOfMilliseconds(played.endedAt)!, DAY_SECONDS);
  // An order may be paid on the next date, and a wrong offset may name the date before.
  const [from, , to] = around(day.date);
  const dates = { from, to };
  const asked = { dates, in: [played.logs], asOf, startedAt: asOf, out };
  await readAndReconcile(store, settings, planRun(asked, commandLine('circle'), settings), {
    progress: SILENT,
    onRead: () => undefined,
  });
  return compare(evidenceOf(played), reportsOf(out, day.date));
}

function around(date: string): [string, string, string] {
  return [addDays(date, -1), date, addDays(date, 1)];
}

interface Reported {
  readonly outcome: string;
  readonly findings: readonly string[];
  readonly payments: Array<readonly [tradeNo: string, amountMinor: bigint | undefined]>;
}

/** What the CSVs of a date say, by order. */
function reportsOf(out: string, date: string): Map<string, Reported> {
  const reported = new Map<string, Reported>();
  const key = (row: Readonly<Record<string, string>>) =>
    keyOfOrder({ merchantId: row['merchant_id']!, orderNo: row['order_no']! });
  for (const region of ['BR', 'EG']) {
    const rows = (of: string, name: string) => {
      const path = join(out, of, region, 'v1', `${name}.csv`);
      return existsSync(path) ? readCsv(path) : [];
    };
    for (const row of rows(date, 'orders')) {
      const findings = row['findings']!.split(' ').filter((code) => code !== '');
      reported.set(key(row), { outcome: row['outcome']!, findings, payments: [] });
    }
    for (const paidDate of around(date)) {
      for (const row of rows(paidDate, 'payments')) {
        const minor = row['paid_minor']!;
        reported.get(key(row))?.payments.push([row['trade_no']!, minor === '' ? undefined : BigInt(minor)]);
      }
    }
  }
  return reported;
}

function evidenceOf({ calls, orders }: PlayedDay): Map<string, OrderEvidence> {
  const known = new Map(orders.map((one) => [keyOfOrder(one.order), one]));
  const evidence = new Map<string, { calls: PlayedDay['calls'][number][]; known: OrderEvidence['known'] }>();
  for (const one of calls) {
    const key = keyOfOrder(one.call);
    const entry = evidence.get(key) ?? { calls: [], known: known.get(key) };
    entry.calls.push(one);
    evidence.set(key, entry);
  }
  return evidence;
}

function compare(evidence: Map<string, OrderEvidence>, reported: Map<string, Reported>): Comparison {
  const differences: string[] = [];
  const counts: Record<string, number> = {};
  let payments = 0;
  for (const [key, one] of evidence) {
    const expected = expectedOf(one);
    const found = reported.get(key);
    payments += expected.payments.length;
    for (const name of [expected.outcome, ...expected.findings]) counts[name] = (counts[name] ?? 0) + 1;
    const [should, is] = [textOf(expected), found === undefined ? 'no such order' : textOf(found)];
    if (should !== is) {
      differences.push(
        `${key.replace('\n', ' ')} (fault ${one.known?.order.fault}): ${should}, reported ${is}`,
      );
    }
  }
  for (const key of reported.keys()) if (!evidence.has(key)) differences.push(`${key}: nobody sent it`);
  return { orders: evidence.size, payments, counts, differences };
}

function textOf({ outcome, findings, payments }: Expected): string {
  const sorted = [...payments].sort(([one], [other]) => (one < other ? -1 : 1));
  return `${outcome} [${[...findings].sort().join(' ')}] ${sorted.map(([trade, minor]) => `${trade}=${minor}`).join(' ')}`;
}
