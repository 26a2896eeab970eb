/** The metric of open findings counts what `findings list` shows, also of dates that are closed. */
import { expect, it } from 'vitest';
import { decideAll, decideFindings } from '../../../src/books/findings/decide.ts';
import type { Action } from '../../../src/books/findings/decision.ts';
import { countFindings } from '../../../src/books/shown/count-findings.ts';
import type { Store } from '../../../src/database/store.ts';
import { regionFolder } from '../../../src/settings/region-folder.ts';
import { close, reopen, withdrawn } from '../../books/periods/closed-books.ts';
import { purgeBefore } from '../../books/periods/purged-books.ts';
import {
  AFTER,
  type Books,
  MONDAY,
  on,
  reported,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../../books/run/reported-books.ts';
import { instant, SETTINGS } from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { snapshotOf } from './watched-books.ts';

const PAID = { orderNo: 'MONDAY0001', tradeNo: 'M1' };
const UNPAID = { orderNo: 'MONDAY0002', tradeNo: 'M2' };
const ORPHAN = { orderNo: 'MONDAY0003', tradeNo: 'M3' };

const EVIDENCE = [
  on(MONDAY, payInLine({ ...PAID, at: `${MONDAY}T13:05:00Z` })),
  on(MONDAY, callbackLine({ ...PAID, at: `${MONDAY}T13:06:02Z` })),
  // Not expired when Monday is reported.
  on(MONDAY, payInLine({ ...UNPAID, at: '2026-11-17T02:59:00Z' })),
  on(MONDAY, callbackLine({ ...ORPHAN, at: `${MONDAY}T13:06:02Z` })),
  on(TUESDAY, payInLine({ orderNo: 'TUESDAY001', tradeNo: 'U1', at: `${TUESDAY}T13:05:00Z` })),
];

/** A second payment of the order that is paid. */
const SECOND = on(MONDAY, callbackLine({ ...PAID, tradeNo: 'M9', at: `${WEDNESDAY}T10:00:00Z` }));
/** The callback of the order that is not paid. */
const LATE = on(MONDAY, callbackLine({ ...UNPAID, at: `${WEDNESDAY}T11:00:00Z` }));

/** Counts of the metric, after checking that they are those of the list. */
async function open({ store }: Pick<Books, 'store'>): Promise<Record<string, number>> {
  const listed: Record<string, number> = {};
  for (const one of await store.session((session) => countFindings(session, { states: ['open'] }))) {
    const name = `${regionFolder(one.region)} ${one.severity}`;
    listed[name] = (listed[name] ?? 0) + one.findings;
  }
  const measured: Record<string, number> = {};
  for (const { region, severity, orders } of (await snapshotOf(store)).findings) {
    if (orders === 0) continue;
    measured[`${region} ${severity}`] = (measured[`${region} ${severity}`] ?? 0) + orders;
  }
  expect(measured).toEqual(listed);
  return measured;
}

async function codes(store: Store): Promise<string[]> {
  const counts = await store.session((session) => countFindings(session, { states: ['open'] }));
  return counts.map(({ code, findings }) => `${code} ${findings}`).sort();
}

function decide(store: Store, code: string, action: Action, order?: string) {
  const request = { at: instant('2026-11-20T13:00:00Z'), who: 'ana', settings: SETTINGS };
  return decideFindings(store, request, (session) =>
    decideAll(
      session,
      { code, order, states: [action === 'reopen' ? 'resolved' : 'open'] },
      { action, text: 'known' },
    ),
  );
}

/** Monday is closed, and has other findings since. */
async function changedSince(engine: Engine): Promise<Books> {
  const books = await reported(engine, ...EVIDENCE);
  await open(books);
  await close(books, MONDAY);
  const closed = await codes(books.store);
  await open(books);
  await books.feed(SECOND);
  await books.reconcile(WEDNESDAY);
  const since = await codes(books.store);
  expect(closed).not.toContain('MULTIPLE_PAYMENTS 1');
  expect(since).toContain('MULTIPLE_PAYMENTS 1');
  expect(closed.filter((code) => !since.includes(code))).not.toEqual([]);
  return books;
}

onEngines('the metric of open findings', (engine) => {
  it('counts what began and ended on a closed date since it was closed', async () => {
    const books = await changedSince(engine);
    const before = await open(books);
    await books.feed(LATE);
    await books.reconcile(THURSDAY);
    expect(await open(books)).not.toEqual(before);
    await withdrawn(books, '2.ndjson', '2026-11-20T09:00:00Z');
    expect(await codes(books.store)).not.toContain('MULTIPLE_PAYMENTS 1');
    await open(books);
  });

  it('leaves out findings of a closed date that are resolved, and counts reopened ones', async () => {
    const books = await changedSince(engine);
    const before = await open(books);
    for (const code of ['MULTIPLE_PAYMENTS', 'ORPHAN_CALLBACK']) {
      await decide(books.store, code, 'resolve');
      expect(await codes(books.store)).not.toContain(`${code} 1`);
      expect(await open(books)).not.toEqual(before);
    }
    for (const code of ['MULTIPLE_PAYMENTS', 'ORPHAN_CALLBACK']) await decide(books.store, code, 'reopen');
    expect(await open(books)).toEqual(before);
  });

  it('counts the same before and after a closed date is reopened and published again', async () => {
    const books = await changedSince(engine);
    await decide(books.store, 'ORPHAN_CALLBACK', 'resolve');
    const before = await open(books);
    await reopen(books, MONDAY);
    expect(await open(books)).toEqual(before);
    await books.reconcile(MONDAY, AFTER[THURSDAY]);
    await open(books);
    await books.feed(LATE);
    await books.reconcile(TUESDAY, '2026-11-20T07:00:00Z');
    await open(books);
    await close(books, MONDAY);
    await decide(books.store, 'ORPHAN_CALLBACK', 'reopen');
    await open(books);
  });

  it('counts findings of a closed date that has no version, and none that are purged', async () => {
    const books = await reported(engine, EVIDENCE[4]!);
    await close(books, MONDAY);
    await books.feed(...EVIDENCE.slice(0, 4));
    await books.reconcile(WEDNESDAY);
    expect(await codes(books.store)).toContain('ORPHAN_CALLBACK 1');
    await open(books);
    await purgeBefore(books.store, TUESDAY);
    expect(await codes(books.store)).not.toContain('ORPHAN_CALLBACK 1');
    await open(books);
  });
});
