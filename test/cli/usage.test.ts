import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { REPORTS } from '../../reports/all.ts';
import { run } from './command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-usage-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const environment = { LC_ALL: 'tr_TR.UTF-8', NO_COLOR: '1' };
const say = (...words: string[]) => run(words, { cwd, environment });

const COMMANDS = ['reconcile', 'ingest', 'report', 'order', 'demo', 'job', 'schedule', 'migrate'];

/** Past every test's date, so that no clock matters. */
const ON_DATE = ['reconcile', '--date', '2024-11-19', '--as-of', '2024-11-20T12:00:00Z'];

interface Mistake {
  readonly about: string;
  readonly words: readonly string[];
  readonly code: string;
  /** What the message has to say, besides what to do. */
  readonly says: readonly string[];
}

const MISTAKES: readonly Mistake[] = [
  { about: 'no command', words: [], code: 'USAGE', says: ['Name a command'] },
  { about: 'an unknown command', words: ['reconsile'], code: 'USAGE', says: ['reconcile'] },
  {
    about: 'an unknown option',
    words: [...ON_DATE, '--as-off', 'x'],
    code: 'USAGE',
    says: ['Unknown argument', 'as-off'],
  },
  {
    about: 'a day that the calendar lacks',
    words: ['reconcile', '--date', '2026-02-30'],
    code: 'DATE_INVALID',
    says: ['where:    --date', 'found:    2026-02-30', 'yyyy-MM-dd'],
  },
  {
    about: 'a date with the day first',
    words: ['reconcile', '--date', '19/11/2026'],
    code: 'DATE_INVALID',
    says: ['found:    19/11/2026', '2026-11-19, if the day came first'],
  },
  {
    about: 'a date that has not begun anywhere',
    words: ['reconcile', '--date', '2024-11-21', '--as-of', '2024-11-20T12:00:00Z'],
    code: 'DATE_IN_FUTURE',
    says: ['where:    --date', 'found:    2024-11-21', 'at most 2024-11-20'],
  },
  {
    about: 'a date after today',
    words: ['reconcile', '--date', '2999-01-01'],
    code: 'DATE_IN_FUTURE',
    says: ['2999-01-01'],
  },
  { about: 'no date', words: ['reconcile'], code: 'USAGE', says: ['--date', '--from', '--to'] },
  {
    about: 'a first date without a last',
    words: ['reconcile', '--from', '2024-11-01'],
    code: 'USAGE',
    says: ['--from and --to'],
  },
  {
    about: 'a last date before the first',
    words: ['reconcile', '--from', '2024-11-05', '--to', '2024-11-01'],
    code: 'USAGE',
    says: ['2024-11-05 to 2024-11-01'],
  },
  {
    about: 'a date beside a first and a last',
    words: ['reconcile', '--date', '2024-11-05', '--from', '2024-11-01', '--to', '2024-11-05'],
    code: 'USAGE',
    says: ['mutually exclusive'],
  },
  {
    about: 'an as-of without an offset',
    words: ['reconcile', '--date', '2024-11-19', '--as-of', '2024-11-20T12:00:00'],
    code: 'INSTANT_INVALID',
    says: ['where:    --as-of', 'found:    2024-11-20T12:00:00', 'offset'],
  },
  {
    about: 'an as-of that is a word',
    words: ['reconcile', '--date', '2024-11-19', '--as-of', 'yesterday'],
    code: 'INSTANT_INVALID',
    says: ['found:    yesterday'],
  },
  {
    about: 'an unknown region',
    words: ['report', 'orders', '--date', '2024-11-19', '--region', 'XX'],
    code: 'USAGE',
    says: ['where:    --region', 'found:    XX', 'expected: BR, EG, other'],
  },
  {
    about: 'an unknown severity',
    words: [...ON_DATE, '--fail-on', 'huge'],
    code: 'USAGE',
    says: ['huge', 'critical'],
  },
  { about: 'no file to read', words: ['ingest'], code: 'USAGE', says: [] },
  {
    about: 'an unknown kind',
    words: ['ingest', 'x', '--kind', 'refunds'],
    code: 'USAGE',
    says: ['refunds', 'pay-ins', 'callbacks'],
  },
  {
    about: 'an unknown report',
    words: ['report', 'nothing', '--date', '2024-11-19'],
    code: 'USAGE',
    says: ['nothing', ...REPORTS.map(({ name }) => name)],
  },
  { about: 'a report without a date', words: ['report', 'orders'], code: 'USAGE', says: ['date'] },
  {
    about: 'all reports to standard output',
    words: ['report', '--date', '2024-11-19'],
    code: 'USAGE',
    says: ['--out'],
  },
  { about: 'no order', words: ['order'], code: 'USAGE', says: [] },
  {
    about: 'an unknown job',
    words: ['job', 'run', 'weekly'],
    code: 'JOB_UNKNOWN',
    says: ['found:    weekly', JOBS.map(({ name }) => name).join(', ')],
  },
  { about: 'no job', words: ['job', 'run'], code: 'JOB_UNKNOWN', says: ['no name'] },
  { about: 'an unknown action', words: ['job', 'stop'], code: 'USAGE', says: ['stop', 'list', 'run'] },
  {
    about: 'a demo without orders',
    words: ['demo', '--orders', '0'],
    code: 'USAGE',
    says: ['--orders', '1 to'],
  },
  {
    about: 'a settings file that is not there',
    words: [...ON_DATE, '--config', 'missing.yaml'],
    code: 'SETTINGS_INVALID',
    says: ['where:    missing.yaml', 'no such file'],
  },
];

describe('a command line that is not understood ends with 2 and says what to do', () => {
  it.concurrent.each(MISTAKES)('$about', async ({ words, code, says }) => {
    const { code: exit, stdout, stderr } = await say(...words);
    expect(stderr).toContain(`error ${code}: `);
    for (const text of says) expect(stderr).toContain(text);
    expect(stderr).toMatch(/\n {2}to do: {4}\S/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
    expect(exit).toBe(2);
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
  it.concurrent.each(COMMANDS)('starts with examples that can be typed: %s', async (command) => {
    const { code, stdout, stderr } = await say(command, '--help');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const examples = stdout.search(/^Examples:/m);
    const options = stdout.search(/^Options:/m);
    expect(examples).toBe(0);
    expect(options).toBeGreaterThan(examples);
    expect(stdout.slice(examples, options)).toContain(`payin-recon ${command}`);
    expect(stdout).not.toContain('\u001b');
    for (const option of ['--config', '--data', '--database-url', '--json']) {
      expect(stdout).toContain(option);
    }
  });

  it('of the program starts with examples and names every command', async () => {
    const { code, stdout } = await say('--help');
    expect(code).toBe(0);
    expect(stdout.search(/^Examples:/m)).toBe(0);
    expect(stdout).toContain('payin-recon demo');
    for (const command of COMMANDS) expect(stdout).toContain(`payin-recon ${command}`);
  });
});

it('--version says the version of package.json', async () => {
  const { code, stdout } = await say('--version');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
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

  it('gives the same to machines with --json', async () => {
    const { stdout } = await say('job', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual({
      name: 'nightly',
      region: 'EG',
      cron: '30 2 * * *',
      zone: 'Africa/Cairo',
    });
  });
});
