/** Words of a command line that look like options, and a working directory that is gone. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PROGRAM, run } from './command.ts';
import { LINES, writeLog } from './past-day.ts';

const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-words-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('a word that looks like an option', () => {
  it.each([
    [['findings', 'list', '-'], 'unknown word -\n'],
    [['findings', 'list', '--', '-'], 'unknown word -\n'],
    [['report', '-'], 'found:    -\n'],
    [['report', '--', '-'], 'found:    -\n'],
    [['-'], 'unknown command -\n'],
    [['findings', '-'], 'unknown command -\n'],
    [['findings', 'list', '--', 'more'], 'unknown word more\n'],
    [['findings', 'list', '--', '--csv'], 'unknown word --csv\n'],
    [['findings', 'list', '--json', '--', '--limit=x', '--'], 'unknown word --limit=x\n'],
    [['report', '--', '--date'], 'found:    --date\n'],
    [['ingest', '--'], 'not given'],
    [['ingest', '--complete-until', '--', 'x'], 'no value'],
  ])('is named as it was typed: %j', async (words, said) => {
    const { code, stdout, stderr } = await run(words, { cwd });
    expect(stderr).toContain('error USAGE: ');
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/\0|\\u0000/);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('words after --', () => {
  it('are files, whatever they begin with', async () => {
    const folder = temporaryFolder();
    for (const [at, name] of ['-rf.ndjson', 'up.ndjson', '--json'].entries())
      writeLog(join(folder, name), [LINES[at]!]);
    const read = async (...words: string[]) => {
      const { code, stdout, stderr } = await run(words, { cwd: folder, input: '' });
      expect(code, stderr).toBe(0);
      return stdout;
    };
    expect(await read('ingest', '--', '-rf.ndjson')).toMatch(/^Read 1 file, 1 record: /);
    expect(await read('ingest', 'up.ndjson', '--', '--json')).toMatch(/^Read 2 files, 2 records: /);
  });
});

describe('a working directory that is gone', () => {
  it.each([['findings', 'list'], ['--version'], ['serve']])('is a fault with exit code 4: %s', (...words) => {
    const gone = join(cwd, 'gone');
    mkdirSync(gone);
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, 'sh', gone, process.execPath, PROGRAM, ...words],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('error SOURCE_NOT_FOUND: ');
    expect(stderr).toContain('where:    working directory\n');
    expect(stderr).toContain('found:    it was removed\n');
    expect(stderr).toMatch(/\n {2}to do: {4}Change to a folder /);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect([status, stdout]).toEqual([4, '']);
  });
});
