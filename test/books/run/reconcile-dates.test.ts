/** What a run keeps: of itself, of moments before others, and of the zones that it published by. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orders } from '../../../reports/orders.ts';
import { type ReconcileResult, reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import type { Store } from '../../../src/database/store.ts';
import { reportBlocks } from '../../../src/export/publish/write-report.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  filesBelow,
  instant,
  MORNING,
  NOON,
  publish,
  readCsv,
  SETTINGS,
} from '../../export/books.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NEXT_DATE = '2026-11-20';
/** Brazil an hour further west. */
const MOVED = parseSettings({
  regions: SETTINGS.regions.map((region) =>
    region.name === 'BR' ? { ...region, zone: 'America/Manaus' } : region,
  ),
});

/** A store that has read {@link EVIDENCE}, and a folder for its reports. */
async function booksOf(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  return { store, out: join(folder, 'reports') };
}

function publishMoved(store: Store, out: string, asOf = NOON): Promise<ReconcileResult> {
  const at = instant(asOf);
  return reconcileDates(store, MOVED, { dates: [DATE], region: 'BR', asOf: at, startedAt: at, out });
}

function told({ publications }: ReconcileResult): string[] {
  return publications.map(({ date, region, version, state }) => `${date} ${region} v${version} ${state}`);
}

onEngines('a run of several dates', (engine) => {
  it('keeps nothing where its first date cannot be published', async () => {
    const { store, out } = await booksOf(engine);
    mkdirSync(join(out, DATE), { recursive: true });
    writeFileSync(join(out, DATE, 'EG'), 'not a folder');
    const before = await stateOf(store);
    await expect(publish(store, out, NOON, { dates: [DATE, NEXT_DATE] })).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
    });
    expect(await stateOf(store)).toEqual(before);
    expect(filesBelow(out)).toEqual([`${DATE}/EG`]);
  });

  it('keeps the dates before the one that cannot be published, and goes on from there', async () => {
    const { store, out } = await booksOf(engine);
    mkdirSync(join(out, NEXT_DATE), { recursive: true });
    writeFileSync(join(out, NEXT_DATE, 'EG'), 'not a folder');
    const dates = [DATE, NEXT_DATE];
    await expect(publish(store, out, NOON, { dates })).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    rmSync(join(out, NEXT_DATE, 'EG'));
    expect(told(await publish(store, out, NOON, { dates }))).toEqual([
      `${DATE} BR v1 unchanged`,
      `${DATE} EG v1 unchanged`,
      `${NEXT_DATE} BR v1 new`,
      `${NEXT_DATE} EG v1 new`,
    ]);
  });
});

onEngines('a finding', (engine) => {
  it('is not first seen after the as-of of the run, though a run of another date saw it from later', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, NOON, { dates: [NEXT_DATE] });
    const seenOn = (date: string) =>
      new Set(readCsv(join(out, date, 'BR/latest/findings.csv')).map((row) => row['first_seen_at_utc']));
    expect(seenOn(NEXT_DATE)).toEqual(new Set([NOON]));
    await publish(store, out, MORNING);
    expect(seenOn(DATE)).toEqual(new Set([MORNING]));
    // It stays so for those who look later.
    await publish(store, out, '2026-11-21T15:00:00Z', { dates: ['2026-11-21'] });
    expect(seenOn('2026-11-21')).toEqual(new Set([MORNING]));
  });
});

onEngines('a version whose region has another zone now', (engine) => {
  it('is written again byte for byte where its folder is missing, before the version of the new zone', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, MORNING, { region: 'BR' });
    const first = join(out, DATE, 'BR/v1');
    const bytes = bytesBelow(first);
    rmSync(join(out, DATE, 'BR'), { recursive: true });
    expect(told(await publishMoved(store, out))).toEqual([`${DATE} BR v1 restored`, `${DATE} BR v2 new`]);
    expect(bytesBelow(first)).toEqual(bytes);
    const requested = (version: string) => readCsv(join(out, DATE, 'BR', version, 'orders.csv'))[0];
    expect(requested('v1')!['requested_at_local']).toMatch(/-03:00$/);
    expect(requested('latest')!['requested_at_local']).toMatch(/-04:00$/);
  });

  it('is reported as it was', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, MORNING, { region: 'BR' });
    const texts: string[] = [];
    const wanted = { dates: [DATE], regions: ['BR'], version: 1, at: instant(NOON) };
    await withScopes(store, MOVED, wanted, async (session, scopes) => {
      for await (const text of reportBlocks(session, orders, scopes, MOVED.export)) texts.push(String(text));
    });
    expect(texts.join('')).toBe(readFileSync(join(out, DATE, 'BR/v1/orders.csv'), 'utf8'));
  });

  it('is not replaced by other bytes where its run did not keep the zones', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, MORNING, { region: 'BR' });
    const bytes = bytesBelow(out);
    await store.session(({ db }) => db.updateTable('runs').set({ zones: null }).execute());
    rmSync(join(out, DATE, 'BR'), { recursive: true });
    const before = await stateOf(store);
    await expect(publishMoved(store, out)).rejects.toMatchObject({
      code: 'VERSION_LOST',
      exitCode: 3,
      detail: { where: join(out, DATE, 'BR/v1') },
    });
    expect(filesBelow(out)).toEqual([]);
    expect(await stateOf(store)).toEqual(before);
    expect(told(await publish(store, out, NOON, { region: 'BR' }))).toEqual([`${DATE} BR v1 restored`]);
    expect(bytesBelow(out)).toEqual(bytes);
  });
});
