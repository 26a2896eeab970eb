import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onEngines, onPostgresql } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { ended, PROGRAM, run, start } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder } from './past-day.ts';

const ON_DAY = ['reconcile', '--date', DAY, '--as-of', DAY_AFTER];
const PASSWORD = 'hunter2-and-more';

async function rowsIn(store: Store, table: 'pay_ins' | 'versions' | 'sources'): Promise<number> {
  const { rows } = await store.session(({ db }) =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<string>().as('rows'))
      .executeTakeFirstOrThrow(),
  );
  return Number(rows);
}

onEngines('a run that fails', (engine) => {
  it('ends with 3 where a file is cut short, keeps the whole files and publishes nothing', async () => {
    const cwd = workingFolder();
    const database = await engine.database();
    const whole = gzipSync(Array.from({ length: 200 }, (_, index) => line(index)).join(''));
    writeFileSync(join(cwd, 'logs/cut.ndjson.gz'), whole.subarray(0, whole.length - 100));
    const { code, stdout, stderr } = await run([...ON_DAY, '--in', 'logs'], {
      cwd,
      environment: database.environment,
    });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain('error SOURCE_BROKEN: ');
    expect(stderr).toContain('logs/cut.ndjson.gz');
    expect(stderr).toContain('to do:    Copy the file again');
    expect(existsSync(join(cwd, 'payin-recon-reports'))).toBe(false);
    const store = await database.open();
    expect(await rowsIn(store, 'versions')).toBe(0);
    expect(await rowsIn(store, 'sources')).toBe(1);
    expect(await rowsIn(store, 'pay_ins')).toBe(3);
  });

  it('ends with 5 at once while another is at work on the same store', async () => {
    const cwd = workingFolder();
    const database = await engine.database();
    const store = await database.open();
    const { code, stdout, stderr } = await store.exclusively(() =>
      run([...ON_DAY, '--in', 'logs'], { cwd, environment: database.environment }),
    );
    expect(code).toBe(5);
    expect(stdout).toBe('');
    expect(stderr).toContain('error STORE_LOCKED: ');
    expect(stderr).toContain('to do:    Wait until it has ended');
    expect(await rowsIn(store, 'sources')).toBe(0);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)(
    'ends with 130 on %s while it reads; the store is whole and works on',
    async (signal) => {
      const cwd = workingFolder();
      const database = await engine.database();
      const pipe = join(cwd, 'endless.log');
      execFileSync('mkfifo', [pipe]);
      const child = start(['ingest', pipe], { cwd, environment: database.environment });
      const end = ended(child);
      // A pipe holds far less, so that all of it is written once the command is reading; it does not end.
      const writing = await open(pipe, 'r+');
      await writing.writeFile(Array.from({ length: 400 }, (_, index) => line(index)).join(''));
      child.kill(signal);
      await once(child.stderr!, 'data');
      await writing.close();
      const { code, stdout, stderr } = await end;
      expect(code).toBe(130);
      expect(stdout).toBe('');
      expect(stderr).toContain('error INTERRUPTED: ');
      expect(stderr).toContain('found:    no step was finished');

      const again = await run(['ingest', 'logs/day.ndjson', '--json'], {
        cwd,
        environment: database.environment,
      });
      expect(again.code).toBe(0);
      expect(JSON.parse(again.stdout).sources).toMatchObject([{ records: 7, accepted: 6, rejected: 1 }]);
      const store = await database.open();
      expect(await rowsIn(store, 'pay_ins')).toBe(3);
      expect(await rowsIn(store, 'sources')).toBe(1);
    },
  );
});

onEngines('a run that may not be believed', (engine) => {
  it('publishes nothing where the totals do not tie: a record that was counted is gone', async () => {
    const cwd = workingFolder();
    const database = await engine.database();
    const { environment } = database;
    expect((await run(['ingest', 'logs'], { cwd, environment })).code).toBe(0);
    const store = await database.open();
    await store.session(({ db }) => db.deleteFrom('pay_ins').where('order_no', '=', 'ORDER00001').execute());
    await store.close();
    const { code, stdout, stderr } = await run(ON_DAY, { cwd, environment });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain('error BOOKS_DO_NOT_TIE: ');
    expect(stderr).toContain('records stored: 5, not 6');
    expect(readdirSync(join(cwd, 'payin-recon-reports'))).toEqual([]);
    expect(await rowsIn(await database.open(), 'versions')).toBe(0);
  });

  it('publishes nothing where database and program know other rules of a zone: EET has no summer time for one', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    writeFileSync(
      join(cwd, 'payin-recon.yaml'),
      `regions:
  - { name: EG, currencies: ['*'], methods: [], zone: EET, amountUnit: major, decimals: 2, exclusive: false, variant: egypt }
`,
    );
    const { code, stdout, stderr } = await run([...ON_DAY, '--in', 'logs'], { cwd, environment });
    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr).toContain('error TIME_ZONES_DIFFER: ');
    expect(stderr).toMatch(/where: {4}EET at 20\d\d-/);
  });
});

