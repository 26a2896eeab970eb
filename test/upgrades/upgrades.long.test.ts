/** Stores that earlier programs made, kept beside this file: they are migrated, verified, mended and restated. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { sqlFiles } from '../../src/database/sql-file.ts';
import type { Store } from '../../src/database/store.ts';
import { run } from '../cli/command.ts';
import { bytesBelow } from '../export/books.ts';
import { onEngines, type TestDatabase } from '../support/engines.ts';
import { stateOf } from '../support/state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { FOLDER_ARCHIVE, keptStores, LOGS, STORE_DUMP, STORES, WITH_STATEMENTS } from './stores.ts';

const DATES = ['--from', '2024-11-11', '--to', '2024-11-19'] as const;
const AS_OF = '2024-11-21T12:00:00Z';
const RECONCILE = ['reconcile', ...DATES, '--as-of', AS_OF] as const;
/** The date that the late callback restates, of the region whose reports are looked at. */
const RESTATED = '2024-11-19/BR';

/** Builds before 0.1.0 published reports with fewer columns, which later programs do not write again. */
const FIRST_RELEASE = '000022';

/** So many of the newest are migrated on both engines. Where none is said, all are: the newest on both, the others by turns. */
const { TEST_UPGRADES: SIZE = '' } = process.env;

function tried(engine: Store['engine']): readonly string[] {
  const kept = keptStores();
  if (SIZE === 'all' || inject('templates').postgresql === undefined) return kept;
  if (SIZE !== '') return kept.slice(-Number(SIZE));
  const turn = engine === 'embedded' ? 0 : 1;
  return kept.filter((_, index) => index === kept.length - 1 || index % 2 === turn);
}

it('are kept of every form that the store has had', () => {
  expect(keptStores()).toEqual([
    ...[
      '000003',
      '000005',
      '000014',
      '000017',
      '000022',
      '000024',
      '000027',
      '000028',
      '000029',
      '000031',
      '000038',
    ],
  ]);
});

it.each(keptStores().filter(hasStatements))(
  'differ between versions in what statements and banks say: %s',
  (number) => {
    const reports = join(unpacked(number), 'payin-recon-reports');
    const versions = versionsOf(bytesBelow(reports)).filter(isRestated);
    const shown = (report: string) =>
      versions.map((version) => readFileSync(join(reports, version, `${report}.csv`), 'utf8'));
    const [statements, payouts, dues] = ['statement', 'payouts', 'refunds-due'].map(shown);

    expect(versions).toHaveLength(5);
    for (const forms of [statements, payouts, dues]) expect(new Set(forms).size).toBeGreaterThan(1);
    expect(statements![0]).toContain(',PAIDSHORT001,TPAIDSHORT001,L-03,payment,paid,PIX,BRL,20000,');
    expect(statements![1]).toContain(',PAIDSHORT001,TPAIDSHORT001,L-03,payment,paid,PIX,BRL,19990,');
    expect(payouts![0]).toMatch(/,PO-1119,BRL,10,.*,,,,,,$/m);
    expect(payouts![1]).toMatch(/,PO-1119,BRL,12,.*,84685,846\.85,.*,2024-11-20,/);

    const rows = statements!.join('');
    for (const type of ['payment', 'refund', 'fee', 'payout']) expect(rows).toContain(`,${type},paid,`);
    for (const matched of ['payment', 'order', 'none']) expect(rows).toContain(`,PO-1119,${matched},`);
    expect(rows).toContain(',payment,failed,');
    expect(rows).toContain(',FEE_MISMATCH STATEMENT_AMOUNT_MISMATCH,');
    expect(shown('findings').join('')).toContain('NOT_IN_STATEMENT,');
  },
);

