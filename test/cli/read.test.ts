import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow, readCsvText } from '../export/books.ts';
import { readZip } from '../export/workbook/read-zip.ts';
import { onEngines } from '../support/engines.ts';
import { PLAIN_REPORTS } from '../support/plain-reports.ts';
import { payInLine } from '../support/records.ts';
import { ended, run, start } from './command.ts';
import { DAY, DAY_AFTER, LINES, toPast, workingFolder, writeLog } from './past-day.ts';

/** Numbers that a program could take for something else. */
const ODD_NUMBERS = ['0012345678', '12E4567890'];
const SAME_NUMBER = toPast(payInLine({ merchantId: 'M0009', tradeNo: 'T9', orderNo: 'ORDER00001' }));

onEngines('what a store knows', (engine) => {
  let cwd: string;
  let environment: Readonly<Record<string, string>>;
  const say = (...words: string[]) => run(words, { cwd, environment });

  beforeAll(async () => {
    cwd = workingFolder(afterAll);
    const odd = ODD_NUMBERS.map((orderNo) => toPast(payInLine({ orderNo, tradeNo: `T${orderNo}` })));
    writeLog(join(cwd, 'logs/odd.ndjson'), [...odd, SAME_NUMBER]);
    environment = (await engine.database()).environment;
    await say('reconcile', '--date', DAY, '--as-of', DAY_AFTER, '--in', 'logs');
  });

  it('is told of one order: every merchant that has the number, in time order, to the log line', async () => {
    const { code, stdout, stderr } = await say('order', 'ORDER00001');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('Order ORDER00001 of merchant M0001\nMATCHED');
    expect(stdout).toContain('Order ORDER00001 of merchant M0009\nSTUCK');
    expect(stdout).toMatch(/2024-11-19T13:05:00Z +request .*PIX.*logs\/day\.ndjson:1$/m);
    expect(stdout).toMatch(/2024-11-19T13:06:02Z +callback .*SUCCESS.*logs\/day\.ndjson:2$/m);
    const own = stdout.slice(0, stdout.indexOf('of merchant M0009'));
    const times = [...own.matchAll(/^(\d{4}-\S+Z) /gm)].map((match) => match[1]!);
    expect(times.length).toBeGreaterThanOrEqual(5);
    expect([...times].sort()).toEqual(times);
  });

  it('is reported to standard output as a published version had it, to the byte', async () => {
    const { code, stdout, stderr } = await say(
      'report',
      'orders',
      '--date',
      DAY,
      '--region',
      'BR',
      '--version',
      '1',
    );
    expect(code).toBe(0);
    expect(stderr).toBe('');
    const published = join(cwd, 'payin-recon-reports', DAY, 'BR/v1/orders.csv');
    expect(stdout).toBe(readFileSync(published, 'utf8'));
  });

  it.each(['', `${DAY}/BR/v1`, `${DAY}/BR`, `${DAY}/BR/v1/mine`])(
    'is not reported into the folder of published reports: %s',
    async (below) => {
      const reports = join(cwd, 'payin-recon-reports');
      const before = filesBelow(reports);
      const { code, stderr } = await say('report', '--date', DAY, '--out', join(reports, below));
      expect(code).toBe(4);
      expect(stderr).toContain('error FOLDER_NOT_WRITABLE: ');
      expect(stderr).toContain('Name a folder for these files that is not the folder of reports.');
      expect(filesBelow(reports)).toEqual(before);
    },
  );

  it('is reported as of now, with nothing published and nothing kept', async () => {
    const before = filesBelow(join(cwd, 'payin-recon-reports'));
    const { code, stdout } = await say('report', 'orders', '--date', DAY, '--region', 'BR');
    expect(code).toBe(0);
    // Stuck the morning after, given up by now.
    expect(stdout).toMatch(/ORDER00002,.*,EXPIRED,/);
    expect(filesBelow(join(cwd, 'payin-recon-reports'))).toEqual(before);
    const again = await say('report', 'orders', '--date', DAY, '--region', 'BR', '--version', '1');
    expect(again.stdout).toMatch(/ORDER00002,.*,STUCK,/);
  });

  if (!engine.isEnough) return;

  it('is told of one merchant’s order, to machines too', async () => {
    const { code, stdout } = await say('order', 'ORDER00001', '--merchant', 'M0009', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { order_no: 'ORDER00001', merchant_id: 'M0009', verdict: { business_date: DAY, region: 'BR' } },
    ]);
  });

  it('is found by a number that looks like one to count with', async () => {
    const { code, stdout } = await say('order', ODD_NUMBERS[0]!);
    expect(code).toBe(0);
    expect(stdout).toContain(`Order ${ODD_NUMBERS[0]} of merchant M0001`);
  });

  it.each([['ORDER00001', '--merchant', 'm0001'], [ODD_NUMBERS[0]!.slice(2)]])(
    'is found by number and merchant as they stand only: %s',
    async (...words) => {
      const { code, stdout, stderr } = await say('order', ...words);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain('error ORDER_UNKNOWN: ');
      expect(stderr).toContain(`where:    ${words[0]}`);
    },
  );

  it('is not reported of a version that was never published', async () => {
    const { code, stdout, stderr } = await say('report', 'orders', '--date', DAY, '--version', '3');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('error NOTHING_REPORTED: ');
    expect(stderr).toContain(`where:    ${DAY}, version 3`);
  });

  it('is reported for all regions under one header, and for one merchant', async () => {
    const { stdout } = await say('report', 'orders', '--date', DAY, '--version', '1');
    const rows = stdout.split('\r\n');
    expect(rows.filter((row) => row.startsWith('business_date,'))).toHaveLength(1);
    expect(rows.filter((row) => row.startsWith(`${DAY},BR,`))).toHaveLength(6);
    expect(rows.filter((row) => row.startsWith(`${DAY},EG,`))).toHaveLength(1);
    const one = await say('report', 'orders', '--date', DAY, '--version', '1', '--merchant', 'M0009');
    expect(one.stdout.split('\r\n').slice(1, -1)).toEqual([expect.stringContaining(',M0009,')]);
  });

  it('gives rows, or the files it wrote, as JSON', async () => {
    const words = ['report', 'orders', '--date', DAY, '--version', '1'];
    const rows = readCsvText((await say(...words)).stdout);
    const told = JSON.parse((await say(...words, '--json')).stdout);
    expect(told.map((row: Record<string, string | null>) => row['order_no'])).toEqual(
      rows.map((row) => row['order_no']),
    );
    expect(Object.keys(told[0])).toEqual(Object.keys(rows[0]!));
    const written = JSON.parse((await say(...words, '--json', '--out', 'told')).stdout);
    expect(written.files.map(({ rows: count }: { rows: number }) => count)).toEqual([6, 1]);
    const none = await say('report', 'orphan-callbacks', '--date', '2024-11-01', '--json');
    expect(JSON.parse(none.stdout)).toEqual([]);
  });

  it('is reported into a folder, every report of every region', async () => {
    const { code, stdout } = await say('report', '--date', DAY, '--version', '1', '--out', 'all');
    expect(code).toBe(0);
    const names = PLAIN_REPORTS.map(({ name }) => `${name}.csv`).sort();
    expect(filesBelow(join(cwd, 'all', DAY))).toEqual(
      ['BR', 'EG'].flatMap((region) => names.map((name) => `${region}/${name}`)),
    );
    expect(stdout).toContain('orders.csv (6 rows)');
  });

  it('is reported for Excel too, and as a workbook, as a version had it', async () => {
    const words = ['report', 'orders', '--date', DAY, '--region', 'BR', '--version', '1'];
    const excel = await say(...words, '--profile', 'excel-br');
    expect(excel.stdout).toMatch(/^\ufeffbusiness_date;region;/);
    expect(excel.stdout).toContain('19/11/2024;BR;"=""M0001""";');
    const book = ['report', '--date', DAY, '--region', 'BR', '--version', '1', '--out', 'books'];
    const { code, stdout } = await say(...book, '--format', 'xlsx');
    expect(code).toBe(0);
    expect(stdout).toContain('orders.xlsx (6 rows)');
    const parts = readZip(readFileSync(join(cwd, 'books', DAY, 'BR/orders.xlsx')));
    expect(parts.get('xl/worksheets/sheet1.xml')!.toString('utf8')).toContain('>0012345678<');
  });

  it('is summed by day of payment, as table, CSV and JSON', async () => {
    const { code, stdout } = await say('total', '--paid-date', DAY);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Paid date +Region +Method +Currency +Orders +Paid +Refunded +Unreadable$/m);
    const rows = readCsvText((await say('total', '--month', '2024-11', '--csv')).stdout);
    const told = JSON.parse((await say('total', '--month', '2024-11', '--json')).stdout);
    expect(told).toMatchObject({ from: '2024-11-01', to: '2024-11-30' });
    expect(told.days.map((day: Record<string, string>) => day['paid_minor'])).toEqual(
      rows.map((row) => row['paid_minor']),
    );
    const pix = readCsvText((await say('total', '--month', '2024-11', '--csv', '--method', 'PIX')).stdout);
    expect(pix).toEqual(rows.filter((row) => row['payment_method'] === 'PIX'));
    expect(pix.length).toBeGreaterThan(0);
    const both = await say('total', '--paid-date', DAY, '--month', '2024-11');
    expect(both.stderr).toContain('both --paid-date and --month');
    const never = await say('total', '--paid-date', '2024-11-31');
    expect(never.stderr).toContain('where:    --paid-date');
  });

  it('is no trouble to a reader that stops reading', async () => {
    const child = start(['report', 'orders', '--date', DAY, '--version', '1'], { cwd, environment });
    const end = ended(child);
    child.stdout!.destroy();
    const { code, stderr } = await end;
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });
});

