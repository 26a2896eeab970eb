import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PROGRAM, run } from './command.ts';
import { DAY, DAY_AFTER, workingFolderWithStore } from './past-day.ts';
import { onTerminal } from './terminal.ts';

const SHOWING = fileURLToPath(new URL('show-progress.ts', import.meta.url));
const THREE_DATES = [
  'reconcile',
  '--from',
  '2024-11-17',
  '--to',
  DAY,
  '--as-of',
  DAY_AFTER,
  '--in',
  'logs/day.ndjson',
];

/** What a terminal showed of a program, and what came on standard output, which went elsewhere. */
async function shownOf(words: readonly string[], cwd: string): Promise<{ shown: string; stdout: string }> {
  const output = join(temporaryFolder(), 'stdout');
  const { code, shown } = await onTerminal(words, cwd, output);
  expect(code, shown).toBe(0);
  return { shown, stdout: readFileSync(output, 'utf8') };
}

describe('progress on a terminal', () => {
  it('is one line that moves, on standard error, and is gone at the end', async () => {
    const cwd = workingFolderWithStore();
    const { shown, stdout } = await shownOf([PROGRAM, ...THREE_DATES], cwd);
    const [, ...lines] = shown.split('\r\u001b[K');
    expect(lines[0]).toBe('Reading: 0.0 MB of 0.0 MB (0 %)');
    expect(lines).toContain('Judging what is new or open …');
    expect(lines).toContain('Publishing: 0 of 3 dates (0 %)');
    expect(lines.find((line) => line.startsWith('Publishing: 3 of 3 dates (100 %), '))).toMatch(
      / dates\/s, 0 s left$/,
    );
    expect(lines.at(-1)).toBe('');
    expect(stdout).toContain('Reconciled 2024-11-17 to 2024-11-19');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('Publishing');
  });

  it('is silent with --json', async () => {
    const cwd = workingFolderWithStore();
    const { shown, stdout } = await shownOf([PROGRAM, ...THREE_DATES, '--json'], cwd);
    expect(shown).toBe('');
    expect(JSON.parse(stdout).versions).toHaveLength(6);
  });

  it('shows the bytes of files as well, and what has no known end', async () => {
    const { shown } = await shownOf([SHOWING], temporaryFolder());
    const lines = shown.split('\r\u001b[K');
    expect(lines).toContain('Reading: 0.0 MB of 40.0 MB (0 %)');
    expect(lines.some((line) => line.startsWith('Reading: 40.0 MB of 40.0 MB (100 %), '))).toBe(true);
    expect(lines).toContain('Waiting …');
  });
});

describe('progress elsewhere', () => {
  it('is a plain line on standard error for each date that is done', async () => {
    const cwd = workingFolderWithStore();
    const { stdout, stderr } = await run(THREE_DATES, { cwd });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.slice(-3)).toEqual(
      ['2024-11-17', '2024-11-18', DAY].map((date) => `${date}: BR v1 new, EG v1 new`),
    );
    expect(stdout).not.toContain('BR v1 new');
  });

  it('is silent for a single date, and with --json', async () => {
    const cwd = workingFolderWithStore();
    const one = await run(['reconcile', '--date', DAY, '--as-of', DAY_AFTER], { cwd });
    expect(one.stderr).toBe('');
    const machine = await run([...THREE_DATES, '--json'], { cwd });
    expect(machine.stderr).toBe('');
  });

  it('is a plain line for each file', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SHOWING]);
    expect(stderr).toBe('first.ndjson\nsecond.ndjson\n');
    expect(stdout).toBe('');
  });
});
