import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { onPostgresql } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';

const PASSWORD = 'hush-init-4711';

const contentOf = (cwd: string, file = 'payin-recon.yaml') => readFileSync(join(cwd, file), 'utf8');

describe('init', () => {
  it('without options writes all settings commented out, and says that they hold', async () => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await run(['init'], { cwd });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Wrote payin-recon.yaml\n {2}settings {2}ok +valid\n {2}database {2}ok .*\n {2}reports {3}ok /,
    );
    expect(stdout).toContain('payin-recon reconcile --date yyyy-MM-dd --in LOGS');
    expect(parse(contentOf(cwd))).toBeNull();
    expect(contentOf(cwd)).toContain('# graceSeconds: 900 ');
  });

  it('leaves nothing of a file that could not be written whole, and keeps the one before', async () => {
    const cwd = temporaryFolder();
    const failed = await run(['init'], { cwd, largestFile: 2 });
    expect(failed.stderr).toContain('error FOLDER_NOT_WRITABLE: ');
    expect(failed.code).toBe(4);
    expect(readdirSync(cwd)).toEqual([]);
    expect((await run(['init'], { cwd })).code).toBe(0);
    const before = contentOf(cwd);
    const again = await run(['init', '--force', '--out', 'reports'], { cwd, largestFile: 2 });
    expect(again.code).toBe(4);
    expect(contentOf(cwd)).toBe(before);
    expect(readdirSync(cwd).filter((name) => name.startsWith('payin-recon.yaml'))).toEqual([
      'payin-recon.yaml',
    ]);
  });

  it('names the form for editors in the first line, and that file is there', async () => {
    const cwd = temporaryFolder();
    await run(['init'], { cwd });
    const [, address] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(contentOf(cwd))!;
    expect(createRequire(import.meta.url)(fileURLToPath(address!)).title).toBe('Settings of payin-recon');
  });

  it('writes what it was told, and what follows takes it', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs a'));
    mkdirSync(join(cwd, 'logs,b'));
    const words = ['init', '--data', 'store', '--out', 'reports', '--folder', 'logs a', '--folder', 'logs,b'];
    const { code, stdout } = await run([...words, '--config', 'other.yaml'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('payin-recon job run nightly --config other.yaml');
    const chosen = { data: 'store', out: 'reports', ingest: { folders: ['logs a', 'logs,b'] } };
    expect(parse(contentOf(cwd, 'other.yaml'))).toEqual(chosen);
    expect((await run(['job', 'run', 'ingest', '--config', 'other.yaml'], { cwd })).code).toBe(0);
  });

  it('proposes to set what no record has', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    const { payer: _payer, ...body } = JSON.parse(payInLine()).request.body;
    const line = JSON.stringify({ sentAt: '2026-11-19T13:05:00Z', request: { body } });
    writeFileSync(join(cwd, 'logs', 'a.ndjson'), `${line}\n`.repeat(3));
    const words = ['init', '--folder', 'logs', '--force'];
    const { code, stdout } = await run(words, { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('    absent: [response, request.body.payer]\n');
    const json = await run([...words, '--json'], { cwd });
    expect(JSON.parse(json.stdout).absent).toEqual(['response', 'request.body.payer']);
  });

  it('takes patterns of files, as the jobs do, also of files that come later', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    const { payer: _payer, ...body } = JSON.parse(payInLine()).request.body;
    const line = JSON.stringify({ sentAt: '2026-11-19T13:05:00Z', request: { body } });
    writeFileSync(join(cwd, 'logs', 'a.ndjson'), `${line}\n`.repeat(3));
    utimesSync(join(cwd, 'logs', 'a.ndjson'), 0, 0);
    const words = ['init', '--folder', 'logs/*.ndjson', '--folder', 'logs/*.csv'];
    const { code, stdout } = await run([...words, '--json'], { cwd });
    const { checks, absent } = JSON.parse(stdout);
    expect(checks.filter(({ what }: { what: string }) => what === 'logs')).toEqual([
      { what: 'logs', told: 'logs/*.ndjson, 1 file now', ok: true },
      { what: 'logs', told: 'logs/*.csv, 0 files now', ok: true },
    ]);
    expect(absent).toEqual(['response', 'request.body.payer']);
    expect(code).toBe(0);
    expect((await run(['job', 'run', 'ingest'], { cwd })).stdout).toContain('3 records');
    const lost = await run(['init', '--folder', 'lost/*.ndjson', '--force'], { cwd });
    expect(lost.stdout).toContain(`lost/*.ndjson: no folder ${join(cwd, 'lost')}`);
    expect(lost.stderr).toContain('error SOURCE_NOT_FOUND: ');
  });

  it('leaves a file alone that is there, unless it is told to replace it', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'payin-recon.yaml'), 'graceSeconds: 1\n');
    const { code, stdout, stderr } = await run(['init'], { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('error SETTINGS_EXIST: ');
    expect(stderr).toContain('where:    payin-recon.yaml');
    expect(contentOf(cwd)).toBe('graceSeconds: 1\n');

    expect((await run(['init', '--force'], { cwd })).code).toBe(0);
    expect(contentOf(cwd)).toContain('# graceSeconds: 900 ');
  });

  it('tries everything, tells what would not do, and ends with the first fault', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'taken'), 'mine');
    const words = ['init', '--database', 'env', '--out', 'taken/reports', '--folder', 'lost', '--json'];
    const { code, stdout, stderr } = await run(words, { cwd });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toEqual({
      file: 'payin-recon.yaml',
      checks: [
        { what: 'settings', told: 'valid', ok: true },
        { what: 'database', told: 'DATABASE_URL: not set', ok: false },
        { what: 'reports', told: `${join(cwd, 'taken')}: a file`, ok: false },
        { what: 'logs', told: 'lost: nothing there', ok: false },
      ],
      absent: [],
    });
    expect(stderr).toContain('error SECRET_UNAVAILABLE: ');
    expect(stderr).toContain('where:    DATABASE_URL');
    expect(parse(contentOf(cwd))).toEqual({ out: 'taken/reports', ingest: { folders: ['lost'] } });
  });

  it('writes what nights need, tries sources and channels, and says what would not do', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'logs'));
    writeFileSync(join(cwd, 'logs/a.ndjson'), '');
    utimesSync(join(cwd, 'logs/a.ndjson'), 0, 0);
    writeFileSync(join(cwd, 'slack-url'), 'http://127.0.0.1:9/hook', { mode: 0o600 });
    const port = await freePort();
    const words = [
      ...[
        'init',
        '--source',
        'callbacks=logs/*.ndjson',
        '--nightly',
        '0 3 * * *',
        '--listen',
        '127.0.0.1:9464',
      ],
      ...['--mail', 'cfo@shop.example', '--mail-from', 'recon@shop.example'],
      ...['--mail-server', `smtp://127.0.0.1:${port}`, '--slack', 'file:slack-url', '--json'],
    ];
    const { code, stdout, stderr } = await run(words, { cwd });
    expect(code).toBe(4);
    expect(stderr).toContain('error ALERT_UNDELIVERED: ');
    expect(parse(contentOf(cwd))).toEqual({
      sources: [{ name: 'callbacks', paths: ['logs/*.ndjson'] }],
      jobs: { nightly: '0 3 * * *' },
      alerts: {
        channels: [
          {
            ...{ name: 'mail', kind: 'email', url: `smtp://127.0.0.1:${port}`, from: 'recon@shop.example' },
            ...{ to: ['cfo@shop.example'], attach: ['daily-summary', 'amount-mismatches'] },
          },
          { name: 'slack', kind: 'slack', urlFile: 'slack-url' },
        ],
      },
      monitor: { listen: '127.0.0.1:9464' },
    });
    const tried = JSON.parse(stdout).checks.map(({ what, ok }: { what: string; ok: boolean }) => [what, ok]);
    expect(tried).toContainEqual(['source callbacks', true]);
    expect(tried).toContainEqual(['channel mail', false]);
    expect(tried).toContainEqual(['channel slack', true]);
  });

  it.each([
    ['--slack', 'https://hooks.slack.com/services/T0/B0/secret', 'expected: file:PATH, or command:PROGRAM'],
    ['--heartbeat', 'https://hc.example/secret', 'expected: file:PATH'],
    ['--source', 'logs', 'expected: NAME=PATTERN'],
    ['--mail', 'cfo@shop.example', 'expected: --mail, --mail-from and --mail-server together'],
  ])(
    'takes no %s that is not whole, or that a settings file should not keep, and repeats no secret',
    async (option, text, says) => {
      const cwd = temporaryFolder();
      const { code, stderr } = await run(['init', option, text], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(says);
      expect(stderr).not.toContain('secret"');
      expect(stderr).not.toContain('/secret');
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it('writes nothing where what it was told does not hold', async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await run(['init', '--source', 'a=x/*', '--source', 'a=y/*'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('expected each source once by its name');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('ends with 4 where the file cannot be written', async () => {
    const { code, stderr } = await run(['init', '--config', 'lost/a.yaml'], { cwd: temporaryFolder() });
    expect(code).toBe(4);
    expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
    expect(stderr).toContain('where:    lost/a.yaml');
  });

  it.each([
    [
      'an address with its password',
      `postgresql://recon:${PASSWORD}@db/books`,
      'found:    an address with a password',
    ],
    ['no address', 'mysql://db/books', 'expected: embedded, env, file:PATH'],
    ['a word that is mistyped', 'embeded', 'to do:    Did you mean embedded?'],
    ['a way without a path', 'file:', 'expected: embedded, env, file:PATH'],
  ])('takes no %s for a database, and writes nothing', async (_about, database, says) => {
    const cwd = temporaryFolder();
    const { code, stderr } = await run(['init', '--database', database], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('where:    --database');
    expect(stderr).toContain(says);
    expect(stderr).not.toContain(PASSWORD);
    expect(() => contentOf(cwd)).toThrow('ENOENT');
  });
});

onPostgresql('init with a server', (engine) => {
  it.each([
    ['of DATABASE_URL', 'env', null],
    ['of a file', 'file:secret.txt', { databaseUrlFile: 'secret.txt' }],
    ['of a command', 'command:cat secret.txt', { databaseUrlCommand: ['cat', 'secret.txt'] }],
  ])('reaches it by the address %s, which it does not write', async (_about, database, written) => {
    const cwd = temporaryFolder();
    const url = new URL((await engine.database()).settings['databaseUrl']!);
    writeFileSync(join(cwd, 'secret.txt'), `${url.href}\n`, { mode: 0o600 });
    const environment = database === 'env' ? { DATABASE_URL: url.href } : {};
    const { code, stdout, stderr } = await run(['init', '--database', database], { cwd, environment });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain(`database  ok  postgresql://${url.host}${url.pathname}\n`);
    expect(parse(contentOf(cwd))).toEqual(written);
    expect(stdout + contentOf(cwd)).not.toContain(url.password);
  });

  it('writes an address without password', async () => {
    const cwd = temporaryFolder();
    const url = new URL((await engine.database()).settings['databaseUrl']!);
    const environment = { PGPASSWORD: url.password };
    url.password = '';
    const { code } = await run(['init', '--database', url.href], { cwd, environment });
    expect(code).toBe(0);
    expect(parse(contentOf(cwd))).toEqual({ databaseUrl: url.href });
  });
});
