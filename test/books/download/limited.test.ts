/** What a reader downloads who may see only some merchants: their rows, and no cell about another's orders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DownloadSource } from '../../../src/books/download/download.ts';
import { findingsDownload } from '../../../src/books/download/findings-download.ts';
import { rangeDownload, reportDownload } from '../../../src/books/download/report-download.ts';
import { versionArchive } from '../../../src/books/download/version-archive.ts';
import { versionWorkbook } from '../../../src/books/download/version-workbook.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { DATE, feed, publish, readCsv } from '../../export/books.ts';
import { type PublishedDay, publishDay } from '../../export/simulated-day.ts';
import { readZip } from '../../export/workbook/read-zip.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { bytesOf, reportNamed, sourceOf, textOf } from './downloads.ts';

const OWN = 'M0001';
const OTHER = 'M0777';
const unsigned = (line: string) => line.replace('"verified":true', '"verified":false');

/** The same order of two merchants, changed after the first version, and unsigned callbacks of both. */
const SECRET = 'SECRET0001';
const FIRST = [
  payInLine({ merchantId: OTHER, orderNo: SECRET, tradeNo: 'S1' }),
  unsigned(callbackLine({ merchantId: OTHER, orderNo: 'SECRET0002', tradeNo: 'S2' })),
  unsigned(callbackLine({ merchantId: OWN, orderNo: 'OWN0000002', tradeNo: 'S3' })),
  payInLine({ merchantId: OWN, orderNo: 'OWN0000001', tradeNo: 'S4' }),
];
const LATER = [
  callbackLine({ merchantId: OTHER, orderNo: SECRET, tradeNo: 'S1', at: '2026-11-20T14:00:00Z' }),
  callbackLine({ merchantId: OWN, orderNo: 'OWN0000001', tradeNo: 'S4', at: '2026-11-20T14:00:00Z' }),
];

