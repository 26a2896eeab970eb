/** Backups as docs/guides/backup.md describes them, made with PostgreSQL's own programs, and what goes on from them. */
import { execFileSync } from 'node:child_process';
import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reconcileText } from '../../src/books/run/summary-text.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { type Progress, SILENT } from '../../src/progress.ts';
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
} from '../export/books.ts';
import { READ_AT, read, write } from '../ingest/reading.ts';
import { administer, databaseUrl } from '../support/administer.ts';
import { onOwnServer } from '../support/own-server.ts';
import { findServerPrograms } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRATCH = ['--exclude-table-data=work_*', '--exclude-table-data=stage_*'];

const run = (program: string, ...parameters: string[]) =>
  execFileSync(join(findServerPrograms()!, program), parameters, { stdio: 'pipe', timeout: 600_000 });

/** In one moment of what is under way, to whose end nothing else is done. */
const once = (work: () => void): Progress => {
  let isDone = false;
  const first = () => {
    if (!isDone) work();
    isDone = true;
  };
  return { ...SILENT, begin: (label) => void (label === 'Publishing' && first()), advance: first };
};

const deviations = async (store: Store, out: string) =>
  deviationsOf(await verify(store, SETTINGS, { dates: [DATE], out })).map(({ where }) => where);

/** The newest numbers that the store has given. */
async function newest(store: Store): Promise<{ run: number; source: number }> {
  const { rows } = await store.session(({ db }) =>
    sql<{ run: number; source: number }>`
      select (select max(run_id) from runs)::integer as run, (select max(source_id) from sources)::integer as source`.execute(
      db,
    ),
  );
  return rows[0]!;
}

onOwnServer('a backup of a server', (startServer) => {
  it('may be made while logs are read and a run is at work, and the store that it becomes goes on as the first did', async () => {
    const server = await startServer();
    const folder = temporaryFolder();
    const [out, logs] = [join(folder, 'reports'), join(folder, 'logs')];
    const urlOf = (name: string) => databaseUrl(server.url, name);
    const opened: Store[] = [];
    const open = async (url: string) => {
      const store = await openPostgres(url);
      opened.push(store);
      return store;
    };
    const dump = (name: string) =>
      run(
        'pg_dump',
        '--format=custom',
        '--lock-wait-timeout=10s',
        ...SCRATCH,
        `--file=${join(folder, name)}`,
        urlOf('recon'),
      );
    /** For another role than the one that it was made by. */
    const restore = async (name: string) => {
      await administer(server.url, `create database ${name} owner keeper template template0`);
      const url = new URL(urlOf(name));
      [url.username, url.password] = ['keeper', 'kept'];
      run(
        'pg_restore',
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        `--dbname=${url}`,
        join(folder, name),
      );
      return open(url.href);
    };
    try {
      await administer(server.url, `create role keeper login password 'kept'`);
      await administer(server.url, 'create database recon template template0');
      const store = await open(urlOf('recon'));
      await migrate(store);
      await feed(store, join(logs, 'day.ndjson'), EVIDENCE);
      await publish(store, out, MORNING);
      cpSync(out, join(folder, 'earlier'), { recursive: true, verbatimSymlinks: true });
      const late = write(logs, 'late.ndjson', `${LATE_CALLBACK}\n`);
      await read(store, [late], { readAt: instant(NOON), progress: once(() => dump('reading')) });
      expect(states(await publish(store, out, NOON, { progress: once(() => dump('running')) }))).toEqual({
        BR: 'v2 new',
        EG: 'v1 unchanged',
      });
      dump('after');
      const published = bytesBelow(out);

      // What was under way is not in it; done again, it comes to the same bytes.
      for (const name of ['reading', 'running']) {
        const restored = await restore(name);
        const copy = join(folder, `of-${name}`);
        cpSync(join(folder, 'earlier'), copy, { recursive: true, verbatimSymlinks: true });
        expect(await deviations(restored, copy)).toEqual([]);
        const [source] = await read(restored, [late], { readAt: instant(NOON) });
        expect(source).toMatchObject({ unchanged: name === 'running' });
        expect(states(await publish(restored, copy, NOON))).toMatchObject({ BR: 'v2 new' });
        expect(bytesBelow(copy)).toEqual(published);
        expect(await deviations(restored, copy)).toEqual([]);
        // A number that was drawn is not drawn again, though its run was not kept.
        expect(await newest(restored)).toEqual({ run: name === 'running' ? 3 : 2, source: 2 });
      }

      // Reports that were copied before the database lack a version, which is written again.
      const whole = await restore('after');
      const before = await newest(whole);
      const copy = join(folder, 'earlier');
      expect(await deviations(whole, copy)).toEqual([`${DATE}/BR/latest`, `${DATE}/BR/v2`]);
      await publish(whole, copy, NOON);
      expect(bytesBelow(copy)).toEqual(published);
      await feed(whole, join(logs, 'more.ndjson'), ['cut short'], NOON);
      expect(await newest(whole)).toEqual({ run: before.run + 1, source: before.source + 1 });
    } finally {
      for (const store of opened) await store.close();
      await server.stop();
    }
  });
});

describe('a backup of an embedded store', () => {
  it('is a copy of its folder that nobody has open', async () => {
    const folder = temporaryFolder();
    const [data, out] = [join(folder, 'data'), join(folder, 'reports')];
    const store = await openEmbedded(data);
    await migrate(store);
    await feed(store, join(folder, 'logs/day.ndjson'), EVIDENCE);
    await publish(store, out, MORNING);
    cpSync(data, join(folder, 'in-use'), { recursive: true });
    await store.close();
    await expect(openEmbedded(join(folder, 'in-use'))).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    cpSync(data, join(folder, 'copy'), { recursive: true });
    const copy = await openEmbedded(join(folder, 'copy'));
    expect(await deviations(copy, out)).toEqual([]);
    await feed(copy, join(folder, 'logs/late.ndjson'), [LATE_CALLBACK], NOON);
    expect(states(await publish(copy, out, NOON))).toMatchObject({ BR: 'v2 new' });
    expect(await newest(copy)).toEqual({ run: 2, source: 2 });

    // The first has become an older backup of what has gone on.
    const theirs = join(out, DATE, 'BR/v2');
    const left = identitiesBelow(theirs);
    const older = await openEmbedded(data);
    expect(await deviations(older, out)).toEqual([`${DATE}/BR/v2`, `${DATE}/BR/latest`]);
    const without = await publish(older, out, MORNING);
    expect(states(without)).toEqual({ BR: 'v1 unchanged', EG: 'v1 unchanged' });
    expect(without.unknownFolders).toEqual([theirs]);
    expect(reconcileText(without, { workingDirectory: out })).toMatch(
      new RegExp(`^Not known to this store, .*\\n.*read again\\.\\n  ${DATE}/BR/v2$`, 'm'),
    );
    await read(older, [join(folder, 'logs')], { readAt: READ_AT });
    const again = await publish(older, out, NOON);
    expect(states(again)).toMatchObject({ BR: 'v3 new' });
    expect(again.unknownFolders).toEqual([theirs]);
    expect(identitiesBelow(theirs)).toEqual(left);
    renameSync(theirs, join(folder, 'aside'));
    expect(await deviations(older, out)).toEqual([]);
    expect((await publish(older, out, NOON)).unknownFolders).toEqual([]);
    for (const one of [copy, older]) await one.close();
  });
});
