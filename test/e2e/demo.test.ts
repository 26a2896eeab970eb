import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/command.ts';
import { workingFolder } from '../cli/past-day.ts';
import { bytesBelow, filesBelow, readCsv } from '../export/books.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DATE = '2026-11-19';
const DEMO = ['demo', '--orders', '500'];
const FIRST = { TZ: 'UTC', LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' };
const SECOND = { TZ: 'Asia/Tokyo', LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8', LANGUAGE: 'ar' };

describe('the demo', () => {
  let cwd: string;
  let first: string;
  let second: string;
  let said: string;

  beforeAll(async () => {
    cwd = workingFolder(afterAll);
    for (const [name, environment] of [
      ['first', FIRST],
      ['second', SECOND],
    ] as const) {
      const { code, stdout, stderr } = await run(DEMO, { cwd, environment });
      expect(stderr).toBe('');
      expect(code).toBe(0);
      // The second empties the folder of the first.
      cpSync(join(cwd, 'payin-recon-demo/reports'), join(cwd, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
      said = stdout;
    }
    first = join(cwd, 'first');
    second = join(cwd, 'second');
  });

  it('writes the same bytes whenever, in whatever zone and language it runs, but for when files were read', () => {
    const isTimed = (name: string) => name.endsWith('rejected-records.csv') || name.endsWith('manifest.json');
    const [one, other] = [bytesBelow(first), bytesBelow(second)];
    expect(Object.keys(other)).toEqual(Object.keys(one));
    const differing = Object.keys(one).filter((name) => one[name] !== other[name]);
    expect(differing.filter((name) => !isTimed(name))).toEqual([]);
    for (const name of filesBelow(first).filter((path) => path.endsWith('rejected-records.csv'))) {
      const timeless = (folder: string) =>
        readCsv(join(folder, name)).map(({ read_at_utc: _, ...cells }) => cells);
      expect(timeless(second)).toEqual(timeless(first));
    }
    for (const region of ['BR', 'EG']) {
      const facts = (folder: string) => {
        const manifest = JSON.parse(readFileSync(join(folder, DATE, region, 'v1/manifest.json'), 'utf8'));
        const files = manifest.files.filter(({ name }: { name: string }) => name !== 'rejected-records.csv');
        return { ...manifest, files };
      };
      expect(facts(second)).toEqual(facts(first));
    }
  });

  it('says where the CSVs are, and they are there', () => {
    const folders = [...said.matchAll(/^ {2}(\S+) \(new\)$/gm)].map((match) => match[1]!);
    expect(folders).toEqual(['BR', 'EG'].map((region) => `payin-recon-demo/reports/${DATE}/${region}/v1`));
    for (const folder of folders) {
      expect(filesBelow(join(cwd, folder))).toHaveLength(PLAIN_REPORTS.length + 2);
      for (const name of filesBelow(join(cwd, folder)).filter((path) => path.endsWith('.csv'))) {
        expect(() => readCsv(join(cwd, folder, name))).not.toThrow();
      }
    }
  });

  it.each([{}, { DATABASE_URL: 'postgresql://127.0.0.1:1/elsewhere' }])(
    'gives a next command that works as it is shown, whatever the database: %j',
    async (environment) => {
      const order = /payin-recon (order \S+)/.exec(said)![1]!.split(' ');
      const data = /--data \S+/.exec(said)![0].replace(',', '').split(' ');
      const { code, stdout } = await run([...order, ...data], { cwd, environment });
      expect(code).toBe(0);
      expect(stdout).toContain(`Order ${order[1]}`);
    },
  );

  it.each(['BR', 'EG'])('has orders that add up to its summaries, and something to find: %s', (region) => {
    const rows = (name: string) => readCsv(join(first, DATE, region, 'latest', `${name}.csv`));
    const sum = (name: string, column: string) =>
      rows(name).reduce((total, row) => total + BigInt(row[column] || 0), 0n);
    const orders = rows('orders');
    expect(orders).toHaveLength(region === 'BR' ? 300 : 200);
    expect(sum('daily-summary', 'orders')).toBe(BigInt(orders.length));
    expect(sum('daily-summary', 'requested_minor')).toBe(sum('orders', 'requested_minor'));
    expect(sum('daily-summary', 'paid_minor')).toBe(sum('orders', 'paid_minor'));
    expect(sum('daily-summary', 'difference_minor')).toBe(sum('orders', 'difference_minor'));
    expect(sum('payments-summary', 'payments')).toBe(BigInt(rows('payments').length));
    expect(sum('payments-summary', 'paid_minor')).toBe(sum('payments', 'paid_minor'));
    const outcomes = new Set(orders.map(({ outcome }) => outcome));
    for (const outcome of ['MATCHED', 'MISMATCH', 'STUCK', 'REJECTED']) expect(outcomes).toContain(outcome);
    expect(rows('findings').length).toBeGreaterThan(0);
  });

  it('holds no personal data of payers', () => {
    const logs = readFileSync(join(cwd, 'payin-recon-demo/logs', `pay-ins-${DATE}-br.ndjson`), 'utf8');
    const payers = logs
      .trim()
      .split('\n')
      .slice(0, 100)
      .flatMap((line) => Object.values(JSON.parse(line).request.body.payer ?? {}))
      .filter((value): value is string => typeof value === 'string' && value.length >= 8);
    expect(payers.length).toBeGreaterThan(50);
    const reports = filesBelow(first)
      .filter((name) => name.endsWith('.csv'))
      .map((name) => readFileSync(join(first, name), 'utf8'))
      .join('');
    for (const value of payers) expect(reports).not.toContain(value);
  });
});

describe('a demo in a folder that holds something else', () => {
  it('is refused, and nothing there is touched', async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'mine'));
    writeFileSync(join(cwd, 'mine/thesis.txt'), 'years of work');
    const { code, stdout, stderr } = await run(['demo', '--out', 'mine'], { cwd });
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('thesis.txt');
    expect(stderr).toContain('to do:    Name an empty folder with --out.');
    expect(existsSync(join(cwd, 'mine/thesis.txt'))).toBe(true);
  });
});
