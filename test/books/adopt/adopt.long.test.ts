/** Versions of another store in the folder of reports: a trial on the embedded store, and then a server. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { type AdoptedPlace, type AdoptRequest, adopt } from '../../../src/books/adopt/adopt.ts';
import { reportDownload } from '../../../src/books/download/report-download.ts';
import { closePeriod } from '../../../src/books/periods/close-period.ts';
import { reconcileText } from '../../../src/books/run/summary-text.ts';
import { verify } from '../../../src/books/verify/verify.ts';
import { deviationsOf } from '../../../src/books/verify/verify-text.ts';
import { openEmbedded } from '../../../src/database/embedded-store.ts';
import type { Store } from '../../../src/database/store.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { filesDigest } from '../../../src/export/publish/versions.ts';
import {
  bytesBelow,
  DATE,
  EVIDENCE,
  feed,
  identitiesBelow,
  instant,
  LATE_CALLBACK,
  MORNING,
  NOON,
  publish,
  SETTINGS,
  states,
} from '../../export/books.ts';
import { read } from '../../ingest/reading.ts';
import { type Engine, onEngines } from '../../support/engines.ts';
import { stateOf } from '../../support/state.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { reportNamed, sourceOf, textOf } from '../download/downloads.ts';
import { change } from '../verify/books-to-verify.ts';

const LATER = '2026-11-21T12:00:00Z';

/** Reports that an embedded store published, and then another store that has read the same logs, on its own day. */
async function moved(engine: Engine, ...late: string[]) {
  const folder = temporaryFolder();
  const [out, logs] = [join(folder, 'reports'), join(folder, 'logs')];
  const data = join(folder, 'trial');
  cpSync(inject('templates').embedded.migrated, data, { recursive: true });
  const trial = await openEmbedded(data);
  await feed(trial, join(logs, 'day.ndjson'), EVIDENCE);
  await publish(trial, out, MORNING);
  if (late.length > 0) {
    await feed(trial, join(logs, 'late.ndjson'), late, NOON);
    await publish(trial, out, NOON);
  }
  await trial.close();
  const store = await engine.open();
  await read(store, [logs], { readAt: instant(LATER) });
  return { store, out, logs, folder };
}

const adoptAll = (store: Store, out: string, more: Partial<AdoptRequest> = {}) =>
  adopt(store, SETTINGS, {
    dates: [DATE],
    out,
    who: 'ana',
    reason: 'moved to a server',
    at: instant(LATER),
    ...more,
  });

const deviations = async (store: Store, out: string) =>
  deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out }));

const outcome = (places: readonly AdoptedPlace[]) =>
  places.map(({ region, versions, deviations }) => [
    region,
    versions.map(({ version }) => version),
    deviations,
  ]);

