import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesBelow, readCsvText } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { payInLine } from '../support/records.ts';
import { run } from './command.ts';
import { DAY, DAY_AFTER, toPast, workingFolder, writeLog } from './past-day.ts';

const SAME_NUMBER = toPast(payInLine({ merchantId: 'M0009', tradeNo: 'T9', orderNo: 'ORDER00001' }));

onEngines('a report of several dates', (engine) => {
  let cwd: string;
  let environment: Readonly<Record<string, string>>;
  const say = (...words: string[]) => run(words, { cwd, environment });

  beforeAll(async () => {
    cwd = workingFolder(afterAll);
    writeLog(join(cwd, 'logs/same.ndjson'), [SAME_NUMBER]);
    environment = (await engine.database()).environment;
    await say('reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs');
  });

  it('has facts under one header, everything into folders', async () => {
    const words = ['--from', '2024-11-18', '--to', DAY, '--merchant', 'M0009'];
    const { stdout } = await say('report', 'orders', ...words);
    expect(stdout.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining(`${DAY},BR,M0009,`)]);
    const byDate = [...words, '--region', 'BR', '--by-date', '--out'];
    const folders = await say('report', ...byDate, 'several', '--empty');
    expect(folders.code).toBe(0);
    const rowsOf = (date: string) =>
      readFileSync(join(cwd, 'several', date, 'BR/orders.csv'), 'utf8')
        .split('\r\n')
        .slice(1, -1).length;
    expect(['2024-11-18', DAY].map(rowsOf)).toEqual([0, 1]);
    expect(filesBelow(join(cwd, 'several'))).toHaveLength(2 * PLAIN_REPORTS.length);
    await say('report', ...byDate, 'few');
    expect(filesBelow(join(cwd, 'few'))).toContain(`${DAY}/BR/orders.csv`);
    expect(filesBelow(join(cwd, 'few'))).not.toContain('2024-11-18/BR/orders.csv');
  });

  it('is one file with the date last, and none is empty', async () => {
    const words = ['report', '--from', '2024-11-18', '--to', DAY, '--out', 'range'];
    mkdirSync(join(cwd, 'range'));
    writeFileSync(join(cwd, 'range/amount-mismatches.csv'), 'of an earlier time');
    const { code, stdout } = await say(...words);
    expect(code).toBe(0);
    const rowsOf = (name: string) => readCsvText(readFileSync(join(cwd, 'range', name), 'utf8'));
    const whole = readCsvText((await say('report', 'orders', ...words.slice(1, 5))).stdout);
    expect(rowsOf('orders.csv')).toEqual(whole.map((row) => ({ ...row, report_date: row['business_date'] })));
    const findings = rowsOf('findings.csv');
    expect(new Set(findings.map((row) => row['report_date']))).toEqual(new Set([DAY]));
    expect(Object.keys(findings[0]!).at(-1)).toBe('report_date');
    expect(rowsOf('rejected-records.csv')).toHaveLength(1);

    const names = filesBelow(join(cwd, 'range'));
    expect(names).not.toContain('amount-mismatches.csv');
    const rows = names.map((name) => rowsOf(name).length);
    expect(rows).not.toContain(0);
    const all = rows.reduce((sum, count) => sum + count, 0);
    expect(stdout).toContain(`orders.csv (${whole.length} rows)\n`);
    expect(stdout).toContain(
      `${names.length} files, ${all} rows. ${PLAIN_REPORTS.length - names.length} files without rows left out`,
    );
    await say(...words, '--empty');
    expect(filesBelow(join(cwd, 'range'))).toEqual(PLAIN_REPORTS.map(({ name }) => `${name}.csv`).sort());
    const aimless = await say(...words.slice(0, 5), '--by-date');
    expect(aimless.stderr).toContain('where:    --by-date');
  });

  it('goes to standard output as into the file, with each row once', async () => {
    const dates = ['--from', '2024-11-18', '--to', DAY];
    await say('report', ...dates, '--out', 'both', '--empty');
    for (const name of ['findings', 'stuck-orders', 'roll-forward', 'callback-delays', 'restatement']) {
      const { stdout } = await say('report', name, ...dates);
      expect(stdout, name).toBe(readFileSync(join(cwd, `both/${name}.csv`), 'utf8'));
      const json = await say('report', name, ...dates, '--json');
      expect(JSON.parse(json.stdout), name).toHaveLength(readCsvText(stdout).length);
    }
    const rejected = readCsvText((await say('report', 'rejected-records', ...dates)).stdout);
    expect(rejected).toHaveLength(1);
    const later = (await say('report', 'findings', '--date', DAY)).stdout;
    const rows = readCsvText((await say('report', 'findings', ...dates)).stdout);
    expect(rows.map(({ report_date: _, ...row }) => row)).toEqual(readCsvText(later));
    expect(rows.length).toBeGreaterThan(0);
  });
});
