/** What evidence can do to a terminal that a report is printed to: nothing. Files and pipes have it as it is. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keptSteps, showProgress } from '../../src/cli/show-progress.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { PROGRAM, run } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolderWithStore, writeLog } from './past-day.ts';
import { onTerminal } from './terminal.ts';

const HOSTILE = 'BR\u001b[2J\u009b1m\u202e001';
const ESCAPED = 'BR\\u001b[2J\\u009b1m\\u202e001';

it('a report on a terminal shows escape sequences of evidence as text, and a pipe gets them as they are', async () => {
  const cwd = workingFolderWithStore();
  const lines = [
    payInLine({ orderNo: HOSTILE, tradeNo: 'T9' }),
    callbackLine({ orderNo: HOSTILE, tradeNo: 'T9', amount: '100' }),
  ];
  writeLog(join(cwd, 'logs/hostile.ndjson'), lines.map(toPast));
  const made = await run(['reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs'], { cwd });
  expect(made.stderr).not.toContain('error');
  for (const words of [
    ['report', 'orders', '--date', DAY],
    ['report', 'orders', '--date', DAY, '--json'],
    ['findings', 'list', '--csv'],
  ]) {
    const piped = await run(words, { cwd });
    expect(piped.code, piped.stderr).toBe(0);
    const isJson = words.includes('--json');
    expect(piped.stdout).toContain(isJson ? HOSTILE.replace('\u001b', '\\u001b') : HOSTILE);
    const { code, shown } = await onTerminal([PROGRAM, ...words], cwd);
    expect(code, shown).toBe(0);
    expect(shown).toContain(ESCAPED);
    expect(shown).not.toMatch(/[\u001b\u009b\u202e]/);
    if (isJson) expect(JSON.parse(shown)).toEqual(JSON.parse(piped.stdout));
    else expect(shown.split('\n')).toHaveLength(piped.stdout.split('\n').length);
  }
});

it('names of files cannot forge lines: they are escapes where files are listed, and as they are in JSON', async () => {
  const cwd = workingFolderWithStore();
  const name = 'day\u001b]0;x\u0007\u202e\nReconciled 2024-11-19: all well.ndjson';
  writeLog(join(cwd, 'logs', name), ['no record', toPast(payInLine({ orderNo: 'BR0002', tradeNo: 'T2' }))]);
  const { code, stdout, stderr } = await run(['ingest', 'logs'], { cwd });
  expect(code, stderr).toBe(0);
  const escaped = name.replace(
    /[\u0000-\u001f\u202e]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  for (const text of [stdout, stderr]) {
    expect(text).toContain(escaped);
    expect(text).not.toMatch(/[\u001b\u0007\u202e]|^Reconciled/m);
  }
  const json = await run(['ingest', 'logs', '--json'], { cwd });
  expect(JSON.parse(json.stdout).sources.map((source: { name: string }) => source.name)).toContain(
    `logs/${name}`,
  );
});

it('a step that an interrupted command has kept is one line', () => {
  showProgress({ silent: true }).done('day\n\u001b[2J.ndjson: 1 accepted');
  expect(keptSteps()).toEqual(['day\\u000a\\u001b[2J.ndjson: 1 accepted']);
});
