import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { COMMANDS as MODULES } from '../../src/cli/commands/all.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { PROGRAM, run } from './command.ts';
import { MISTAKES } from './mistakes.ts';
import { onTerminal } from './terminal.ts';

const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-usage-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const environment = { LC_ALL: 'tr_TR.UTF-8', NO_COLOR: '1' };
const say = (...words: string[]) => run(words, { cwd, environment });

/** Every command but `help`, which tells of the others. */
const COMMANDS = MODULES.map(({ command }) => command.split(' ')[0]!).filter((name) => name !== 'help');

describe('a command line that is not understood ends with 2 and says what to do', () => {
  it.each(MISTAKES)('$about', async ({ words, code = 'USAGE', settings, says }) => {
    const given = { ...environment, ...settings };
    const { code: exit, stdout, stderr } = await run(words, { cwd, environment: given });
    expect(stderr).toContain(`error ${code}: `);
    for (const text of says) expect(stderr).toContain(text);
    expect(stderr).toMatch(/\n {2}to do: {4}\S/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
    expect(exit).toBe(2);
  });

  it.each([
    [['reconcile', '--last', '2 months'], 'payin-recon reconcile --help'],
    [['reconcile', '--dat', '2024-11-19'], 'payin-recon reconcile --help'],
    [['reconcile', '--date', '2024-11-19', '--region', 'XX'], 'payin-recon reconcile --help'],
    [['reconcile', '--fail-on'], 'payin-recon reconcile --help'],
    [['findings', 'list', '--bucket', '9'], 'payin-recon findings list --help'],
    [['findings', 'resolve', 'A', '--code', 'STUCK', '--reason', ' '], 'payin-recon findings resolve --help'],
    [['user', 'add', 'ana', '--role', 'boss'], 'payin-recon user add --help'],
    [['order'], 'payin-recon order --help'],
    [['findings', 'lst'], 'payin-recon findings --help'],
    [['reconsile'], 'payin-recon --help'],
  ])('names the help of the command: %s', async (words, help) => {
    const { stderr } = await say(...words);
    expect(stderr).toMatch(new RegExp(`\\n {2}to do: {4}(Did you mean .*)?See ${help}\\.`));
  });

  it('names every mistake of the settings at once, and starts nothing', async () => {
    const folder = join(cwd, 'bad-settings');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'payin-recon.yaml'),
      'graceSeconds: -5\nlogs:\n  zone: Mars/Olympus\ncolour: blue\nresponses: maybe\n',
    );
    const { code, stdout, stderr } = await run(['ingest', '-'], { cwd: folder, environment });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('error SETTINGS_INVALID: ');
    expect(stderr).toContain('where:    payin-recon.yaml');
    for (const mistake of ['graceSeconds', 'logs.zone', 'colour', 'responses']) {
      expect(stderr).toContain(mistake);
    }
    expect(readdirSync(folder)).toEqual(['payin-recon.yaml']);
  });

  it('says where a settings file is no YAML', async () => {
    writeFileSync(join(cwd, 'broken.yaml'), 'graceSeconds: [1\n');
    const { code, stderr } = await say('migrate', '--config', 'broken.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain('broken.yaml');
  });
});

describe('--help', () => {
  it.each(COMMANDS)('shows usage, then examples that can be typed, then options: %s', async (command) => {
    const { code, stdout, stderr } = await say(command, '--help');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const examples = stdout.search(/^Examples:/m);
    const options = stdout.search(/^Options:/m);
    expect(stdout).toMatch(new RegExp(`^Usage: payin-recon ${command}\\b`));
    expect(examples).toBeGreaterThan(0);
    expect(options).toBeGreaterThan(examples);
    const [, ...shown] = stdout.slice(examples).split('\n\n')[0]!.split('\n');
    for (const [at, line] of shown.entries()) {
      const isCommand = at % 2 === 0;
      expect(line).toMatch(isCommand ? new RegExp(`^ {2}\\S.*\\b${command}\\b`) : /^ {6}\S/);
      if (isCommand) expect(line).toContain('payin-recon');
    }
    expect(stdout).not.toContain('\u001b');
    for (const option of ['--config', '--data', '--database-url', '--json']) {
      expect(stdout).toContain(option);
    }
  });

  it('of the program shows usage and examples, and names every command', async () => {
    const { code, stdout } = await say('--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: payin-recon <command>\n\n.*\n\nExamples:\n {2}payin-recon demo\n {6}\S/);
    expect(stdout).toContain(`Documentation: ${join(packageRoot, 'docs/README.md')}\n`);
    for (const command of COMMANDS) expect(stdout).toContain(`payin-recon ${command}`);
  });
});

it('--version says the version of package.json', async () => {
  const { code, stdout } = await say('--version');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each(['xlsx', 'parquet'])('%s is not written to a terminal', async (format) => {
  const { code, shown } = await onTerminal(
    [PROGRAM, 'report', 'orders', '--date', '2024-11-19', '--format', format],
    cwd,
  );
  expect(code).toBe(2);
  expect(shown).toContain('error USAGE: ');
  expect(shown).toContain('found:    a terminal, which cannot show such a file');
  expect(shown).toContain(`> orders.${format}`);
});

describe('job list', () => {
  it('shows every job with its time and zone', async () => {
    const { code, stdout } = await say('job', 'list');
    expect(code).toBe(0);
    for (const zone of ['America/Sao_Paulo', 'Africa/Cairo', 'UTC']) expect(stdout).toContain(zone);
    for (const { name, purpose } of JOBS) {
      expect(stdout).toContain(name);
      expect(stdout).toContain(purpose);
    }
  });

  it('gives runs to machines with --json, and what they say to people beside', async () => {
    const { code, stdout, stderr } = await say('job', 'run', 'ingest', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      runs: [{ job: 'ingest', region: 'all', date: null, outcome: 'done' }],
    });
    expect(stderr).toContain('Nothing to read');
  });

  it('gives the same to machines with --json', async () => {
    const { stdout } = await say('job', 'list', '--json');
    const night = { name: 'nightly', region: 'EG', cron: '30 2 * * *', zone: 'Africa/Cairo' };
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ ...night, last_outcome: null }));
  });
});
