/** What verify looks at, and that it finds nothing in what was left alone. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import { atOneMoment } from '../../../src/books/verify/at-one-moment.ts';
import { checkVersion } from '../../../src/books/verify/check-version.ts';
import type { VersionState } from '../../../src/books/verify/final-or-purged.ts';
import { knownVersions } from '../../../src/books/verify/known-versions.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { SILENT } from '../../../src/progress.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { DATE, instant, NOON, publish, SETTINGS } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { filesOf, stateOf } from '../../support/state.ts';
import { booksToVerify, states } from './books-to-verify.ts';

const BR = `${DATE}/BR`;

onEngines('verify finds nothing', (engine) => {
  it('in what was published and left alone, and changes nothing itself', async () => {
    const { store, out, look } = await booksToVerify(engine);
    const before = [await stateOf(store), filesOf(out)];
    const results = await look();
    expect(states(results)).toEqual({
      [`${DATE} BR`]: 'ok',
      [`${DATE} EG`]: 'ok',
      [`${DATE} BR v1`]: 'ok',
      [`${DATE} BR v2`]: 'ok',
      [`${DATE} EG v1`]: 'ok',
      books: 'ok',
      'audit trail': 'ok',
    });
    expect(results.flatMap(({ deviations, remarks }) => [...deviations, ...remarks])).toEqual([]);
    expect([await stateOf(store), filesOf(out)]).toEqual(before);
  });

  it('in a version that was lost and written again', async () => {
    const { store, out, deviations } = await booksToVerify(engine);
    rmSync(join(out, BR, 'v1'), { recursive: true });
    expect(await deviations()).toHaveLength(1);
    await publish(store, out, NOON);
    expect(existsSync(join(out, BR, 'v1'))).toBe(true);
    expect(await deviations()).toEqual([]);
  });

  it.each([
    { profile: 'standard', format: 'xlsx' },
    { profile: 'standard', format: 'parquet' },
    { profile: 'excel-br', format: 'csv' },
    { profile: 'excel-eg', format: 'xlsx' },
  ] as const)('in versions of another form: $profile, $format', async (form) => {
    const { store, out, look } = await booksToVerify(engine);
    const settings = parseSettings({ export: form });
    const at = instant(NOON);
    await reconcileDates(store, settings, { dates: [DATE], asOf: at, startedAt: at, out });
    const results = await look();
    expect(deviationsOf(results)).toEqual([]);
    expect(states(results)).toMatchObject({ [`${DATE} BR v3`]: 'ok', [`${DATE} EG v2`]: 'ok' });

    const path = join(out, BR, 'v3', `orders.${form.format}`);
    const bytes = readFileSync(path);
    const at700 = Buffer.from(bytes);
    at700[700] = at700[700]! ^ 1;
    writeFileSync(path, at700);
    const told = (await look({ version: 3 })).find(({ subject }) => subject.endsWith('BR v3'))!;
    expect(told.deviations.map(({ where }) => where)).toEqual(
      Array(2).fill(`${BR}/v3/orders.${form.format}`),
    );
    expect(told.deviations[1]).toMatchObject({ byte: 700 });
  });
});

onEngines('verify looks', (engine) => {
  it('at one version, or one region, alone', async () => {
    const { look } = await booksToVerify(engine);
    expect(Object.keys(states(await look({ version: 2 })))).toContain(`${DATE} BR v2`);
    expect(Object.keys(states(await look({ version: 2 })))).not.toContain(`${DATE} BR v1`);
    expect(Object.keys(states(await look({ region: 'EG' })))).toEqual([
      `${DATE} EG`,
      `${DATE} EG v1`,
      'books',
      'audit trail',
    ]);
  });

  it('at the store alone, without a date', async () => {
    const { look } = await booksToVerify(engine);
    expect(Object.keys(states(await look({ dates: [] })))).toEqual(['books', 'audit trail']);
  });

  it('at several dates, and says of which there is nothing', async () => {
    const { look } = await booksToVerify(engine);
    const [first, ...rest] = await look({ dates: ['2026-11-18', DATE] });
    expect(first).toMatchObject({ subject: '2026-11-18', state: 'ok', found: 'nothing was reported' });
    expect(rest).toHaveLength(7);
  });

  it('for a date or a version that there is', async () => {
    const { look, out } = await booksToVerify(engine);
    const nothing = { code: 'NOTHING_REPORTED' };
    await expect(look({ dates: ['2026-11-18'] })).rejects.toMatchObject({
      ...nothing,
      detail: { where: '2026-11-18' },
    });
    await expect(look({ version: 3 })).rejects.toMatchObject({
      ...nothing,
      detail: { where: `${DATE}, version 3` },
    });
    // A folder that the store knows nothing of is not nothing.
    mkdirSync(join(out, '2026-11-18/BR/v1'), { recursive: true });
    expect(deviationsOf(await look({ dates: ['2026-11-18'] }))).toEqual([
      expect.objectContaining({ where: '2026-11-18/BR/v1', what: 'unknown folder' }),
    ]);
  });

  it('at what can be read', async () => {
    const { look, out } = await booksToVerify(engine);
    rmSync(join(out, DATE), { recursive: true });
    symlinkSync(DATE, join(out, DATE));
    await expect(look()).rejects.toMatchObject({
      code: 'SOURCE_UNREADABLE',
      detail: { where: join(out, DATE) },
    });
  });

  it('at a folder that belongs to another store, too', async () => {
    const { out } = await booksToVerify(engine);
    const other = await engine.open();
    const results = await verify(other, parseSettings({}), { dates: [DATE], out });
    expect(deviationsOf(results).map(({ where }) => where)).toEqual([
      `${BR}/v1`,
      `${BR}/v2`,
      `${BR}/latest`,
      `${DATE}/EG/v1`,
      `${DATE}/EG/latest`,
    ]);
  });
});

onEngines('how a version stands', (engine) => {
  it('is told beside it; one that the store holds no more is checked by its manifest alone', async () => {
    const { store, out } = await booksToVerify(engine);
    const path = join(out, BR, 'v1/orders.csv');
    const look = (standing: VersionState) =>
      atOneMoment(store, async (session) => {
        const known = await knownVersions(session, [DATE]);
        const all = { region: undefined, version: undefined, folders: [], progress: SILENT };
        return checkVersion(
          { session, settings: SETTINGS, out, dates: [DATE], known, ...all },
          known[0]!,
          standing,
        );
      });
    const final = { remarks: ['final (closed through 2026-11-30)'], rebuildable: true };
    expect(await look(final)).toMatchObject({ state: 'ok', remarks: final.remarks });

    await store.session(({ db }) => sql`delete from order_rows`.execute(db));
    const purged = { remarks: ['purged: checked against its manifest only'], rebuildable: false };
    expect(await look(final)).toMatchObject({ state: 'changed' });
    expect(await look(purged)).toMatchObject({ state: 'ok', remarks: purged.remarks });
    writeFileSync(path, readFileSync(path, 'utf8').replace('200.00', '900.00'));
    expect((await look(purged)).deviations).toEqual([
      expect.objectContaining({ where: `${BR}/v1/orders.csv`, what: 'SHA-256, by the manifest' }),
    ]);
  });
});
