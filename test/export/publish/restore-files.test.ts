import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { resultJson } from '../../../src/books/run/result-json.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import type { Store } from '../../../src/database/store.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  filesBelow,
  identitiesBelow,
  instant,
  LATE_CALLBACK,
  NOON,
  publish,
  SETTINGS,
  sha256Of,
  states,
} from '../books.ts';

const LATER = '2026-11-20T18:00:00Z';

/** Published reports, and a store that has since read what no fact of the date shows, but its states do. */
async function published(engine: Engine) {
  const store = await engine.open();
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
  await publish(store, out);
  const unverified = callbackLine({ orderNo: 'ORDER00009', tradeNo: 'T9' });
  const lines = ['cut short', unverified.replace('"verified":true', '"verified":false')];
  await feed(store, join(folder, 'logs/more.ndjson'), lines, NOON);
  const version = join(out, DATE, 'BR/v1');
  const remove = (...names: string[]) => {
    for (const name of names) rmSync(join(version, name));
  };
  return { store, out, folder, version, remove, before: bytesBelow(out) };
}

/** What a run says of the missing files of Brazil's version. */
async function run(store: Store, out: string, asOf = NOON) {
  const result = await publish(store, out, asOf, { region: 'BR' });
  const [version] = resultJson([], result).versions;
  return { result, state: states(result), missing: version?.missing, files: version?.files ?? [] };
}

const change = (store: Store, values: Record<string, unknown>) =>
  store.session(({ db }) => db.updateTable('versions').set(values).where('region', '=', 'BR').execute());