onEngines('a reader of one merchant', (engine) => {
  let day: PublishedDay;
  let source: DownloadSource;
  let foreign: Set<string>;
  beforeAll(async () => {
    day = await publishDay(engine);
    await feed(day.store, join(day.folder, 'first.ndjson'), FIRST);
    await publish(day.store, day.out);
    await feed(day.store, join(day.folder, 'later.ndjson'), LATER, '2026-11-20T14:30:00Z');
    await publish(day.store, day.out, '2026-11-20T15:00:00Z');
    source = sourceOf(day.store, day.out);
    const orders = readdirSync(join(day.out, DATE)).flatMap((region) =>
      readCsv(join(day.out, DATE, region, 'latest/orders.csv')),
    );
    const own = new Set(orders.filter((row) => row['merchant_id'] === OWN).flatMap(numbersOf));
    foreign = new Set(
      orders
        .filter((row) => row['merchant_id'] !== OWN)
        .flatMap(numbersOf)
        .filter((number) => !own.has(number) && number.length > 3),
    );
    foreign.add('SECRET0002');
  });
  const limit = { date: DATE, region: 'BR', merchants: [OWN] };
  /** Numbers of other merchants' orders that a text mentions. */
  const mentioned = (text: string) =>
    [...new Set(text.split(/[^\p{L}\p{N}_.-]+/u))].filter((word) => foreign.has(word));

  it('has others beside it, whose orders the published files mention', () => {
    expect(foreign.size).toBeGreaterThan(50);
    const published = readFileSync(join(day.out, DATE, 'BR/latest/rejected-records.csv'), 'utf8');
    expect(mentioned(published)).toContain('SECRET0002');
    expect(
      readFileSync(join(day.out, DATE, 'BR/latest/restatement.csv'), 'utf8').split(SECRET).length,
    ).toBeGreaterThan(2);
  });

  describe.each(PLAIN_REPORTS)('of $name', (report) => {
    it('gets the rows of its merchant, and no order of another', async () => {
      const text = await textOf(await reportDownload(source, { ...limit, report, form: STANDARD }));
      expect(mentioned(text)).toEqual([]);
      const rows = rowsOf(text);
      expect(Object.keys(rows[0] ?? {}).length).toBe(rows.length === 0 ? 0 : report.columns.length);
      if (!report.columns.some(({ name }) => name === 'merchant_id')) return;
      const published = readCsv(join(day.out, DATE, 'BR/latest', `${report.name}.csv`));
      expect(rows).toEqual(published.filter((row) => row['merchant_id'] === OWN));
    });

    it('gets no row if it may see no merchant', async () => {
      const none = { ...limit, merchants: [], report, form: STANDARD };
      expect(rowsOf(await textOf(await reportDownload(source, none)))).toEqual([]);
    });
  });

  it('gets its unsigned callbacks without a pay-in record, and no rejected line', async () => {
    const report = reportNamed('rejected-records');
    const rows = rowsOf(await textOf(await reportDownload(source, { ...limit, report, form: STANDARD })));
    expect(rows.map((row) => row['reason'])).toEqual(rows.map(() => 'unverified'));
    expect(rows.map((row) => row['detail'])).toContainEqual(expect.stringContaining('OWN0000002'));
  });

  it('gets sums and delays of its own orders', async () => {
    const get = async (name: string) =>
      rowsOf(
        await textOf(await reportDownload(source, { ...limit, report: reportNamed(name), form: STANDARD })),
      );
    const sum = (rows: readonly Row[], name: string) =>
      rows.reduce((total, row) => total + Number(row[name]), 0);
    const orders = (await get('orders')).filter(({ outcome }) => outcome !== 'ORPHAN');
    expect(sum(await get('roll-forward'), 'requested_orders')).toBe(orders.length);
    const payments = await get('payments');
    const days = (await get('callback-delays')).filter(({ hour }) => hour === '');
    expect(sum(days, 'callback_count')).toBeLessThanOrEqual(payments.length);
    expect(sum(days, 'callback_count')).toBeGreaterThan(0);
  });

  it('gets the same from the archive, which has no manifest, and from the workbook', async () => {
    const archive = readZip(await bytesOf(await versionArchive(source, limit)));
    expect([...archive.keys()]).toEqual([...PLAIN_REPORTS.map(({ name }) => `${name}.csv`), 'README.txt']);
    for (const report of PLAIN_REPORTS) {
      const alone = await bytesOf(await reportDownload(source, { ...limit, report, form: STANDARD }));
      expect(archive.get(`${report.name}.csv`)!.equals(alone), report.name).toBe(true);
    }
    expect(archive.get('README.txt')!.toString()).toContain(OWN);
    const workbook = readZip(await bytesOf(await versionWorkbook(source, { ...limit, profile: 'standard' })));
    const sheets = [...workbook].filter(([name]) => name.includes('worksheets/'));
    expect(sheets.length).toBe(PLAIN_REPORTS.length + 1);
    for (const [name, content] of sheets) expect(mentioned(content.toString()), name).toEqual([]);
  });

  it('gets the same over several dates, and of the findings', async () => {
    for (const report of PLAIN_REPORTS) {
      const range = { report, form: STANDARD, from: DATE, to: DATE, regions: ['BR', 'EG', ''] };
      const text = await textOf(await rangeDownload(source, { ...range, merchants: [OWN] }));
      expect(mentioned(text), report.name).toEqual([]);
    }
    const findings = await textOf(
      await findingsDownload(source, { filter: { merchants: [OWN] }, form: STANDARD }),
    );
    expect(mentioned(findings)).toEqual([]);
    const all = rowsOf(await textOf(await findingsDownload(source, { filter: {}, form: STANDARD })));
    expect(rowsOf(findings)).toEqual(all.filter((row) => row['merchant_id'] === OWN));
    expect(rowsOf(findings).length).toBeGreaterThan(0);
  });
});

type Row = Readonly<Record<string, string>>;

function rowsOf(text: string): Row[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

function numbersOf(row: Row): string[] {
  return [row['order_no']!, row['trade_no']!];
}
