import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REPORTS } from '../../reports/all.ts';
import { type ReconcileResult, reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import { writeReportFiles } from '../../src/books/run/report-files.ts';
import { withScopes } from '../../src/books/run/scopes-on-request.ts';
import { reconcileText } from '../../src/books/run/summary-text.ts';
import { type Preview, previewReport } from '../../src/books/shown/preview-report.ts';
import { scopedVersion } from '../../src/books/shown/version-scope.ts';
import { verify } from '../../src/books/verify/verify.ts';
import { deviationsOf } from '../../src/books/verify/verify-text.ts';
import type { Store } from '../../src/database/store.ts';
import { readAtOnce } from '../../src/database/store-in-turn.ts';
import { STANDARD } from '../../src/export/profile.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { instant, readCsv } from '../export/books.ts';
import { publishedReports } from '../reconcile/run-scenario.ts';
import { onEngines } from '../support/engines.ts';
import { isUpdate } from '../support/golden.ts';

/** Relative, because reports name the files that rows were read from. */
const FOLDER = 'test/golden/statement-month';
const DATES = [
  '2026-11-10',
  '2026-11-11',
  '2026-11-16',
  '2026-11-17',

  '2026-11-30',
  '2026-12-01',
];
const SETTINGS = parseSettings(parse(readFileSync(join(FOLDER, 'settings.yaml'), 'utf8')));

type Row = Readonly<Record<string, string>>;

async function night(
  store: Store,
  out: string,
  files: readonly string[],
  at: string,
): Promise<ReconcileResult> {
  const paths = files.map((file) => join(FOLDER, file));
  await ingest(store, SETTINGS, { paths, readAt: instant(at) });
  return reconcileDates(store, SETTINGS, { dates: DATES, asOf: instant(at), startedAt: instant(at), out });
}

onEngines('a month that is closed with the statement and the bank', (engine) => {
  let out: string;
  let store: Store;
  let result: ReconcileResult;
  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), 'payin-recon-month-'));
    store = await engine.open();
    await night(store, out, ['pay-ins.ndjson', 'callbacks.ndjson'], '2026-12-03T09:00:00Z');
    result = await night(store, out, ['portal.csv', 'bank.csv'], '2026-12-04T12:00:00Z');
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const rowsOf = (date: string, report: string, version = 'latest') =>
    readCsv(join(out, date, 'BR', version, `${report}.csv`)) as Row[];
  const all = (report: string) => DATES.flatMap((date) => rowsOf(date, report));
  const sum = (rows: readonly Row[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column] === '' ? 0 : row[column]), 0);

  it('has the reports of its folder', () => {
    const expected = join(FOLDER, 'expected');
    const made = [...publishedReports(out)].filter(
      ([file]) => file.includes('/BR/') && (isFact(file) || file.startsWith(DATES.at(-1)!)),
    );
    if (isUpdate && engine.name === 'embedded') {
      rmSync(expected, { recursive: true, force: true });
      for (const [file, text] of made) {
        mkdirSync(dirname(join(expected, file)), { recursive: true });
        writeFileSync(join(expected, file), text);
      }
    }
    const files = readdirSync(expected, { recursive: true }).map(String);
    expect(made.map(([file]) => file).sort()).toEqual(files.filter((file) => file.endsWith('.csv')).sort());
    for (const [file, text] of made) expect(text, file).toBe(readFileSync(join(expected, file), 'utf8'));
  });

  it('closes from what was notified to what the statement says, each difference named by a finding', () => {
    const orders = all('orders');
    for (const row of orders) {
      const difference = Number(row['stated_minor'] || 0) - Number(row['paid_minor'] || 0);
      const named = row['findings']!.split(' ').some((code) => EXPLAINS.includes(code));
      expect([row['order_no'], difference !== 0], row['order_no']).toEqual([row['order_no'], named]);
    }
  });

  it('closes from the statement to the payouts, and from these to the bank', () => {
    const rows = all('statement');
    for (const payout of all('payouts').filter((row) =>
      ['PO-1111', 'PO-1117', 'PO-1201'].includes(row['payout_id']!),
    )) {
      const own = rows.filter((row) => row['payout_id'] === payout['payout_id']);
      expect(String(own.length)).toBe(payout['rows']);
      expect(sum(own, 'net_minor')).toBe(Number(payout['net_minor']));
      const { gross_minor: gross, fee_minor: fee, refunds_minor: refunds, net_minor: net } = payout;
      const isOff = own.some((row) => row['findings']!.includes('NET_MISMATCH'));
      expect(Number(gross) - Number(fee) - Number(refunds) === Number(net)).toBe(!isOff);
    }
    const booked = all('payouts').map((row) => [row['payout_id'], row['difference_minor'], row['booked_on']]);
    expect(booked).toEqual([
      ['PO-1110', '0', '2026-11-10'],
      ['PO-1111', '0', '2026-11-11'],
      ['PO-1117', '0', '2026-11-18'],
      ['', '', '2026-11-30'],
      ['PO-1201', '-100', '2026-12-02'],
    ]);
  });

  it('owes at the end of a date what it owed, plus what is new, less what was returned', () => {
    const last = rowsOf('2026-12-01', 'roll-forward')[0]!;
    expect(last['owed_closing_minor']).toBe('600');
    expect(sum(rowsOf('2026-12-01', 'refunds-due'), 'left_minor')).toBe(600);
    expect(rowsOf('2026-11-10', 'roll-forward')[0]).toMatchObject({
      owed_opening_minor: '0',
      owed_new_minor: '6000',
    });
  });

  it('is told by the summary, the manifest and --json, of versions with statements alone', () => {
    const text = reconcileText(result, { workingDirectory: out });
    expect(text).toContain(
      'STUCK 1, of which 1 paid according to the statement (BRL 25.00), callback missing',
    );
    expect(text).toContain(
      'BR: EXPIRED 2, of which 1 paid according to the statement (BRL 120.00), callback missing\n',
    );
    expect(text).toContain('Owed to payers: BRL 6.00 of 1 order, see refunds-due.csv');
    const [expired] = result.summaries.filter(({ date }) => date === '2026-11-10');
    expect(expired?.statements).toMatchObject({
      stuckPaid: [],
      expiredPaid: [{ currency: 'BRL', orders: 1, minor: '12000' }],
    });
    const manifest = (version: string) =>
      JSON.parse(readFileSync(join(out, '2026-11-30', 'BR', version, 'manifest.json'), 'utf8'));
    expect(manifest('v1')).not.toHaveProperty('statements');
    expect(manifest('latest').statements).toEqual({
      totals: [
        {
          ...{ currency: 'BRL', orders: 4, stated_minor: '63500', stated_amount: '635.00' },
          ...{ fee_minor: '762', fee_amount: '7.62', net_minor: '62728', net_amount: '627.28' },
        },
      ],
      stuck_paid: [{ currency: 'BRL', orders: 1, minor: '2500', amount: '25.00' }],
      expired_paid: [],
      only_in_statement: 1,
      not_in_statement: 0,
      owed: [{ currency: 'BRL', orders: 1, minor: '600', amount: '6.00' }],
    });
    expect(result.summaries.find(({ date }) => date === '2026-11-16')?.statements?.notInStatement).toBe(1);
  });

  it('shows a reader of some merchants the rows of these alone, and of none no row', async () => {
    const merchants = [...new Set(all('orders').map((row) => row['merchant_id']!))].toSorted();
    const limits = [[], ['nobody'], merchants.slice(0, 1), [merchants[0]!, 'nobody'], merchants];
    for (const date of DATES) {
      for (const own of limits) {
        const found = await readAtOnce(store, async (session) => {
          const { scope } = (await scopedVersion(session, SETTINGS, { date, region: 'BR', merchants: own }))!;
          const pages: Array<readonly [string, Preview]> = [];
          for (const report of REPORTS) {
            if (report.unfold !== undefined) continue;
            pages.push([report.name, await previewReport(session, scope, report, { limit: 500 })]);
          }
          return pages;
        });
        expect(found.length).toBeGreaterThan(15);
        for (const [name, { columns, rows }] of found) {
          const what = `${date} ${name} ${own}`;
          if (own.length === 0 || own[0] === 'nobody') expect(rows, what).toEqual([]);
          if (!columns.some((column) => column.name === 'merchant_id')) continue;
          const published = rowsOf(date, name).filter((row) => own.includes(row['merchant_id']!));
          expect(rows, what).toEqual(published.map((row) => columns.map((column) => row[column.name])));
        }
      }
    }
  });

  it('lists each open item once in the files of a month: as on its last date', async () => {
    const folder = join(out, 'month');
    const at = instant('2026-12-04T12:00:00Z');
    const wanted = { dates: DATES, regions: ['BR', 'EG'], at };
    await withScopes(store, SETTINGS, wanted, async (session, scopes) => {
      const layout = { form: STANDARD, byDate: false, empty: true };
      await writeReportFiles(session, REPORTS, scopes, folder, layout);
    });
    const [last] = DATES.slice(-1);
    for (const name of ['stuck-orders', 'findings', 'refunds-due', 'missed-payments']) {
      const rows = readCsv(join(folder, `${name}.csv`)) as Row[];
      expect(rows.length, name).toBeGreaterThan(0);
      const keys = rows.map((row) => [row['merchant_id'], row['order_no'], row['code']].join(' '));
      expect(keys.toSorted(), name).toEqual([...new Set(keys)].toSorted());
      expect(new Set(rows.map((row) => row['report_date'])), name).toEqual(new Set([last]));
      expect(
        rows.some((row) => row['business_date']! < last!),
        name,
      ).toBe(true);
    }
  });

  it('leaves the versions of before as they were, without files and columns of statements', async () => {
    const first = join(out, '2026-11-10', 'BR', 'v1');
    expect(existsSync(join(first, 'statement.csv'))).toBe(false);
    const header = readFileSync(join(first, 'orders.csv'), 'utf8').split('\r\n')[0]!;
    expect(header.endsWith(',payments,account_no')).toBe(true);
    const results = await verify(store, SETTINGS, { dates: DATES, out });
    expect(deviationsOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(10);
    // 30 lines of logs, 22 rows of the portal and 5 of the bank.
    expect(results.find(({ subject }) => subject === 'books')?.found).toContain(' 4 sources, 57 records, ');
  });
});

/** Findings that say why the statement has another amount than the notifications. */
const EXPLAINS = [
  'PAID_IN_STATEMENT_ONLY',
  'NOT_IN_STATEMENT',
  'STATEMENT_AMOUNT_MISMATCH',
  'STATEMENT_DUPLICATE',
];

/** States list what is open again at each date; those of the last one are enough. */
function isFact(file: string): boolean {
  return REPORTS.some(({ name, fact }) => fact && file.endsWith(`/${name}.csv`));
}
