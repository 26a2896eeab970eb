import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { REPORTS } from '../../reports/all.ts';
import { explain, LISTS, TOPIC_NAMES } from '../../src/cli/help-topics.ts';
import { FAULTS } from '../../src/errors.ts';
import { REJECTIONS } from '../../src/normalise/rejection.ts';
import { RULES } from '../../src/reconcile/rules/all.ts';
import { OUTCOMES } from '../../src/reconcile/rules/outcome.ts';
import { run } from './command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'payin-recon-help-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const say = (...words: string[]) => run(words, { cwd });

/** Text as it reads, wherever its lines end. */
const flowing = (text: string | undefined) => text?.replace(/\s+/g, ' ');

describe('help NAME', () => {
  it('explains one finding: severity, meaning, when it holds, whether it blocks a match, what to do', async () => {
    const { code, stdout, stderr } = await say('help', 'AMOUNT_MISMATCH');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toBe(`AMOUNT_MISMATCH, a finding of high severity

The amount that was paid is not the amount that was asked for.

Holds when: paid and requested amount differ by more than the currency's tolerance, in one currency;
reason unit_scale when one is exactly 100 times the other, else overpaid or underpaid.

It blocks a match: a paid order that has it is a MISMATCH.

To do: Compare both texts in amount-mismatches.csv. With the reason unit_scale, check amountUnit of
the region and run payin-recon renormalise. Otherwise collect or pay back the difference, then
resolve the finding.
`);
  });

  it('explains an error with its exit code and what to do, in small letters too', async () => {
    const { stdout } = await say('help', 'store-locked');
    expect(stdout).toBe(`STORE_LOCKED, an error, exit code 5

Another run is using this store.

To do: Wait until it has ended, then run the same command again. If its process is stopped (Ctrl-Z)
or hangs, continue or end it. If its machine is gone, end its connection on the server: select
pg_terminate_backend(…) with the server process.
`);
  });

  it('explains a report with the unit and meaning of every column', async () => {
    const { stdout } = await say('help', 'payments-summary');
    expect(stdout).toContain('payments-summary.csv, a report');
    expect(stdout).toContain(
      '  paid_minor (minor units of currency)\n      Sum of paid amounts, in minor units of currency\n',
    );
    const columns = REPORTS.find(({ name }) => name === 'payments-summary')!.columns;
    expect(stdout.match(/^ {2}\w+ \(.+\)$/gm)).toHaveLength(columns.length);
  });

  it('shows the help of a command', async () => {
    expect((await say('help', 'reconcile')).stdout).toBe((await say('reconcile', '--help')).stdout);
  });

  it('names the nearest for what it does not know, or where to look', async () => {
    const slip = await say('help', 'AMOUNT_MISMACH');
    expect(slip.code).toBe(2);
    expect(slip.stderr).toContain('expected: AMOUNT_MISMATCH\n');
    const unknown = await say('help', 'everything');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(`expected: ${LISTS.map(({ name }) => name).join(', ')}, or a name`);
  });
});

it('help alone, and --help, name every list', async () => {
  const { code, stdout } = await say('help');
  expect(code).toBe(0);
  for (const { name, title } of LISTS)
    expect(stdout).toMatch(new RegExp(`payin-recon help ${name} +${title}`));
  expect((await say('--help')).stdout).toBe(stdout);
});

describe('what help knows', () => {
  it.each([
    ['outcomes', Object.entries(OUTCOMES).flat()],
    ['findings', RULES.flatMap(({ code, severity, when }) => [code, severity, when])],
    ['rejections', Object.entries(REJECTIONS).flatMap(([name, { title, remedy }]) => [name, title, remedy])],
    ['reports', REPORTS.flatMap(({ name, title, grain }) => [name, title, grain])],
    ['errors', Object.entries(FAULTS).flatMap(([code, { title }]) => [code, title])],
    ['exit-codes', Object.keys(FAULTS)],
  ])('lists all of %s', (name, said) => {
    const text = flowing(explain(name, 100));
    for (const part of said) expect(text).toContain(part);
  });

  it('is every name of every list', () => {
    for (const name of [
      ...Object.keys(OUTCOMES),
      ...RULES.map(({ code }) => code),
      ...Object.keys(REJECTIONS),
      ...Object.keys(FAULTS),
      ...REPORTS.map((report) => report.name),
    ]) {
      expect(TOPIC_NAMES).toContain(name);
      expect(explain(name, 100)).toMatch(new RegExp(`(^|\n)${name}(\\.csv)?, `));
    }
  });

  it.each([60, 100])('keeps within %i columns', (width) => {
    const lines = TOPIC_NAMES.flatMap((name) => explain(name, width)!.split('\n'));
    const long = lines.filter((line) => line.length > width);
    expect(long).toEqual([]);
  });
});
