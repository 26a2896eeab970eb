import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { readEngine } from '../../src/database/embedded-engine.ts';
import { EMBEDDED_MAJOR } from '../../src/database/embedded-folder.ts';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { run } from '../cli/command.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';
import { filesOf } from '../support/state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LAYS_OUT = fileURLToPath(new URL('../support/lay-out.ts', import.meta.url));
const FAILS_AT_OPERATION = new URL('../crashes/fail-at-operation.ts', import.meta.url).href;
/** Above what Linux and macOS give out. */
const NO_PROCESS = 2 ** 22 + 1;

describe('the folder of an embedded database', () => {
  it('says which PostgreSQL and which program made it', async () => {
    const folder = join(temporaryFolder(), 'new');
    await (await openEmbedded(folder)).close();
    expect(readFileSync(join(folder, 'database/PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_MAJOR);
    expect(readFileSync(join(folder, 'database/payin-recon-made-by'), 'utf8')).toMatch(
      /^payin-recon \d+\.\d+\.\d+, PGlite \d+\.\d+\.\d+\n$/,
    );
  });

  it('can be read by its user only, whatever the umask', async () => {
    const folder = temporaryFolder();
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    await (await openEmbedded(folder)).close();
    const database = join(folder, 'database');
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(modeOf(database)).toBe('700');
    for (const name of ['PG_VERSION', 'postgresql.conf', 'pg_hba.conf', 'payin-recon-made-by'])
      expect(modeOf(join(database, name)), name).toBe('600');
    for (const name of ['base', 'global', 'pg_wal']) expect(modeOf(join(database, name)), name).toBe('700');
  });

  it('that another PostgreSQL made is refused with what made it, and left as it is', async () => {
    const folder = laidOut();
    writeFileSync(join(folder, 'database/PG_VERSION'), '17\n');
    const before = filesOf(folder);
    await expect(openEmbedded(folder)).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      detail: {
        found: expect.stringMatching(/^made by PostgreSQL 17 \(payin-recon .*PGlite /),
        expected: expect.stringMatching(/^PostgreSQL 18 \(payin-recon .*PGlite /),
        remedy: expect.stringContaining('--data'),
      },
    });
    expect(filesOf(folder)).toEqual(before);
    const examined = await run(['doctor', '--data', folder], { cwd: temporaryFolder() });
    expect(examined.stdout).toMatch(/^bad +database .*made by PostgreSQL 17/m);
    expect(examined.code).toBe(3);
    expect(filesOf(folder)).toEqual(before);
  });

  it.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    'that lacks %s is damaged, and neither opened nor laid out anew',
    async (missing) => {
      const folder = laidOut();
      rmSync(join(folder, 'database', missing), { recursive: true });
      const before = filesOf(folder);
      await expect(openEmbedded(folder)).rejects.toMatchObject({
        code: 'DATABASE_DAMAGED',
        detail: { found: expect.stringContaining(missing), remedy: expect.stringContaining('--data') },
      });
      expect(filesOf(folder)).toEqual(before);
    },
  );

  it('is rid of rows that a killed process was copying, once it is opened', async () => {
    const folder = laidOut();
    const left = join(folder, 'database/payin-recon-copy-3');
    writeFileSync(left, 'PGCOPY');
    await (await openEmbedded(folder)).close();
    expect(existsSync(left)).toBe(false);
  });

  it.each(['', '42\n/pglite/data\n', 'nonsense'])(
    'with a postmaster.pid that a killed process left (%j) is opened: the lock says whether somebody is at work',
    async (content) => {
      const folder = laidOut();
      const left = join(folder, 'database/postmaster.pid');
      writeFileSync(left, content);
      const store = await openEmbedded(folder);
      await store.session(({ db }) => sql`select * from pay_ins`.execute(db));
      await store.close();
      expect(existsSync(left)).toBe(false);
    },
  );

  it('is rid of what killed processes left beside it: new databases half laid out, and files of the lock', async () => {
    const folder = laidOut();
    for (const name of ['database.new', 'database.new-a1B2c3']) {
      mkdirSync(join(folder, name, 'base'), { recursive: true });
      writeFileSync(join(folder, name, 'PG_VERSION'), '18\n');
    }
    const living = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    onTestFinished(() => {
      living.kill('SIGKILL');
    });
    for (const name of [`lock.${NO_PROCESS}`, `lock.${NO_PROCESS}.new`, `lock.${living.pid}.new`]) {
      writeFileSync(join(folder, name), '');
    }
    await (await openEmbedded(folder)).close();
    // One of a living process is on its way to becoming the lock.
    expect(readdirSync(folder)).toEqual(['database', `lock.${living.pid}.new`]);
  });

  it('is not laid out any further by a process whose parent was killed', async () => {
    const folder = join(temporaryFolder(), 'new');
    const opening = spawn(process.execPath, [LAYS_OUT, join(folder, 'database')], { stdio: 'ignore' });
    const aside = () => (existsSync(folder) ? readdirSync(folder) : []);
    while (!aside().some((name) => name.startsWith('database.new-'))) await sleep(10);
    opening.kill('SIGKILL');
    await once(opening, 'exit');
    // Meanwhile the next command may begin the same: each lays out in a folder of its own.
    await (await openEmbedded(folder)).close();
    await (await openEmbedded(folder)).close();
    expect(aside()).toEqual(['database']);
  });

  it('that cannot be laid out says why', async () => {
    const folder = join(temporaryFolder(), 'new');
    const environment = { CRASH_OPERATION: '1', NODE_OPTIONS: `--import ${FAILS_AT_OPERATION}` };
    const { code, stderr } = await run(['migrate', '--data', folder], {
      ...{ cwd: temporaryFolder(), isApart: true, environment },
    });
    expect(stderr).toMatch(/^error DATABASE_FAILED: /);
    expect(stderr).toContain(' a new database could not be laid out: Error: EIO: i/o error, readFile\n');
    expect(code).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('whose engine has no code says so, and is left as it is', async () => {
    const folder = temporaryFolder();
    await expect(readEngine(folder)).rejects.toMatchObject({
      code: 'DATABASE_FAILED',
      detail: { where: folder, found: expect.stringContaining("no such file or directory, open '") },
    });
    writeFileSync(join(folder, 'pglite.wasm'), '');
    await expect(readEngine(folder)).rejects.toMatchObject({
      code: 'DATABASE_FAILED',
      detail: { where: folder, found: expect.stringContaining('WebAssembly.compile()') },
    });
  });

  it('that does not start is damaged', async () => {
    const folder = laidOut();
    const log = join(folder, 'database/pg_wal');
    for (const name of readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name)))
      rmSync(join(log, name));
    await expect(openEmbedded(folder)).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
      detail: { found: expect.stringContaining('it does not start') },
    });
    expect(existsSync(join(folder, 'lock'))).toBe(false);
  });

  it("that lacks a table's file says which when the table is asked for", async () => {
    const folder = laidOut();
    const first = await openEmbedded(folder);
    const { rows } = await first.session(({ db }) =>
      sql<{ file: string }>`select pg_relation_filepath('pay_ins') as file`.execute(db),
    );
    await first.close();
    rmSync(join(folder, 'database', rows[0]!.file));
    const store = await openEmbedded(folder);
    const asked = store.session(({ db }) => sql`select * from pay_ins`.execute(db));
    await expect(asked).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
      detail: { where: folder, found: expect.stringContaining(rows[0]!.file) },
    });
    await store.close();
  });

  it('that this user may not write is FOLDER_NOT_WRITABLE', async () => {
    const folder = laidOut();
    chmodSync(folder, 0o555);
    await asOrdinaryUser(() =>
      expect(openEmbedded(folder)).rejects.toMatchObject({
        code: 'FOLDER_NOT_WRITABLE',
        detail: { where: folder, found: 'no right to write there' },
      }),
    );
    chmodSync(folder, 0o700);
  });

  it('whose files are of another user is FOLDER_NOT_WRITABLE', async () => {
    const folder = laidOut();
    chmodSync(folder, 0o777);
    chmodSync(join(folder, 'database'), 0o000);
    await asOrdinaryUser(() =>
      expect(openEmbedded(folder)).rejects.toMatchObject({
        code: 'FOLDER_NOT_WRITABLE',
        detail: { where: folder, found: 'no right to write there' },
      }),
    );
    chmodSync(join(folder, 'database'), 0o700);
  });
});

function laidOut(): string {
  const folder = temporaryFolder();
  cpSync(inject('templates').embedded.migrated, folder, { recursive: true });
  return folder;
}
