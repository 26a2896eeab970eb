import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../jobs/all.ts';
import { REPORTS } from '../../reports/all.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { describeProgram, topLevel } from '../../src/cli/describe-program.ts';
import { SEVERITIES } from '../../src/settings/severity.ts';
import { filesBelow, readCode } from '../support/code-files.ts';
import { isInstalled, SHELLS } from '../support/shells.ts';
import { run } from './command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-completion-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const { commands, options: common } = await describeProgram(COMMANDS);
const COMMAND_NAMES = topLevel(commands).map(({ name }) => name);

interface Case {
  readonly about: string;
  /** What is typed before the tab key. */
  readonly line: string;
  readonly offers: readonly string[];
}

const CASES: readonly Case[] = [
  { about: 'commands', line: '', offers: COMMAND_NAMES },
  { about: 'commands by their start', line: 'sch', offers: ['schedule'] },
  {
    about: 'a command behind an option of the program',
    line: '--data store mig',
    offers: ['migrate'],
  },
  { about: 'reports', line: 'report ', offers: REPORTS.map(({ name }) => name) },
  {
    about: 'a place behind an option with a value',
    line: 'report --date 2024-11-19 stuck',
    offers: ['stuck-orders'],
  },
  {
    about: "a place behind report's own --version",
    line: 'report --version 1 stuck',
    offers: ['stuck-orders'],
  },
  { about: 'a place behind an option without one', line: 'report --json stuck', offers: ['stuck-orders'] },
  { about: 'severities', line: 'reconcile --fail-on ', offers: SEVERITIES },
  { about: 'a value behind =', line: 'reconcile --fail-on=h', offers: ['high'] },
  { about: 'kinds', line: 'ingest --kind ', offers: ['pay-ins', 'callbacks', 'statements', 'bank'] },
  { about: 'regions', line: 'job run nightly --region ', offers: ['BR', 'EG', 'other'] },
  { about: 'regions of the settings', line: 'calibrate --region ', offers: ['BR', 'EG'] },
  { about: 'nothing for a number', line: 'source test pay-ins --rows ', offers: [] },
  { about: 'actions', line: 'job ', offers: ['list', 'run'] },
  { about: 'jobs', line: 'job run ', offers: JOBS.map(({ name }) => name) },
  { about: 'shells', line: 'completion ', offers: SHELLS.map(({ name }) => name) },
  { about: 'codes to be explained', line: 'help AMOUNT_', offers: ['AMOUNT_MISMATCH', 'AMOUNT_UNREADABLE'] },
  { about: 'options by their start', line: 'order --me', offers: ['--merchant'] },
  {
    about: 'commands of a group',
    line: 'findings ',
    offers: commands.find(({ name }) => name === 'findings')!.subcommands,
  },
  { about: 'commands of a group by their start', line: 'findings wri', offers: ['write-off'] },
  { about: 'values of an option of such a command', line: 'findings list --severity ', offers: SEVERITIES },
  {
    about: 'ages, which no shell may take for a redirection',
    line: 'findings list --bucket 3',
    offers: ['3-7', '30+'],
  },
  {
    about: 'places of such a command',
    line: 'findings show BR0000001234 AMOUNT_',
    offers: ['AMOUNT_MISMATCH', 'AMOUNT_UNREADABLE'],
  },
  {
    about: 'the code behind several orders',
    line: 'findings resolve BR0000001234 BR0000005678 AMOUNT_',
    offers: ['AMOUNT_MISMATCH', 'AMOUNT_UNREADABLE'],
  },
  { about: 'files for such a command', line: 'findings apply d', offers: ['day.ndjson'] },
  { about: 'files and folders', line: 'ingest ', offers: ['day.ndjson', 'logs', 'reports'] },
  { about: 'more of them', line: 'ingest day.ndjson lo', offers: ['logs'] },
  { about: 'several values of one option', line: 'reconcile --in day.ndjson lo', offers: ['logs'] },
  {
    about: 'an option behind several values',
    line: 'reconcile --in day.ndjson --fail',
    offers: ['--fail-on'],
  },
  { about: 'a settings file', line: 'migrate --config d', offers: ['day.ndjson'] },
  { about: 'folders only', line: 'reconcile --out ', offers: ['logs', 'reports'] },
  { about: 'nothing for a date', line: 'reconcile --date ', offers: [] },
  { about: 'nothing for an order', line: 'order ', offers: [] },
  { about: 'nothing where a command takes nothing', line: 'migrate ', offers: [] },
];

beforeAll(() => {
  mkdirSync(join(cwd, 'work'));
  mkdirSync(join(cwd, 'work/logs'));
  mkdirSync(join(cwd, 'work/reports'));
  writeFileSync(join(cwd, 'work/day.ndjson'), '');
});

describe.each(SHELLS.map((shell) => ({ shell, name: shell.name })))(
  'completion in $name',
  ({ shell, name }) => {
    describe.skipIf(!isInstalled(name))('with the script that the command prints', () => {
      const script = join(cwd, `payin-recon.${name}`);
      const complete = (line: string) => shell.complete(`payin-recon ${line}`, script, join(cwd, 'work'));

      beforeAll(async () => {
        const { code, stdout, stderr } = await run(['completion', name], { cwd });
        expect(stderr).toBe('');
        expect(code).toBe(0);
        writeFileSync(script, stdout);
      });

      it.each(CASES)('offers $about', ({ line, offers }) => {
        expect(complete(line)).toEqual([...offers].sort());
      });

      it.each(commands)("offers the program's options and those of $name", ({ name: command, options }) => {
        const names = new Set([...options, ...common].map((option) => `--${option.name}`));
        expect(complete(`${command} --`)).toEqual([...names].sort());
      });
    });
  },
);

describe('what completion, man page and help are made of', () => {
  it('is every command that has a file', () => {
    const loaded = [...readCode('src/cli/commands/all.ts').matchAll(/\bimport\('\.\/([^']+)'\)/g)];
    const files = filesBelow('src/cli/commands', /\.ts$/).filter((path) =>
      /^export async function handler|: CommandCode \{$/m.test(readCode(path)),
    );
    expect(
      loaded.map(([, path]) => `src/cli/commands/${path}`).sort(),
      'Name its file in src/cli/commands/all.ts',
    ).toEqual(files);
  });

  it.each(commands.filter(({ name }) => name !== 'help'))(
    'are the options and places that --help of $name shows',
    async ({ name, options, positionals }) => {
      const { stdout } = await run([...name.split(' '), '--help'], { cwd });
      const shown = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map((match) => match[1]!);
      const described = new Set([...options, ...common].map((option) => option.name));
      expect([...described].sort()).toEqual([...shown].sort());
      for (const positional of positionals)
        expect(stdout).toMatch(new RegExp(`^ {2}${positional.name}\\b`, 'm'));
    },
  );
});
