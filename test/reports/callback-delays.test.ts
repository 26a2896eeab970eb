import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOf, scopeOf } from '../../src/books/run/report-scope.ts';
import { type Session, type Store, transaction } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { feed, instant, SETTINGS } from '../export/books.ts';
import { reportRows } from '../reconcile/run-scenario.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { plainDelays, plainPayments } from './plain-delays.ts';

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-12-17'];
const ZONES = [
  { region: 'BR', zone: 'America/Sao_Paulo' },
  { region: 'EG', zone: 'Africa/Cairo' },
];
const EARLY = '2026-11-20T12:00:00Z';
const LATE = '2026-11-21T12:00:00Z';

/** Asked for on the 19th; its callback comes nearly a day later, after the first run. */
const ASKED = payInLine({ orderNo: 'TOLDLATER1', tradeNo: 'TL1' });
const TOLD = callbackLine({ orderNo: 'TOLDLATER1', tradeNo: 'TL1', at: '2026-11-20T13:00:00Z' });

onEngines('the delays of two simulated days', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'payin-recon-delays-'));
  let store: Store;
  const within = <T>(work: (session: Session) => Promise<T>) =>
    store.session((session) => transaction(session, () => work(session)));
  const judge = (asOf: string, settings = SETTINGS) =>
    within((session) =>
      reconcile(session, settings, {
        asOf: instant(asOf),
        startedAt: instant(asOf),
      }),
    );
  const delays = (runId: number, date: string, region: string, merchant?: string) =>
    within(async (session) =>
      reportRows(
        session,
        'callback-delays',
        scopeOf(
          await runOf(session, SETTINGS, runId),
          date,
          region,
          merchant === undefined ? undefined : [merchant],
        ),
      ),
    );
  const everything = async (runId: number) =>
    Promise.all(DATES.flatMap((date) => ZONES.map(({ region }) => delays(runId, date, region))));

  beforeAll(async () => {
    store = await engine.open();
    for (const [index, date] of DATES.slice(0, 2).entries()) {
      const logs = join(folder, `${engine.name}-${date}`);
      await writeDay({ date, seed: index, orders: 500, folder: logs });
      await ingest(store, SETTINGS, { paths: [logs], readAt: instant(EARLY) });
    }
    await feed(store, join(folder, `${engine.name}.ndjson`), [ASKED]);
    await judge(EARLY);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are what a plain computation gives, hour by hour, with the 28 dates before', async () => {
    const payments = await within(plainPayments);
    expect(payments.length).toBeGreaterThan(400);
    for (const date of DATES) {
      for (const zone of ZONES) {
        const plain = plainDelays(payments, date, zone, SETTINGS.lateCallbackSeconds);
        expect(await delays(1, date, zone.region), `${date} ${zone.region}`).toEqual(plain);
        if (date !== '2026-11-20') expect(plain.length).toBeGreaterThan(10);
      }
    }
  });

  it('of one merchant are those of its payments', async () => {
    const payments = await within(plainPayments);
    for (const merchant of new Set(payments.map(({ merchantId }) => merchantId))) {
      const own = payments.filter(({ merchantId }) => merchantId === merchant);
      for (const zone of ZONES) {
        const plain = plainDelays(own, '2026-11-19', zone, SETTINGS.lateCallbackSeconds);
        expect(await delays(1, '2026-11-19', zone.region, merchant)).toEqual(plain);
      }
    }
  });

  it('are restated by a callback that comes late, and stay what they were for the run before', async () => {
    const before = await everything(1);
    await feed(store, join(folder, `${engine.name}-late.ndjson`), [TOLD], LATE);
    const { runId } = await judge(LATE);
    const [then, now] = [await delays(1, '2026-11-19', 'BR'), await delays(runId, '2026-11-19', 'BR')];
    const wholeDay = (rows: typeof now) => rows.find(({ hour }) => hour === null)!;
    expect(Number(wholeDay(now)['callback_count'])).toBe(Number(wholeDay(then)['callback_count']) + 1);
    expect(Number(wholeDay(now)['callback_late'])).toBe(Number(wholeDay(then)['callback_late']) + 1);
    const payments = await within(plainPayments);
    expect(now).toEqual(plainDelays(payments, '2026-11-19', ZONES[0]!, SETTINGS.lateCallbackSeconds));
    expect(await everything(1)).toEqual(before);
  });

  it('are late by the setting of the run', async () => {
    const strict = { ...SETTINGS, lateCallbackSeconds: 2 };
    const { runId } = await judge(LATE, strict);
    const payments = await within(plainPayments);
    for (const zone of ZONES)
      expect(await delays(runId, '2026-11-19', zone.region)).toEqual(
        plainDelays(payments, '2026-11-19', zone, 2),
      );
  });
});
