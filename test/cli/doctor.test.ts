import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { filesOf, stateOf } from '../support/state.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

interface Line {
  readonly subject: string;
  readonly grade: string;
  readonly found: string;
  readonly remedy?: string;
}

async function examine(options: Parameters<typeof run>[1], words: readonly string[] = []) {
  const { code, stdout, stderr } = await run(['doctor', '--json', ...words], options);
  const { exit_code, checks } = JSON.parse(stdout) as { exit_code: number; checks: Line[] };
  expect(exit_code).toBe(code);
  expect(stderr).toBe('');
  const of = (subject: string) => checks.find((check) => check.subject === subject);
  return { code, checks, of, notOk: checks.filter(({ grade }) => grade !== 'ok') };
}

onEngines('doctor', (engine) => {
  it('finds nothing bad in a store that works, and changes nothing', async () => {
    const cwd = workingFolder();
    const database = await engine.database();
    const { environment } = database;
    await run(['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'], { cwd, environment });
    const stateBefore = await opened(database.open, stateOf);
    const folder = environment['PAYIN_RECON_DATA'] ?? cwd;
    const before = { files: filesOf(cwd), store: filesOf(folder) };

    const { code, notOk, of } = await examine({ cwd, environment });
    expect(notOk.filter(({ subject }) => !subject.startsWith('disk'))).toEqual([]);
    expect(code).toBe(0);
    expect(of('layout')!.found).toContain('up to date');
    expect(of('newest record')!.found).toMatch(/^2024-11-/);
    expect(of('lock')!.found).toBe('free');
    expect({ files: filesOf(cwd), store: filesOf(folder) }).toEqual(before);
    expect(await opened(database.open, stateOf)).toEqual(stateBefore);
  });

  it.each([
    ['a file', { PAYIN_RECON_DATABASE_URL_FILE: 'missing' }],
    ['a command', { PAYIN_RECON_DATABASE_URL_COMMAND: '[missing-program]' }],
  ])(
    'looks at the database whose address %s says, and not at the embedded one',
    async (_name, environment) => {
      const { code, of } = await examine({ cwd: temporaryFolder(), environment });
      expect(code).toBe(4);
      expect(of('database')).toMatchObject({ grade: 'bad' });
      expect(of('data folder')).toBeUndefined();
    },
  );

  it('lays nothing out where there is nothing yet', async () => {
    const cwd = temporaryFolder();
    const database = await engine.database('empty');
    const { code, of } = await examine({ cwd, environment: database.environment });
    expect(code).toBe(0);
    expect(of('layout')).toMatchObject({ grade: 'ok', found: expect.stringContaining('none yet') });
    const tables = await opened(database.open, (store) =>
      store.session(({ db }) => sql`select 1 from pg_tables where schemaname = 'public'`.execute(db)),
    );
    expect(tables.rows).toEqual([]);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('says that a layout is older, and leaves it so', async () => {
    const database = await engine.database();
    await opened(database.open, (store) =>
      store.session(({ db }) =>
        sql`delete from migrations where name = (select max(name) from migrations)`.execute(db),
      ),
    );
    const { of } = await examine({ cwd: temporaryFolder(), environment: database.environment });
    expect(of('layout')!.found).toContain('older, 1 step to go');
  });

  it('doubts a store in which something is from the future', async () => {
    const cwd = workingFolder();
    const database = await engine.database();
    const { environment } = database;
    await run(['ingest', 'logs'], { cwd, environment });
    await opened(database.open, (store) =>
      store.session(async ({ db }) => {
        await sql`update callbacks set received_at = '2999-01-01Z'`.execute(db);
        await sql`update sources set read_at = '2998-01-01Z'`.execute(db);
      }),
    );
    const { code, of } = await examine({ cwd, environment });
    expect(of('newest record')).toMatchObject({
      grade: 'doubtful',
      // One record of a wrong clock hides nothing of the others.
      found: expect.stringMatching(/^2999-01-01T00:00:00Z, which is in the future; before it 2024-11-/),
    });
    const { stdout } = await run(['doctor'], { cwd, environment });
    expect(stdout).toMatch(/^doubtful +clock .*the store was used at 2998-01-01T00:00:00Z/m);
    expect(code).toBe(0);
    // A run says so too, and goes on.
    const ran = await run(['ingest', 'logs', '--json'], { cwd, environment });
    expect(ran.stderr).toMatch(/^warning: this machine's clock says .* 2998-01-01T00:00:00Z/);
    expect(JSON.parse(ran.stdout).sources).toHaveLength(1);
    expect(ran.code).toBe(0);
  });

  it('says that a run is at work, and does not wait for it', async () => {
    const database = await engine.database();
    const { environment } = database;
    const { code, of } = await opened(database.open, (store) =>
      store.exclusively(() => examine({ cwd: temporaryFolder(), environment })),
    );
    expect(of('lock')).toMatchObject({
      grade: 'doubtful',
      found: expect.stringMatching(/in progress|is using/),
    });
    expect(code).toBe(0);
  });
});

describe('doctor, without a database', () => {
  it('makes no data folder and no folder of reports', async () => {
    const cwd = temporaryFolder();
    const { code, of } = await examine({ cwd });
    expect(code).toBe(0);
    expect(of('data folder')!.found).toContain('created when it is first needed');
    expect(existsSync(join(cwd, '.payin-recon'))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('names every mistake of the settings, looks at what needs none, and ends with 2', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'payin-recon.yaml'),
      'graceSeconds: -5\nlogs:\n  zone: Mars/Olympus\ncolour: blue\n',
    );
    const { code, of } = await examine({ cwd });
    expect(code).toBe(2);
    expect(of('settings')!.found.split('\n')).toEqual([
      'payin-recon.yaml',
      expect.stringMatching(/^1:15: graceSeconds is -5; /),
      expect.stringMatching(/^3:9: logs\.zone is "Mars\/Olympus"; /),
      expect.stringMatching(/^4:1: colour: there is no such setting/),
    ]);
    const { stdout } = await run(['doctor'], { cwd });
    expect(stdout).toMatch(
      /^bad +settings +payin-recon\.yaml\n +1:15: graceSeconds .*\n +3:9: logs\.zone .*\n +4:1: colour: .*\n +to do: /m,
    );
    expect(of('node')!.grade).toBe('ok');
    expect(of('time zones')!.grade).toBe('ok');
    expect(of('the rest')!.grade).toBe('doubtful');
  });

  it('finds folders that cannot be used, and ends with 4', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'file'), 'mine');
    mkdirSync(join(cwd, 'logs'));
    const environment = { PAYIN_RECON_INGEST_FOLDERS: 'logs,lost', PAYIN_RECON_DATA: 'file/store' };
    const { code, checks } = await examine({ cwd, environment }, ['--out', 'file']);
    expect(code).toBe(4);
    const bad = checks.filter(({ grade }) => grade === 'bad').map(({ subject }) => subject);
    expect(bad).toEqual(['data folder', 'out', 'ingest.folders']);
    for (const check of checks) expect(check.grade === 'ok' || check.remedy !== undefined).toBe(true);
  });

  it('counts the files of a pattern, and misses its folder as a run does', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    writeFileSync(join(cwd, 'logs/a.ndjson'), '');
    const environment = { PAYIN_RECON_INGEST_FOLDERS: 'logs/*.ndjson,lost/*.ndjson' };
    const { code, checks } = await examine({ cwd, environment });
    expect(code).toBe(4);
    expect(checks.filter(({ subject }) => subject === 'ingest.folders')).toMatchObject([
      { grade: 'ok', found: `${join(cwd, 'logs/*.ndjson')}, 1 file now` },
      { grade: 'bad', found: `${join(cwd, 'lost')} is not there` },
    ]);
  });

  it('says what to do where the data folder is a file, as a command does', async () => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'day.ndjson');
    writeFileSync(file, '{}');
    const remedy = /a folder for the embedded database with --data; log files are read by payin-recon ingest/;
    const { code, of } = await examine({ cwd }, ['--data', 'day.ndjson']);
    expect(code).toBe(4);
    expect(of('data folder')).toMatchObject({ grade: 'bad', remedy: expect.stringMatching(remedy) });
    expect(of('database')).toBeUndefined();
    for (const data of ['day.ndjson', 'day.ndjson/store']) {
      const { code: exit, stderr } = await run(['migrate', '--data', data], { cwd });
      expect(exit).toBe(4);
      expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
      expect(stderr).toContain(`found:    ${file} is a file\n  expected: a folder\n`);
      expect(stderr).toMatch(remedy);
    }
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('is in words; in colours only on a terminal, and not where NO_COLOR is set', async () => {
    const cwd = temporaryFolder();
    expect((await run(['doctor'], { cwd })).stdout).not.toContain('\u001b');
    const inTerminal = await terminal(cwd, {});
    expect(inTerminal).toMatch(/\u001b\[32mok +\u001b\[39m +settings/);
    expect(await terminal(cwd, { NO_COLOR: '1' })).not.toContain('\u001b');
  });
});

async function opened<T>(open: () => Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What doctor writes on a terminal, which `script` makes. */
async function terminal(cwd: string, environment: Record<string, string>): Promise<string> {
  const program = join(import.meta.dirname, '../../src/cli/main.ts');
  const child = spawn('script', ['-qec', `${process.execPath} ${program} doctor`, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  return said;
}