onEngines(
  'a store of an earlier program',
  (engine) => {
    describe.each(tried(engine.name))('with migrations up to %s', (number) => {
      it('migrates, and a late callback restates its date beside what was published', async () => {
        const place = await openKept(number, await engine.database('empty'));
        const reports = join(place.cwd, 'payin-recon-reports');
        const published = bytesBelow(reports);
        const missing = sqlFiles('migrations').filter((name) => name.slice(0, 6) > number);

        const migrated = await run(['migrate', '--json'], place);
        expect(migrated.code, migrated.stderr).toBe(0);
        expect(JSON.parse(migrated.stdout)).toMatchObject({ applied: missing });
        await isClean(place, number);

        if (number >= FIRST_RELEASE) {
          // Every order is judged by the rules of this program, which may come to another fact.
          await succeeds(place, ['reconcile', ...DATES, '--as-of', lastAsOf(number)]);
          expect(bytesBelow(reports), 'what was published is as it was').toMatchObject(published);
          await areWrittenAgain(place, lastAsOf(number));
        }
        const judged = bytesBelow(reports);

        await succeeds(place, ['ingest', 'logs/after-upgrade.ndjson']);
        if (hasStatements(number)) await succeeds(place, ['ingest', 'logs/portal-after-upgrade.csv']);
        await succeeds(place, RECONCILE);
        expect(bytesBelow(reports), 'what was published is as it was').toMatchObject(judged);
        expect(versionsOf(bytesBelow(reports)).filter(isRestated)).toHaveLength(
          versionsOf(judged).filter(isRestated).length + 1,
        );
        await isClean(place, number);

        // The later run has ended stretches that the earlier program began.
        if (hasStatements(number)) await areWrittenAgain(place, AS_OF);
      });
    });
  },
  { isSharedOut: true },
);

onEngines('a store of a newer program', (engine) => {
  it('is refused, and left as it is', async () => {
    const database = await engine.database('empty');
    const place = await openKept(keptStores().at(-1)!, database);
    const look = async () => {
      const store = await database.open();
      return stateOf(store).finally(store.close);
    };
    const store = await database.open();
    await store.session(({ script }) => script(`insert into migrations values ('999999_later.sql', 'x')`));
    await store.close();
    const before = await look();
    for (const words of [
      ['migrate'],
      ['ingest', 'logs/late.ndjson'],
      RECONCILE,
      ['verify'],
      ['findings', 'list'],
    ]) {
      const { code, stderr } = await run(words, place);
      expect(stderr).toContain('error SCHEMA_MISMATCH: ');
      expect(stderr).toMatch(/999999_later\.sql[\s\S]*a newer version of payin-recon/);
      expect(code).toBe(3);
    }
    expect(await look()).toEqual(before);
  });
});

function hasStatements(number: string): boolean {
  return number >= WITH_STATEMENTS;
}

/** Versions that were lost are written again from the store, byte for byte. */
async function areWrittenAgain(place: Place, asOf: string): Promise<void> {
  const reports = join(place.cwd, 'payin-recon-reports');
  const published = bytesBelow(reports);
  for (const name of versionsOf(published)) rmSync(join(reports, name), { recursive: true });
  await succeeds(place, ['reconcile', ...DATES, '--as-of', asOf]);
  expect(bytesBelow(reports), 'lost versions are written again').toEqual(published);
  await isClean(place, FIRST_RELEASE);
}

/** When the earlier program looked for the last time. */
function lastAsOf(number: string): string {
  return number < '000030' ? '2024-11-20T18:30:00Z' : '2024-11-20T20:00:00Z';
}

interface Place {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A kept store in a database and a working folder. */
async function openKept(number: string, database: TestDatabase): Promise<Place> {
  const cwd = unpacked(number);
  cpSync(LOGS, join(cwd, 'logs'), { recursive: true });
  const dump = gunzipSync(readFileSync(join(STORES, number, STORE_DUMP)));
  const store = await database.open();
  // The dump sets how its session behaves, which is of no concern to the next one.
  await store.session((session) => session.script(`${dump}; reset all`));
  await store.close();
  return { cwd, environment: database.environment };
}

/** A kept working folder, with what was published. */
function unpacked(number: string): string {
  const cwd = temporaryFolder();
  const archive = zstdDecompressSync(readFileSync(join(STORES, number, FOLDER_ARCHIVE)));
  execFileSync('tar', ['-x', '-C', cwd], { input: archive });
  return cwd;
}

/** The folders of versions among files, such as 2024-11-19/BR/v2. */
function versionsOf(files: object): string[] {
  return [...new Set(Object.keys(files).map((name) => /^.*\/v\d+(?=\/)/.exec(name)?.[0] ?? ''))].filter(
    Boolean,
  );
}

function isRestated(version: string): boolean {
  return version.startsWith(`${RESTATED}/`);
}

async function succeeds(place: Place, words: readonly string[]): Promise<void> {
  const { code, stderr } = await run(words, place);
  expect([0, 1], stderr).toContain(code);
}

/** The store is right in itself and, since the first release, its published versions are. */
async function isClean(place: Place, number: string): Promise<void> {
  const dates = number >= FIRST_RELEASE ? DATES : [];
  const { code, stdout, stderr } = await run(['verify', ...dates], place);
  expect(code, stdout + stderr).toBe(0);
}