onEngines('what is out of reach ends with 4', (engine) => {
  it('a file that is not there', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const { code, stdout, stderr } = await run([...ON_DAY, '--in', 'lost.ndjson'], { cwd, environment });
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('error SOURCE_NOT_FOUND: ');
    expect(stderr).toContain('where:    lost.ndjson');
    expect(existsSync(join(cwd, 'payin-recon-reports'))).toBe(false);
  });

  it('a folder of reports that is a file', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    writeFileSync(join(cwd, 'taken'), 'mine');
    const { code, stderr } = await run([...ON_DAY, '--out', 'taken'], { cwd, environment });
    expect(code).toBe(4);
    expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
    expect(stderr).toContain(join(cwd, 'taken'));
    expect(readFileSync(join(cwd, 'taken'), 'utf8')).toBe('mine');
  });
});

describe('a database out of reach ends with 4', () => {
  it('as a data folder does that is a file', async () => {
    const cwd = workingFolder();
    const { code, stderr } = await run(['ingest', 'logs', '--data', 'logs/day.ndjson'], { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
  });

  it.each([
    ['--database-url', ['--database-url', `postgresql://recon:${PASSWORD}@127.0.0.1:1/recon`], {}],
    ['DATABASE_URL', [], { DATABASE_URL: `postgresql://recon:${PASSWORD}@127.0.0.1:1/recon` }],
  ])('and its password is never told: %s', async (origin, words, environment) => {
    const cwd = workingFolder();
    const { code, stdout, stderr } = await run(['migrate', '--verbose', ...words], { cwd, environment });
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
    expect(stderr).toContain(`to do:    Check ${origin}, `);
    expect(stderr).not.toContain(PASSWORD);
  });
});

it.each([
  ['--database-url', (address: string) => ({ words: ['--database-url', address] })],
  ['DATABASE_URL', (address: string) => ({ environment: { DATABASE_URL: address } })],
  ['PAYIN_RECON_DATABASE_URL', (address: string) => ({ environment: { PAYIN_RECON_DATABASE_URL: address } })],
  ['databaseUrl in payin-recon.yaml', (address: string) => ({ file: `databaseUrl: ${address}\n` })],
  ['databaseUrlFile secret', (address: string) => ({ file: 'databaseUrlFile: secret\n', secret: address })],
])('a database out of reach names where its address came from: %s', async (origin, given) => {
  const cwd = workingFolder();
  const address = 'postgresql://recon@127.0.0.1:1/recon';
  const { words, environment, file, secret } = {
    ...{ words: [] as string[], environment: {}, file: '', secret: '' },
    ...given(address),
  };
  writeFileSync(join(cwd, 'secret'), secret);
  if (file !== '') writeFileSync(join(cwd, 'payin-recon.yaml'), file);
  const { code, stderr } = await run(['migrate', ...words], { cwd, environment });
  expect(code).toBe(4);
  expect(stderr).toContain(`to do:    Check ${origin}, that the server runs, `);
});

it('an address of a database that is none is a mistake of the settings, and its password is not told', async () => {
  const cwd = workingFolder();
  const { code, stderr } = await run(['migrate', '--verbose'], {
    cwd,
    environment: { DATABASE_URL: `postgresql://recon:${PASSWORD}@[::1` },
  });
  expect(code).toBe(2);
  expect(stderr).toContain('where:    DATABASE_URL');
  expect(stderr).not.toContain(PASSWORD);
});

onPostgresql('a server that refuses the password', (engine) => {
  it('is out of reach, and neither password is told', async () => {
    const cwd = workingFolder();
    const url = new URL((await engine.database()).settings['databaseUrl']!);
    const right = url.password;
    url.password = PASSWORD;
    const { code, stderr } = await run(['migrate', '--verbose'], {
      cwd,
      environment: { DATABASE_URL: url.href },
    });
    expect(code).toBe(4);
    expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
    expect(stderr).not.toContain(PASSWORD);
    expect(stderr).not.toContain(right);
  });

  it('says that it asks for one where none was given', async () => {
    const cwd = workingFolder();
    const url = new URL((await engine.database()).settings['databaseUrl']!);
    url.password = '';
    const environment = { DATABASE_URL: url.href, PGPASSFILE: join(cwd, 'none') };
    const { code, stderr } = await run(['migrate'], { cwd, environment });
    expect(code).toBe(4);
    expect(stderr).toContain('found:    the server asks for a password, and none was given');
  });
});

onEngines('standard output on a full disk', (engine) => {
  it('is told as any other, and is no finding', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    expect((await run([...ON_DAY, '--in', 'logs'], { cwd, environment })).code).toBe(0);
    const intoFull = ['sh', '-c', 'exec "$0" "$@" > /dev/full', process.execPath, PROGRAM] as const;
    const { code, stderr } = await run(['report', 'orders', '--date', DAY, '--version', '1'], {
      cwd,
      environment,
      program: [...intoFull],
    });
    expect(code).toBe(4);
    expect(stderr).toContain('error OUTPUT_LOST: ');
    expect(stderr).toContain('where:    standard output');
    expect(stderr).toContain('found:    the disk is full');
    expect(stderr).toContain(
      'to do:    What was stored or published is kept. Free space where the output goes',
    );
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

onEngines('a look from a moment to come', (engine) => {
  it('is published with a warning, and looked at without one', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const later = ['reconcile', '--date', DAY, '--as-of', '2999-01-01T00:00:00Z', '--in', 'logs'];
    const look = await run([...later, '--preview', 'look'], { cwd, environment });
    expect(look.code).toBe(0);
    expect(look.stderr).not.toContain('warning');
    const published = await run(later, { cwd, environment });
    expect(published.code).toBe(0);
    expect(published.stderr).toContain('warning: --as-of is in the future');
    const again = (...words: string[]) =>
      run([...words, '--as-of', '2999-01-02T00:00:00Z'], { cwd, environment });
    for (const words of [['renormalise'], ['withdraw', 'callbacks.ndjson', '--reason', 'wrong file']]) {
      expect((await again(...words, '--dry-run')).stderr).not.toContain('warning');
      expect((await again(...words)).stderr).toContain('warning: --as-of is in the future');
    }
  });
});

describe('the stack of an error', () => {
  it('is shown with --verbose only, for what has a cause', async () => {
    const cwd = workingFolder();
    const address = 'postgresql://recon@127.0.0.1:1/recon';
    const plain = await run(['migrate', '--database-url', address], { cwd });
    expect(plain.stderr).not.toMatch(/^\s+at /m);
    const verbose = await run(['migrate', '--database-url', address, '--verbose'], { cwd });
    expect(verbose.stderr).toMatch(/ECONNREFUSED[\s\S]*^\s+at /m);
  });
});

function line(index: number): string {
  const number = String(index).padStart(5, '0');
  return `${toPast(payInLine({ orderNo: `MANY${number}`, tradeNo: `T${number}` }))}\n`;
}
