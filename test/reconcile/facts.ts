import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { type ReconcileResult, reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { filesBelow } from '../export/books.ts';
import { emptyTables } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { instantOf, publishedReports } from './run-scenario.ts';
import { readCsv } from './scenario.ts';
import { type Line, WORLD_DATES, WORLD_END } from './world.ts';

/** The files of facts. */
export const FACTS = PLAIN_REPORTS.filter((report) => report.fact).map((report) => `${report.name}.csv`);
/** All but what speaks of the files that were read. */
const SHOWN = PLAIN_REPORTS.filter(({ name }) => name !== 'rejected-records').map(
  ({ name }) => `${name}.csv`,
);

/** A store that can be emptied, with a folder of reports that is emptied with it. */
export interface Ground {
  readonly settings: Settings;
  /** Folder of the published reports. */
  readonly out: string;
  /** Forgets everything: evidence, runs and published reports. */
  clear(): Promise<void>;
  /** Reads files of these lines, one after the other. */
  read(...files: Line[][]): Promise<void>;
  /** Reconciles and publishes. */
  reconcile(options?: {
    dates?: readonly string[];
    region?: string;
    asOf?: string;
  }): Promise<ReconcileResult>;
  /** The newest facts that are published, without source and line: by date, region and report. */
  facts(): Record<string, string>;
  /** The reports of every version, without source and line: by date, region, version and report. */
  versions(): Record<string, string>;
  /** Removes what was published, and nothing else. */
  loseReports(): void;
  /** Removes the folder. */
  leave(): void;
}

/** Prepares a store for worlds that come and go. */
export function groundOf(store: Store, settings: Settings): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-world-'));
  const out = join(folder, 'out');
  const logs = join(folder, 'logs');
  let files = 0;
  const empty = () => {
    for (const inner of [out, logs]) {
      rmSync(inner, { recursive: true, force: true });
      mkdirSync(inner, { recursive: true });
    }
  };
  return {
    settings,
    out,
    clear: async () => {
      empty();
      await emptyTables(store);
    },
    read: async (...contents) => {
      for (const lines of contents) {
        files += 1;
        const path = join(logs, `${files}.ndjson`);
        writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
        await ingest(store, settings, { paths: [path], readAt: instantOf(WORLD_END) });
      }
    },
    reconcile: ({ dates = WORLD_DATES, region, asOf = WORLD_END } = {}) => {
      const at = instantOf(asOf);
      return reconcileDates(store, settings, { dates, region, asOf: at, startedAt: at, out });
    },
    facts: () =>
      Object.fromEntries(
        [...publishedReports(out)]
          .filter(([file]) => FACTS.some((name) => file.endsWith(`/${name}`)))
          .map(([file, text]) => [file, withoutPlace(text)]),
      ),
    versions: () =>
      Object.fromEntries(
        filesBelow(out)
          .filter((file) => /\/v\d+\//.test(file) && SHOWN.some((name) => file.endsWith(`/${name}`)))
          .map((file) => [file, withoutPlace(readFileSync(join(out, file), 'utf8'))]),
      ),
    loseReports: () => rmSync(out, { recursive: true }),
    leave: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A report without the two columns that say where a record was first read. */
export function withoutPlace(text: string): string {
  const rows = readCsv(text).map(({ source: _source, line: _line, ...rest }) => rest);
  return stringify(rows, { header: true });
}
