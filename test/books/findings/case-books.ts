import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findBrokenEntry } from '../../../src/audit/audit-trail.ts';
import { decideAll, decideEach, decideFindings } from '../../../src/books/findings/decide.ts';
import type { Action } from '../../../src/books/findings/decision.ts';
import { type FindingLife, readLives } from '../../../src/books/findings/finding-life.ts';
import type { Store } from '../../../src/database/store.ts';
import { DATE, EVIDENCE, feed, instant, publish, readCsv, SETTINGS } from '../../export/books.ts';
import type { Engine } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Moments after one another, at which runs are started and decisions made. */
export const MOMENTS = {
  first: '2026-11-20T12:00:00Z',
  decided: '2026-11-20T13:00:00Z',
  second: '2026-11-20T15:00:00Z',
  decidedAgain: '2026-11-20T15:30:00Z',
  third: '2026-11-20T18:00:00Z',
  weekLater: '2026-11-28T12:00:00Z',
} as const;

/** The order that is stuck at first and is paid late. */
export const ORDER = { order: 'ORDER00002', merchant: 'M0001' } as const;

/** A payment of that order, received at a moment, of an amount in centavos. */
export function payment(amount: string, at: string): string {
  return callbackLine({ orderNo: ORDER.order, tradeNo: 'T2', amount, at });
}

/** The same, of which nobody has verified the signature. */
export function forged(amount: string, at: string): string {
  return payment(amount, at).replace('"verified":true', '"verified":false');
}

/** A store that has read the evidence, with a folder for logs and one for reports. */
export async function caseBooks(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  return {
    store,
    out,
    /** Reads lines as a file of logs/. */
    feed: (name: string, lines: readonly string[], at: string) =>
      feed(store, join(folder, 'logs', name), lines, at),
    /** Reconciles and publishes the date as of a moment. */
    publish: (at: string) => publish(store, out, at),
    /** Brazil's findings.csv of a version. */
    listed: (version = 'latest') =>
      readCsv(join(out, DATE, 'BR', version, 'findings.csv')).map(
        (row) => `${row['order_no']} ${row['code']}`,
      ),
    rows: (version = 'latest') => readCsv(join(out, DATE, 'BR', version, 'findings.csv')),
    row: (code: string, version = 'latest') =>
      readCsv(join(out, DATE, 'BR', version, 'findings.csv')).find((row) => row['code'] === code),
    bytes: (version: string, file = 'findings.csv') =>
      readFileSync(join(out, DATE, 'BR', version, file), 'utf8'),
  };
}

/** Decides about one finding of {@link ORDER}. */
export function decide(
  store: Store,
  code: string,
  action: Action,
  text: string,
  { at = MOMENTS.decided as string, who = 'ana', dryRun = false, settings = SETTINGS } = {},
) {
  return decideFindings(store, { at: instant(at), who, dryRun, settings }, (session) =>
    decideEach(session, { orders: [ORDER.order], merchant: ORDER.merchant, code }, { action, text }),
  );
}

/** Decides about every open finding with a code. */
export function decideEverything(store: Store, code: string, action: Action, text: string) {
  return decideFindings(store, { at: instant(MOMENTS.decided), who: 'ana', settings: SETTINGS }, (session) =>
    decideAll(session, { code, states: ['open'] }, { action, text }),
  );
}

export async function lifeOf(store: Store, code: string): Promise<FindingLife> {
  const [life] = await store.session((session) => readLives(session, { ...ORDER, code }));
  return life!;
}

export async function expectUnbroken(store: Store): Promise<void> {
  expect(await store.session((session) => findBrokenEntry(session))).toBeUndefined();
}
