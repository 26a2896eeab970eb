import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onPostgresql } from '../support/engines.ts';
import { type CommandOptions, run } from './command.ts';
import { DAY, DAY_AFTER, workingFolder } from './past-day.ts';

/** How a password can be given: what is written into the working folder, the environment, the command line. */
interface Way {
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly words?: readonly string[];
  readonly warns?: boolean;
}

const WAYS: Readonly<Record<string, (url: URL) => Way>> = {
  DATABASE_URL: (url) => ({ environment: { DATABASE_URL: url.href } }),
  PAYIN_RECON_DATABASE_URL: (url) => ({ environment: { PAYIN_RECON_DATABASE_URL: url.href } }),
  'a file': (url) => ({
    files: { 'payin-recon.yaml': 'databaseUrlFile: secret\n', secret: `${url.href}\n` },
  }),
  'a command': (url) => ({
    files: { 'payin-recon.yaml': 'databaseUrlCommand: [cat, secret]\n', secret: `${url.href}\n` },
  }),
  'the settings': (url) => ({ files: { 'payin-recon.yaml': `databaseUrl: ${url.href}\n` } }),
  '--database-url': (url) => ({ words: ['--database-url', url.href], warns: true }),
  'the address behind the question mark': (url) => ({
    environment: { DATABASE_URL: `${withoutPassword(url)}?password=${url.password}` },
  }),
  PGPASSWORD: (url) => ({ environment: { DATABASE_URL: withoutPassword(url), PGPASSWORD: url.password } }),
  'a password file': (url) => ({
    files: { pgpass: `${url.hostname}:${url.port}:*:${url.username}:${url.password}\n` },
    environment: { DATABASE_URL: withoutPassword(url), PGPASSFILE: 'pgpass' },
  }),
};

onPostgresql('a password', (engine) => {
  it.each(Object.entries(WAYS))(
    'given by %s opens the database, and stands nowhere else',
    async (_name, way) => {
      const cwd = workingFolder();
      const database = await engine.database();
      const url = new URL(database.settings['databaseUrl']!);
      const { files = {}, environment = {}, words = [], warns = false } = way(url);
      for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text, { mode: 0o600 });
      const options: CommandOptions = { cwd, environment };
      const day = ['--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'];
      const { code, stdout, stderr } = await run(
        ['reconcile', ...day, '--json', '--verbose', ...words],
        options,
      );
      expect(code, stderr).toBe(0);
      expect(stderr.includes('warning: --database-url holds a password')).toBe(warns);
      const failed = await run(['order', 'NOBODY', '--verbose', ...words], options);
      expect(failed.stderr).toContain('error ORDER_UNKNOWN: ');

      const said = [stdout, stderr, failed.stdout, failed.stderr];
      const published = textsBelow(join(cwd, 'payin-recon-reports'));
      expect(published.some((text) => text.includes('settings'))).toBe(true);
      expect([...said, ...published, await kept(await database.open())].join('\n')).not.toContain(
        url.password,
      );
      expect(readdirSync(cwd).sort()).toEqual(['logs', 'payin-recon-reports', ...Object.keys(files)].sort());
    },
  );

  it('that is refused is not told, whichever way it came', async () => {
    const cwd = workingFolder();
    const url = new URL((await engine.database()).settings['databaseUrl']!);
    url.password = MARK;
    writeFileSync(join(cwd, 'secret'), url.href, { mode: 0o600 });
    for (const environment of [
      { PAYIN_RECON_DATABASE_URL_FILE: 'secret' },
      { PAYIN_RECON_DATABASE_URL_COMMAND: 'cat,secret' },
    ]) {
      const { code, stdout, stderr } = await run(['migrate', '--verbose'], { cwd, environment });
      expect(code).toBe(4);
      expect(stderr).toContain('error DATABASE_UNREACHABLE: ');
      expect(stderr).toContain('wrong password');
      expect(stdout + stderr).not.toContain(MARK);
    }
  });
});

const MARK = 'hush-mark-31337';