onEngines('files that are missing in a published version', (engine) => {
  it('are written again byte for byte, and those that are there stay', async () => {
    const { store, out, version, remove, before } = await published(engine);
    const kept = identitiesBelow(out);
    remove('orders.csv', 'rejected-records.csv', 'datapackage.json');
    const { result, state, missing, files } = await run(store, out);
    expect(bytesBelow(out)).toEqual(before);
    expect(filesBelow(out).filter((name) => name.includes('writing'))).toEqual([]);
    const restored = ['orders.csv', 'rejected-records.csv', 'datapackage.json'];
    expect(missing).toEqual({ restored, lost: [], changed: [] });
    expect(state).toEqual({ BR: 'v1 restored' });
    expect(files).toEqual(
      JSON.parse(readFileSync(join(version, 'manifest.json'), 'utf8')).files.filter(
        ({ name }: { name: string }) => restored.includes(name),
      ),
    );
    const now = identitiesBelow(out);
    const written = Object.keys(now).filter((name) => now[name] !== kept[name]);
    expect(written).toEqual(restored.map((name) => `${DATE}/BR/v1/${name}`).sort());
    expect(reconcileText(result, { workingDirectory: out })).toContain(
      `${DATE}/BR/v1 (restored: orders.csv, rejected-records.csv, datapackage.json)\n`,
    );
    expect((await run(store, out)).state).toEqual({ BR: 'v1 unchanged' });
  });

  it('are written again with the manifest if it is missing too', async () => {
    const { store, out, remove, before } = await published(engine);
    remove('manifest.json', 'findings.csv');
    const { state, missing, files } = await run(store, out);
    expect(state).toEqual({ BR: 'v1 restored' });
    expect(missing).toEqual({ restored: ['findings.csv', 'manifest.json'], lost: [], changed: [] });
    expect(files.map(({ name }) => name)).toEqual(['findings.csv']);
    expect(bytesBelow(out)).toEqual(before);
  });

  it('are written again beside a changed manifest, which is reported and left', async () => {
    const { store, out, version, remove, before } = await published(engine);
    remove('orders.csv');
    const text = readFileSync(join(version, 'manifest.json'), 'utf8');
    const changed = text.replace('"name": "orders.csv"', '"name": "other.csv"');
    writeFileSync(join(version, 'manifest.json'), changed);
    appendFileSync(join(version, 'datapackage.json'), '\n');
    const { result, missing } = await run(store, out);
    expect(missing).toEqual({
      restored: ['orders.csv'],
      lost: [],
      changed: ['datapackage.json', 'manifest.json'],
    });
    const manifest = `${DATE}/BR/v1/manifest.json`;
    const description = `${DATE}/BR/v1/datapackage.json`;
    expect({ ...bytesBelow(out), [description]: before[description] }).toEqual({
      ...before,
      [manifest]: sha256Of(changed),
    });
    const said = reconcileText(result, { workingDirectory: out, options: ' --config x.yaml' });
    expect(said).toContain(`unchanged:\n  ${DATE}/BR/v1: datapackage.json, manifest.json\n`);
    expect(said).toContain(`payin-recon verify --date ${DATE} --config x.yaml `);
  });

  it('of an earlier or a closed version are written again too', async () => {
    const { store, out, folder, remove } = await published(engine);
    await feed(store, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    await publish(store, out, NOON);
    const before = bytesBelow(out);
    remove('stuck-orders.csv');
    const { result } = await run(store, out, LATER);
    const told = () => result.publications.map(({ version, state }) => `v${version} ${state}`);
    expect(told()).toEqual(['v1 restored', 'v2 unchanged']);
    expect(bytesBelow(out)).toEqual(before);
    const closing = { through: DATE, regions: ['BR'], who: 'ana', reason: 'booked', force: true };
    await closePeriod(store, SETTINGS, { ...closing, at: instant(LATER) });
    remove('stuck-orders.csv');
    const closed = await publish(store, out, LATER, { region: 'BR' });
    expect(closed.publications.map(({ state }) => state)).toEqual(['restored', 'closed']);
    expect(bytesBelow(out)).toEqual(before);
  });

  it('are lost where this store makes other bytes; the run goes on', async () => {
    const { store, out, version, remove, before } = await published(engine);
    // As another store that read the logs otherwise would have published it, and this one adopted it.
    const written = 'source,line\r\nelsewhere.ndjson,1\r\n';
    writeFileSync(join(version, 'rejected-records.csv'), written);
    const manifest = JSON.parse(readFileSync(join(version, 'manifest.json'), 'utf8'));
    for (const file of manifest.files)
      if (file.name === 'rejected-records.csv') file.sha256 = sha256Of(written);
    const text = JSON.stringify(manifest);
    writeFileSync(join(version, 'manifest.json'), text);
    const adopted = { adopted_entry: '1', manifest_sha256: sha256Of(text), files_sha256: null };
    await change(store, adopted);
    remove('rejected-records.csv', 'orders.csv', 'datapackage.json');
    const { result, state, missing } = await run(store, out);
    expect(state).toEqual({ BR: 'v1 restored' });
    expect(missing).toEqual({
      restored: ['orders.csv', 'datapackage.json'],
      lost: ['rejected-records.csv'],
      changed: [],
    });
    expect(bytesBelow(out)).toMatchObject({
      [`${DATE}/BR/v1/orders.csv`]: before[`${DATE}/BR/v1/orders.csv`],
    });
    expect(reconcileText(result, { workingDirectory: out })).toContain(
      `from a copy:\n  ${DATE}/BR/v1: rejected-records.csv\n`,
    );
    expect((await run(store, out)).state).toEqual({ BR: 'v1 unchanged' });

    // Without the manifest, only the digest of its facts says what the version had.
    remove('manifest.json', 'findings.csv', 'payments.csv');
    expect((await run(store, out)).missing).toMatchObject({
      restored: ['payments.csv'],
      lost: expect.arrayContaining(['findings.csv', 'manifest.json']),
    });
  });

  it('of a version from before the digest of its files was kept are proven by its manifest or its facts', async () => {
    const { store, out, remove, before } = await published(engine);
    await change(store, { files_sha256: null });
    remove('findings.csv', 'orders.csv');
    expect((await run(store, out)).missing).toEqual({
      restored: ['orders.csv', 'findings.csv'],
      lost: [],
      changed: [],
    });
    expect(bytesBelow(out)).toEqual(before);
    remove('manifest.json', 'findings.csv', 'orders.csv');
    const lost = ['findings.csv', 'manifest.json'];
    expect((await run(store, out)).missing).toEqual({ restored: ['orders.csv'], lost, changed: [] });
    expect((await run(store, out)).state).toEqual({ BR: 'v1 unchanged' });
  });

  it('are lost where the run did not keep the zones that made them', async () => {
    const { store, out, remove, before } = await published(engine);
    const changed = "jsonb_set(zones::jsonb, '{BR}', '\"America/Manaus\"')::text";
    await store.session(({ db }) => sql`update runs set zones = ${sql.raw(changed)}`.execute(db));
    remove('orders.csv', 'payments-summary.csv');
    const { missing, state } = await run(store, out);
    expect(state).toEqual({ BR: 'v1 restored' });
    expect(missing).toEqual({ restored: ['payments-summary.csv'], lost: ['orders.csv'], changed: [] });
    const { [`${DATE}/BR/v1/orders.csv`]: _, ...rest } = before;
    expect(bytesBelow(out)).toMatchObject(rest);
  });
});