onEngines('versions of another store', (engine) => {
  it('are adopted where this one makes the same facts; then all ties, and a run finds nothing to publish', async () => {
    const { store, out } = await moved(engine, LATE_CALLBACK);
    const before = { bytes: bytesBelow(out), identities: identitiesBelow(out), state: await stateOf(store) };
    const dry = await adoptAll(store, out, { dryRun: true });
    expect(outcome(dry)).toEqual([
      ['BR', [1, 2], []],
      ['EG', [1], []],
    ]);
    expect(await stateOf(store)).toEqual(before.state);

    expect(await adoptAll(store, out)).toEqual(dry);
    expect(bytesBelow(out)).toEqual(before.bytes);
    expect(identitiesBelow(out)).toEqual(before.identities);
    expect(await deviations(store, out)).toEqual([]);
    const again = await publish(store, out, LATER);
    expect(states(again)).toEqual({ BR: 'v2 unchanged', EG: 'v1 unchanged' });
    expect(again.unknownFolders).toEqual([]);
    expect(bytesBelow(out)).toEqual(before.bytes);
    expect(await adoptAll(store, out)).toEqual([]);
    const trail = await store.session(({ db }) =>
      db
        .selectFrom('audit_entries')
        .select(['who', 'action', 'region', 'reason', 'after'])
        .orderBy('entry')
        .execute(),
    );
    expect(trail).toEqual(
      ['BR', 'EG'].map((region) => ({
        who: 'ana',
        action: 'adopt',
        region,
        reason: 'moved to a server',
        after: expect.stringContaining(`{"date":"${DATE}","versions":[{"version":1,"manifest":"`),
      })),
    );
  });

  it.each([
    ['by this program', (digest: string) => digest],
    ['by an earlier one, which counted datapackage.json among their files', () => '0'.repeat(64)],
  ])('are downloaded, and a missing file is written again: adopted %s', async (_title, digestThen) => {
    const { store, out } = await moved(engine);
    const published = readFileSync(join(out, DATE, 'BR/v1/manifest.json'), 'utf8');
    const before = bytesBelow(join(out, DATE));
    await adoptAll(store, out);
    await store.session(async ({ db }) => {
      const { files_sha256: digest } = await db
        .selectFrom('versions')
        .select('files_sha256')
        .where('region', '=', 'BR')
        .executeTakeFirstOrThrow();
      expect(digest).toBe(filesDigest(JSON.parse(published).files));
      await db
        .updateTable('versions')
        .set({ files_sha256: digestThen(digest!) })
        .execute();
    });
    const wanted = { report: reportNamed('findings'), form: STANDARD, region: 'BR', date: DATE };
    const download = () => reportDownload(sourceOf(store, out), wanted).then(textOf);
    expect(await download()).toBe(readFileSync(join(out, DATE, 'BR/v1/findings.csv'), 'utf8'));
    rmSync(join(out, DATE, 'BR/v1/orders.csv'));
    await publish(store, out, LATER);
    expect(bytesBelow(join(out, DATE))).toEqual(before);
    change(join(out, DATE, 'BR/v1/manifest.json'), '"program"', '"programme"');
    await expect(download()).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('say which files this store would write otherwise, as what shows when they were read', async () => {
    const { store, out } = await moved(engine);
    const places = await adoptAll(store, out);
    expect(places[0]!.versions).toEqual([
      { version: 1, asOf: MORNING, keptAsTheyAre: ['rejected-records.csv'] },
    ]);
  });

  it('are adopted also beside what this store has published since', async () => {
    const { store, out } = await moved(engine);
    await feed(store, join(out, '../logs/late.ndjson'), [LATE_CALLBACK], NOON);
    const first = await publish(store, out, LATER);
    expect(states(first)).toEqual({ BR: 'v2 new', EG: 'v2 new' });
    const said = reconcileText(first, { workingDirectory: out, options: ' --config x.yaml' });
    expect(said).not.toContain('Restated');
    expect(said).toContain(`\n  ${DATE}/BR/v1\n  ${DATE}/EG/v1\n`);
    expect(said).toMatch(new RegExp(`^ +payin-recon adopt --date ${DATE} --config x.yaml `, 'm'));
    const places = await adoptAll(store, out);
    expect(outcome(places)).toEqual([
      ['BR', [1], []],
      ['EG', [1], []],
    ]);
    expect(await deviations(store, out)).toEqual([]);
    const after = await publish(store, out, LATER);
    expect(states(after)).toEqual({ BR: 'v2 unchanged', EG: 'v2 unchanged' });
    expect(await deviations(store, out)).toEqual([]);
  });

  it('that were changed are refused with the file and the line, and nothing of their date and region is kept', async () => {
    const { store, out } = await moved(engine, LATE_CALLBACK);
    change(join(out, DATE, 'BR/v2/orders.csv'), '200.00', '900.00');
    const before = bytesBelow(out);
    const [brazil, egypt] = await adoptAll(store, out);
    expect(brazil!.deviations.map(({ where, what }) => `${where}: ${what}`)).toEqual([
      `${DATE}/BR/v2/orders.csv: SHA-256, by the manifest`,
    ]);
    expect(egypt!.deviations).toEqual([]);
    expect(bytesBelow(out)).toEqual(before);
    expect((await deviations(store, out)).map(({ where }) => where)).toEqual([
      `${DATE}/BR/v1`,
      `${DATE}/BR/v2`,
      `${DATE}/BR/latest`,
    ]);
  });

  it('that were changed together with their manifest are refused by what the store makes', async () => {
    const { store, out } = await moved(engine);
    const folder = join(out, DATE, 'BR/v1');
    change(join(folder, 'orders.csv'), '200.00', '900.00');
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, 'orders.csv')))
      .digest('hex');
    change(join(folder, 'manifest.json'), /("name": "orders.csv",[^}]*"sha256": ")[0-9a-f]+/, `$1${digest}`);
    change(join(folder, 'manifest.json'), '"paid_amount": "200.00"', '"paid_amount": "900.00"');
    const state = await stateOf(store);
    const places = await adoptAll(store, out, { region: 'BR' });
    expect(places).toHaveLength(1);
    expect(places[0]!.deviations).toEqual([
      expect.objectContaining({
        where: `${DATE}/BR/v1/orders.csv`,
        what: expect.stringMatching(/^line 2, column requested_amount \(byte \d+\)$/),
        expected: '200.00',
        actual: '900.00',
        line: 2,
      }),
      expect.objectContaining({
        where: `${DATE}/BR/v1/manifest.json`,
        what: expect.stringMatching(/^totals\[\d\]\.paid_amount$/),
      }),
    ]);
    expect(await stateOf(store)).toEqual(state);
  });

  it('are refused while logs are missing here, and of a date that is closed', async () => {
    const { store, out, logs } = await moved(engine, LATE_CALLBACK);
    const lacking = await engine.open();
    await read(lacking, [join(logs, 'day.ndjson')], { readAt: instant(LATER) });
    const [brazil] = await adoptAll(lacking, out, { region: 'BR' });
    expect(brazil!.deviations[0]).toMatchObject({ where: `${DATE}/BR/v2/orders.csv`, line: 3 });
    await closePeriod(store, SETTINGS, {
      through: DATE,
      regions: ['BR'],
      who: 'ana',
      reason: 'booked',
      force: true,
      at: instant(LATER),
    });
    const [closed] = await adoptAll(store, out, { region: 'BR' });
    expect(closed!.deviations).toEqual([
      expect.objectContaining({ where: `${DATE}/BR`, what: 'the date', actual: 'final' }),
    ]);
  });

  it('that were adopted are watched from then on: what changes, or is lost, is told', async () => {
    const { store, out, folder } = await moved(engine);
    await adoptAll(store, out);
    change(join(out, DATE, 'EG/v1/findings.csv'), /\r\n$/, '\r\n\r\n');
    change(join(out, DATE, 'EG/v1/manifest.json'), '"program"', '"programme"');
    expect((await deviations(store, out)).map(({ where }) => where)).toEqual([
      `${DATE}/EG/v1/findings.csv`,
      `${DATE}/EG/v1/findings.csv`,
      `${DATE}/EG/v1/findings.csv`,
      `${DATE}/EG/v1/manifest.json`,
    ]);
    renameSync(join(out, DATE, 'BR/v1'), join(folder, 'aside'));
    await expect(publish(store, out, LATER)).rejects.toMatchObject({
      code: 'VERSION_LOST',
      detail: { found: expect.stringContaining('adopted'), remedy: expect.stringContaining('from a copy') },
    });
    expect(existsSync(join(out, DATE, 'BR/v1'))).toBe(false);
  });
});