onEngines('ingest', (engine) => {
  it('reads a folder, and a file that did not change not again', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const first = await run(['ingest', 'logs'], { cwd, environment });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('Read 1 file, 7 records: 6 accepted, 0 duplicate, 1 rejected.');
    expect(first.stdout).toContain('logs/day.ndjson: 1 line rejected, see rejected-records.csv');

    writeLog(join(cwd, 'logs/more.ndjson'), [LINES[0]!, toPast(payInLine({ orderNo: 'ORDER00099' }))]);
    const second = await run(['ingest', 'logs', '--json'], { cwd, environment });
    expect(JSON.parse(second.stdout).sources).toMatchObject([
      { name: 'logs/day.ndjson', records: 0, unchanged: true },
      { name: 'logs/more.ndjson', records: 2, accepted: 1, duplicate: 1, rejected: 0, unchanged: false },
    ]);
    expect(existsSync(join(cwd, 'payin-recon-reports'))).toBe(false);
  });
});

onEngines('migrate', (engine) => {
  it('lays out the database once, and the second time says that it is up to date', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database('empty');
    const first = await run(['migrate'], { cwd, environment });
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('applied 000001_');
    const second = await run(['migrate'], { cwd, environment });
    expect(second.stdout).toMatch(/: up to date\.\n$/);
    const machine = await run(['migrate', '--json'], { cwd, environment });
    expect(JSON.parse(machine.stdout)).toMatchObject({ applied: [] });
  });
});

onEngines('job run nightly', (engine) => {
  it('reads the folders of the settings and publishes the date for the region that is named', async () => {
    const cwd = workingFolder();
    const { environment } = await engine.database();
    const { code, stdout, stderr } = await run(['job', 'run', 'nightly', '--date', DAY, '--region', 'EG'], {
      cwd,
      environment: { ...environment, PAYIN_RECON_INGEST_FOLDERS: 'logs', PAYIN_RECON_OUT: 'nightly' },
    });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toContain('Read 1 file, 7 records');
    expect(stdout).toContain(`nightly/${DAY}/EG/v1 (new)`);
    expect(filesBelow(join(cwd, 'nightly')).every((name) => name.startsWith(`${DAY}/EG/`))).toBe(true);
  });
});

describe('the database', () => {
  it('is the folder .payin-recon of the working folder where nothing else is said', async () => {
    const cwd = workingFolder();
    const { code } = await run(['migrate'], { cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, '.payin-recon/database/PG_VERSION'))).toBe(true);
    expect(existsSync(join(cwd, '.payin-recon/lock'))).toBe(false);
  });
});
