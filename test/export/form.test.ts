import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import type { Store } from '../../src/database/store.ts';
import type { Form } from '../../src/export/profile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type Engine, onEngines } from '../support/engines.ts';
import { expectGolden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  filesBelow,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  states,
} from './books.ts';
import { MISREAD_EVIDENCE } from './csv/misread-texts.ts';

const STANDARD: Form = { profile: 'standard', format: 'csv' };
const BRAZIL: Form = { profile: 'excel-br', format: 'csv' };
const WORKBOOKS: Form = { profile: 'excel-br', format: 'xlsx' };

async function booksOf(engine: Engine, evidence: readonly string[] = EVIDENCE) {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), evidence);
  return { store, folder, out: join(folder, 'reports') };
}

/** Publishes Brazil's date in a form, with further settings, and says what became of it. */
async function publishAs(store: Store, out: string, form: Form, asOf = MORNING, more: object = {}) {
  const at = instant(asOf);
  const settings = parseSettings({ ...more, export: { ...form } });
  const result = await reconcileDates(store, settings, {
    dates: [DATE],
    region: 'BR',
    asOf: at,
    startedAt: at,
    out,
  });
  return states(result)['BR'];
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

onEngines('the files for Excel in Brazil and Egypt', (engine) => {
  it.each([
    ['excel-br', 'BR'],
    ['excel-eg', 'EG'],
  ] as const)('are those that are kept as golden: %s', async (profile, region) => {
    const { store, out } = await booksOf(engine, MISREAD_EVIDENCE);
    const at = instant(MORNING);
    const settings = parseSettings({ export: { profile } });
    await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
    for (const name of ['orders.csv', 'payments.csv', 'daily-summary.csv', 'amount-mismatches.csv']) {
      const written = readFileSync(join(out, DATE, region, 'v1', name), 'utf8');
      expectGolden(written, `${profile}/${name}`);
    }
  });
});

onEngines('the form of a version', (engine) => {
  it('stands in its manifest, and another form of the same facts is a new version', async () => {
    const { store, out } = await booksOf(engine);
    expect(await publishAs(store, out, STANDARD)).toBe('v1 new');
    expect(await publishAs(store, out, BRAZIL)).toBe('v2 new');
    expect(await publishAs(store, out, BRAZIL)).toBe('v2 unchanged');
    expect(await publishAs(store, out, WORKBOOKS)).toBe('v3 new');
    expect(await publishAs(store, out, WORKBOOKS, NOON)).toBe('v3 unchanged');
    const manifests = ['v1', 'v2', 'v3'].map((version) => manifestOf(join(out, DATE, 'BR', version)));
    expect(manifests.map(({ profile, format }) => ({ profile, format }))).toEqual([
      STANDARD,
      BRAZIL,
      WORKBOOKS,
    ]);
    expect(manifests[2].files.map(({ name }: { name: string }) => name)).toContain('orders.xlsx');
    expect(filesBelow(join(out, DATE, 'BR/v3')).filter((name) => name.endsWith('.csv'))).toEqual([]);
  });

  it('does not decide whether a fact changed: that is what the facts say', async () => {
    const { store, folder, out } = await booksOf(engine);
    expect(await publishAs(store, out, WORKBOOKS)).toBe('v1 new');
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    expect(await publishAs(store, out, WORKBOOKS, NOON)).toBe('v2 new');
    const shared = filesBelow(join(out, DATE, 'BR/v1')).filter(
      (name) =>
        lstatSync(join(out, DATE, 'BR/v1', name)).ino === lstatSync(join(out, DATE, 'BR/v2', name)).ino,
    );
    expect(shared).toContain('orphan-callbacks.xlsx');
    expect(shared).not.toContain('orders.xlsx');
  });

  it('is kept where its folder went missing, whatever form is asked for today', async () => {
    const { store, out } = await booksOf(engine);
    await publishAs(store, out, WORKBOOKS);
    await publishAs(store, out, BRAZIL);
    const before = bytesBelow(out);
    for (const version of ['v1', 'v2']) rmSync(join(out, DATE, 'BR', version), { recursive: true });
    expect(await publishAs(store, out, BRAZIL, NOON)).toBe('v2 restored');
    expect(bytesBelow(out)).toEqual(before);
  });

  it('is that of a preview too', async () => {
    const { store, folder } = await booksOf(engine);
    const at = instant(MORNING);
    const out = join(folder, 'look');
    const settings = parseSettings({ export: WORKBOOKS });
    await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out, preview: true });
    expect(manifestOf(join(out, DATE, 'BR'))).toMatchObject({ ...WORKBOOKS, version: null });
    expect(existsSync(join(out, DATE, 'BR/orders.xlsx'))).toBe(true);
  });
});

onEngines('a date of which no row of facts changed', (engine) => {
  it('is known unchanged without being written', async () => {
    const { store, out } = await booksOf(engine);
    await publishAs(store, out, STANDARD);
    const folder = join(out, DATE, 'BR');
    // To write aside, a folder would be made here and removed.
    const { mtimeMs } = statSync(folder);
    expect(await publishAs(store, out, STANDARD, NOON)).toBe('v1 unchanged');
    expect(statSync(folder).mtimeMs).toBe(mtimeMs);
  });

  it('is written for comparison where settings are others, and is unchanged if they change no fact', async () => {
    const { store, out } = await booksOf(engine);
    await publishAs(store, out, STANDARD);
    const folder = join(out, DATE, 'BR');
    const { mtimeMs } = statSync(folder);
    expect(await publishAs(store, out, STANDARD, NOON, { lateCallbackSeconds: 7200 })).toBe('v1 unchanged');
    expect(statSync(folder).mtimeMs).not.toBe(mtimeMs);
  });

  it('is a new version where another zone shows other local times', async () => {
    const { store, out } = await booksOf(engine);
    const regions = parseSettings({}).regions.map((region) => ({ ...region }));
    await publishAs(store, out, STANDARD, MORNING, { regions });
    regions[0]!.zone = 'America/Manaus';
    expect(await publishAs(store, out, STANDARD, NOON, { regions })).toBe('v2 new');
    const orders = readFileSync(join(out, DATE, 'BR/v2/orders.csv'), 'utf8');
    expect(orders).toContain('2026-11-19T09:05:00-04:00');
  });
});