const MALFORMED = [
  `postgresql://recon:${MARK}@db:port/books`,
  `postgresql://recon:${MARK}@[::1`,
  `postgresql://recon:${MARK}%zz@127.0.0.1:1/books`,
  `postgresql://recon:${MARK} x@db/books y`,
  `postgres:recon:${MARK}@db/books`,
  `mysql://recon:${MARK}@db/books`,
  `host=db password=${MARK}`,
  `/${MARK} books`,
];

describe('an address that is none', () => {
  it.each(MALFORMED)('is told by its place and never repeated: %#', async (address) => {
    const cwd = workingFolder();
    writeFileSync(join(cwd, 'secret'), address, { mode: 0o600 });
    writeFileSync(join(cwd, 'with.yaml'), `databaseUrl: ${JSON.stringify(address)}\n`, { mode: 0o600 });
    const ways: [string, string[], Record<string, string>][] = [
      ['DATABASE_URL', [], { DATABASE_URL: address }],
      ['--database-url', ['--database-url', address], {}],
      ['with.yaml', ['--config', 'with.yaml'], {}],
      ['databaseUrlFile secret', [], { PAYIN_RECON_DATABASE_URL_FILE: 'secret' }],
      ['databaseUrlCommand (cat …)', [], { PAYIN_RECON_DATABASE_URL_COMMAND: 'cat,secret' }],
    ];
    await Promise.all(
      ways.map(async ([where, words, environment]) => {
        const { code, stdout, stderr } = await run(['migrate', '--verbose', '--json', ...words], {
          cwd,
          environment,
        });
        expect(stderr).toContain('error SETTINGS_INVALID: ');
        expect(stderr).toContain(`where:    ${where}\n`);
        expect(code).toBe(2);
        expect(stdout + stderr).not.toContain(MARK);
      }),
    );
  });

  it.each([
    ['as a word too many', ['migrate', `postgresql://recon:${MARK}@db/books`], {}],
    [
      'after an option that is mistyped',
      ['migrate', `--databse-url=postgresql://recon:${MARK}@db/books`],
      {},
    ],
    ['without a command', ['--database-url', `postgresql://recon:${MARK}@db/books`], {}],
    ['under a name that is none', ['migrate'], { PAYIN_RECON_DATABASE_PASSWORD: MARK }],
    ['in a list for a command', ['migrate'], { PAYIN_RECON_DATABASE_URL_COMMAND: `[{${MARK}: 1}]` }],
  ])('is not told %s', async (_about, words, environment) => {
    const { code, stdout, stderr } = await run([...words, '--verbose'], {
      cwd: workingFolder(),
      environment,
    });
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain(MARK);
  });

  it.each([
    ['with no space after the colon', `databaseUrl:postgresql://recon:${MARK}@db/books\n`],
    ['with none, before another line', `databaseUrl:postgresql://recon:${MARK}@db/books\nout: a\n`],
    ['twice', `databaseUrl: postgresql://recon:${MARK}@db/a\ndatabaseUrl: ${MARK}\n`],
    ['under a name that is none', `databasePassword: ${MARK}\n`],
    ['in a list', `databaseUrl: [postgresql://recon:${MARK}@db/a]\n`],
    ['as a name', `postgresql://recon:${MARK}@db/a: b\n`],
    ['in quotation marks that are left open', `databaseUrl: "postgresql://recon:${MARK}@db/a\nout: b\n`],
  ])('is not told %s in the settings', async (_about, text) => {
    const cwd = workingFolder();
    writeFileSync(join(cwd, 'payin-recon.yaml'), text, { mode: 0o600 });
    const { code, stdout, stderr } = await run(['migrate', '--verbose'], { cwd });
    expect(stderr).toContain('error SETTINGS_INVALID: ');
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain(MARK);
  });
});

function withoutPassword(url: URL): string {
  return Object.assign(new URL(url), { password: '' }).href;
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}

/** Every row of every table, as text. */
async function kept(store: Store): Promise<string> {
  return store.session(async ({ db }) => {
    const { rows } = await sql<{ text: string }>`
      select query_to_xml(format('select * from %I', tablename), true, true, '')::text as text
      from pg_tables
      where schemaname = 'public'`.execute(db);
    expect(rows.length).toBeGreaterThan(5);
    return rows.map(({ text }) => text).join('\n');
  });
}
