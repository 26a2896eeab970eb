import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  filesBelow,
  identitiesBelow,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  readCsv,
  states,
} from '../books.ts';

const FILES = ['datapackage.json', 'manifest.json', ...PLAIN_REPORTS.map(({ name }) => `${name}.csv`)].sort();

/** A store that has read {@link EVIDENCE}, and a folder for its reports. */
async function booksOf(engine: Engine): Promise<{ store: Store; folder: string; out: string }> {
  const store = await engine.open();
  const folder = temporaryFolder();
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  return { store, folder, out: join(folder, 'reports') };
}

async function countOf(store: Store, table: 'versions' | 'runs' | 'order_results'): Promise<number> {
  const { count } = await store.session(({ db }) =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

onEngines('a version', (engine) => {
  it('is a folder of all reports with their manifest, and latest points at it', async () => {
    const { store, out } = await booksOf(engine);
    const result = await publish(store, out);
    expect(states(result)).toEqual({ BR: 'v1 new', EG: 'v1 new' });
    expect(filesBelow(out)).toEqual(
      ['BR', 'EG'].flatMap((region) =>
        ['latest', ...FILES.map((name) => `v1/${name}`)].map((name) => `${DATE}/${region}/${name}`),
      ),
    );
    expect(readlinkSync(join(out, DATE, 'BR/latest'))).toBe('v1');
    expect(readCsv(join(out, DATE, 'BR/latest/orders.csv')).map((row) => row['order_no'])).toEqual([
      'ORDER00001',
      'ORDER00002',
      'ORDER00004',
    ]);
  });

  it('is never rewritten: a run that finds the same facts publishes nothing', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out);
    const before = identitiesBelow(out);
    const result = await publish(store, out, NOON);
    expect(states(result)).toEqual({ BR: 'v1 unchanged', EG: 'v1 unchanged' });
    expect(identitiesBelow(out)).toEqual(before);
    expect(await countOf(store, 'versions')).toBe(2);
  });

  it('is followed by the next where a fact changed, and only there', async () => {
    const { store, folder, out } = await booksOf(engine);
    await publish(store, out);
    const before = identitiesBelow(join(out, DATE, 'BR/v1'));
    const bytes = bytesBelow(join(out, DATE, 'BR/v1'));
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    const result = await publish(store, out, NOON);

    expect(states(result)).toEqual({ BR: 'v2 new', EG: 'v1 unchanged' });
    expect(identitiesBelow(join(out, DATE, 'BR/v1'))).toEqual(before);
    expect(bytesBelow(join(out, DATE, 'BR/v1'))).toEqual(bytes);
    expect(readlinkSync(join(out, DATE, 'BR/latest'))).toBe('v2');
    expect(readlinkSync(join(out, DATE, 'EG/latest'))).toBe('v1');
    expect(filesBelow(join(out, DATE, 'BR/v2'))).toEqual(FILES);
    expect(filesBelow(join(out, DATE, 'EG'))).toEqual(['latest', ...FILES.map((name) => `v1/${name}`)]);
    const [, late] = readCsv(join(out, DATE, 'BR/v2/orders.csv'));
    expect(late).toMatchObject({ order_no: 'ORDER00002', outcome: 'MISMATCH', paid_minor: '12300' });
  });

  it('shares each file whose bytes are those of the version before, as a hard link', async () => {
    const { store, folder, out } = await booksOf(engine);
    await publish(store, out);
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    await publish(store, out, NOON);
    const [first, second] = ['v1', 'v2'].map((version) => join(out, DATE, 'BR', version));
    const shared = FILES.filter(
      (name) => lstatSync(join(first!, name)).ino === lstatSync(join(second!, name)).ino,
    );
    const before = bytesBelow(first!);
    const after = bytesBelow(second!);
    expect(shared).toEqual(FILES.filter((name) => before[name] === after[name]));
    expect(shared).toContain('orphan-callbacks.csv');
    expect(shared).not.toContain('orders.csv');
  });

  it('is written again byte for byte where its folder went missing, whatever was read since', async () => {
    const { store, folder, out } = await booksOf(engine);
    await publish(store, out);
    const before = bytesBelow(out);
    // No fact changes, but findings, rejected lines and sources of today are others than the version's.
    const unverified = callbackLine({ orderNo: 'ORDER00009', tradeNo: 'T9' }).replace(
      '"verified":true',
      '"verified":false',
    );
    await feed(store, join(folder, 'logs/more.ndjson'), ['cut short', EVIDENCE[0]!, unverified], NOON);
    rmSync(join(out, DATE, 'BR'), { recursive: true });
    const result = await publish(store, out, NOON);
    expect(states(result)).toEqual({ BR: 'v1 restored', EG: 'v1 unchanged' });
    expect(bytesBelow(out)).toEqual(before);
    expect(readlinkSync(join(out, DATE, 'BR/latest'))).toBe('v1');
  });

  it('is numbered after one that another store published in the same folder, and leaves that alone', async () => {
    const first = await booksOf(engine);
    await publish(first.store, first.out);
    const before = identitiesBelow(join(first.out, DATE, 'BR/v1'));
    const other = await engine.open();
    await feed(other, join(first.folder, 'logs/other.ndjson'), [...EVIDENCE, LATE_CALLBACK], NOON);
    const result = await publish(other, first.out, NOON, { region: 'BR' });
    expect(states(result)).toEqual({ BR: 'v2 new' });
    expect(identitiesBelow(join(first.out, DATE, 'BR/v1'))).toEqual(before);
    expect(JSON.parse(readFileSync(join(first.out, DATE, 'BR/v2/manifest.json'), 'utf8'))).toMatchObject({
      version: 2,
    });
    expect(states(await publish(other, first.out, NOON, { region: 'BR' }))).toEqual({ BR: 'v2 unchanged' });
  });

  it('has a folder named other for orders without a region, once there are any', async () => {
    const { store, folder, out } = await booksOf(engine);
    const neither = callbackLine({ orderNo: 'ORDER00007', tradeNo: 'T7', currency: 'XXXX', method: 'CASH' });
    await feed(store, join(folder, 'logs/other.ndjson'), [neither]);
    expect(states(await publish(store, out))).toEqual({ BR: 'v1 new', EG: 'v1 new', other: 'v1 new' });
    const [row] = readCsv(join(out, DATE, 'other/latest/orders.csv'));
    expect(row).toMatchObject({ order_no: 'ORDER00007', region: '', outcome: 'ORPHAN' });
  });

  it('is the same to the byte when another store is fed the same files', async () => {
    const { store, folder, out } = await booksOf(engine);
    await publish(store, out);
    const again = await engine.open();
    await feed(again, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await publish(again, join(folder, 'again'));
    expect(bytesBelow(join(folder, 'again'))).toEqual(bytesBelow(out));
  });
});

onEngines('a preview', (engine) => {
  it('shows another moment elsewhere, publishes nothing and keeps nothing', async () => {
    const { store, folder, out } = await booksOf(engine);
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    await publish(store, out, NOON);
    const published = identitiesBelow(out);
    const kept = {
      versions: await countOf(store, 'versions'),
      runs: await countOf(store, 'runs'),
      order_results: await countOf(store, 'order_results'),
    };
    const preview = join(folder, 'look');
    const result = await publish(store, preview, MORNING, { region: 'BR', preview: true });

    expect(states(result)).toEqual({ BR: 'preview' });
    expect(filesBelow(join(preview, DATE, 'BR'))).toEqual(FILES);
    expect(readCsv(join(preview, DATE, 'BR/orders.csv'))[1]).toMatchObject({
      order_no: 'ORDER00002',
      outcome: 'STUCK',
    });
    expect(JSON.parse(readFileSync(join(preview, DATE, 'BR/manifest.json'), 'utf8'))).toMatchObject({
      version: null,
      as_of: MORNING,
    });
    expect(identitiesBelow(out)).toEqual(published);
    expect({
      versions: await countOf(store, 'versions'),
      runs: await countOf(store, 'runs'),
      order_results: await countOf(store, 'order_results'),
    }).toEqual(kept);
    expect(states(await publish(store, out, NOON))).toEqual({ BR: 'v1 unchanged', EG: 'v1 unchanged' });
  });

  it('takes the place of the preview before', async () => {
    const { store, folder } = await booksOf(engine);
    const preview = join(folder, 'look');
    await publish(store, preview, MORNING, { region: 'BR', preview: true });
    await publish(store, preview, NOON, { region: 'BR', preview: true });
    expect(filesBelow(preview)).toEqual(FILES.map((name) => `${DATE}/BR/${name}`));
    expect(JSON.parse(readFileSync(join(preview, DATE, 'BR/manifest.json'), 'utf8')).as_of).toBe(NOON);
  });
});

onEngines('a run that may not publish', (engine) => {
  it('is refused where its as-of is before the newest version, and leaves nothing', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, NOON);
    const before = identitiesBelow(out);
    await expect(publish(store, out, MORNING)).rejects.toMatchObject({
      code: 'AS_OF_TOO_EARLY',
      exitCode: 2,
      detail: { found: expect.stringContaining('12:00:00'), expected: expect.stringContaining('15:00:00') },
    });
    expect(identitiesBelow(out)).toEqual(before);
    expect(await countOf(store, 'runs')).toBe(1);
  });

  it('may look from before at a date and region of which there is no version', async () => {
    const { store, out } = await booksOf(engine);
    await publish(store, out, NOON, { region: 'BR' });
    expect(states(await publish(store, out, MORNING, { region: 'EG' }))).toEqual({ EG: 'v1 new' });
  });

  it('says so where the folder of reports is a file, and the store is as before', async () => {
    const { store, out } = await booksOf(engine);
    writeFileSync(out, 'not a folder');
    await expect(publish(store, out)).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { where: out, found: `${out} is a file`, expected: 'a folder' },
    });
    expect(readFileSync(out, 'utf8')).toBe('not a folder');
    expect(await countOf(store, 'versions')).toBe(0);
    expect(await countOf(store, 'runs')).toBe(0);
  });

  it('publishes no region where one of them cannot be written', async () => {
    const { store, out } = await booksOf(engine);
    mkdirSync(join(out, DATE), { recursive: true });
    writeFileSync(join(out, DATE, 'EG'), 'not a folder');
    await expect(publish(store, out)).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(filesBelow(out)).toEqual([`${DATE}/EG`]);
    expect(await countOf(store, 'versions')).toBe(0);
    rmSync(join(out, DATE, 'EG'));
    expect(states(await publish(store, out))).toEqual({ BR: 'v1 new', EG: 'v1 new' });
  });

  it('removes what a run before it left half written', async () => {
    const { store, out } = await booksOf(engine);
    mkdirSync(join(out, DATE, 'BR/.writing-abc123'), { recursive: true });
    writeFileSync(join(out, DATE, 'BR/.writing-abc123/orders.csv'), 'business_d');
    await publish(store, out);
    expect(existsSync(join(out, DATE, 'BR/.writing-abc123'))).toBe(false);
  });

  it('is refused where its region is none of the settings', async () => {
    const { store, out } = await booksOf(engine);
    await expect(publish(store, out, MORNING, { region: 'XX' })).rejects.toMatchObject({
      code: 'USAGE',
      detail: { where: '--region', found: 'XX', expected: 'BR, EG, other' },
    });
    expect(filesBelow(out)).toEqual([]);
  });
});
