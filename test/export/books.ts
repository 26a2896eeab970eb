import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import {
  type ReconcileRequest,
  type ReconcileResult,
  reconcileDates,
} from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import { ingest, type SourceResult } from '../../src/ingest/ingest.ts';
import { type Instant, parseWrittenTime } from '../../src/normalise/instant.ts';
import type { NightNews } from '../../src/operations/schedule/night-news.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { callbackLine, payInLine } from '../support/records.ts';

/** The business date of everything here. */
export const DATE = '2026-11-19';
/** Past every deadline of that date. */
export const MORNING = '2026-11-20T12:00:00Z';
export const NOON = '2026-11-20T15:00:00Z';

export const SETTINGS = parseSettings({});

/** An instant that is written with `Z`. */
export function instant(text: string): Instant {
  const { localSeconds, micros } = parseWrittenTime(text)!;
  return { seconds: localSeconds, micros };
}

/** Egypt's record of the same shape as {@link payInLine}'s; amounts in major units. */
const egypt = { merchantId: 'M0002', currency: 'EGP', method: 'FAWRY' };

/** A paid and an unpaid order of Brazil and one of Egypt, a callback without an order, and a line cut short. */
export const EVIDENCE: readonly string[] = [
  payInLine(),
  callbackLine(),
  payInLine({ orderNo: 'ORDER00002', tradeNo: 'T2', amount: '12345' }),
  payInLine({ ...egypt, orderNo: 'ORDER00003', tradeNo: 'T3', amount: '150.5' }),
  callbackLine({ ...egypt, orderNo: 'ORDER00003', tradeNo: 'T3', amount: '150.50' }),
  callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '700' }),
  '{"sentAt": "2026-11-19T13:0',
];

/** The callback that pays the unpaid order of {@link EVIDENCE}, late, less than was asked for. */
export const LATE_CALLBACK = callbackLine({
  orderNo: 'ORDER00002',
  tradeNo: 'T2',
  amount: '12300',
  at: '2026-11-20T14:00:00Z',
});

/** Writes lines to a log file below a folder and reads it into the store. */
export async function feed(
  store: Store,
  path: string,
  lines: readonly string[],
  at = MORNING,
): Promise<SourceResult[]> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return ingest(store, SETTINGS, { paths: [path], readAt: instant(at) });
}

/** Reconciles the date as of a moment and publishes it. */
export function publish(
  store: Store,
  out: string,
  asOf = MORNING,
  more: Partial<ReconcileRequest> = {},
): Promise<ReconcileResult> {
  const at = instant(asOf);
  return reconcileDates(store, SETTINGS, { dates: [DATE], asOf: at, startedAt: at, out, ...more });
}

/** The news of a night by a run before which everything was reported. */
export function newsOf({ expired, publications }: ReconcileResult): NightNews {
  const made = publications.filter(({ state }) => state === 'new');
  return {
    expired,
    versions: made.map(({ date, region, version }) => ({ date, region, version: version! })),
  };
}

/** State and version of what a run published, by region. */
export function states(result: ReconcileResult): Record<string, string> {
  return Object.fromEntries(
    result.publications.map(({ region, version, state }) => [
      region === '' ? 'other' : region,
      version === null ? state : `v${version} ${state}`,
    ]),
  );
}

/** Every file below a folder by its path from there, hidden names and links (as such) too; sorted. */
export function filesBelow(folder: string, prefix = ''): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const name = `${prefix}${entry.name}`;
      return entry.isDirectory() ? filesBelow(join(folder, entry.name), `${name}/`) : [name];
    })
    .sort();
}

/** Bytes of every file below a folder as digests; links are not followed. */
export function bytesBelow(folder: string): Record<string, string> {
  const files = filesBelow(folder).filter((name) => !lstatSync(join(folder, name)).isSymbolicLink());
  return Object.fromEntries(files.map((name) => [name, sha256Of(readFileSync(join(folder, name)))]));
}

/** What changes when a file is written again or another takes its place. */
export function identitiesBelow(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder).map((name) => {
      const { ino, mtimeMs } = lstatSync(join(folder, name));
      return [name, `${ino} ${mtimeMs}`];
    }),
  );
}

export function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A published CSV as one object a row, every cell as its text. */
export function readCsv(path: string): Array<Record<string, string>> {
  return readCsvText(readFileSync(path));
}

export function readCsvText(text: string | Buffer): Array<Record<string, string>> {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}
