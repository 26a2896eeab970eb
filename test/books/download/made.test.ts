/** Downloads that are made from the store: other forms, several dates, a workbook, findings; and what ends early. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DownloadSource } from '../../../src/books/download/download.ts';
import { findingsDownload } from '../../../src/books/download/findings-download.ts';
import { rangeArchive } from '../../../src/books/download/range-archive.ts';
import { rangeDownload, reportDownload } from '../../../src/books/download/report-download.ts';
import { versionArchive } from '../../../src/books/download/version-archive.ts';
import { versionWorkbook } from '../../../src/books/download/version-workbook.ts';
import { withScopes } from '../../../src/books/run/scopes-on-request.ts';
import { type Form, STANDARD } from '../../../src/export/profile.ts';
import { reportBlocks } from '../../../src/export/publish/write-report.ts';
import { DATE, instant, MORNING, readCsv, SETTINGS } from '../../export/books.ts';
import { type PublishedDay, publishDay } from '../../export/simulated-day.ts';
import { readZip } from '../../export/workbook/read-zip.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { LATE, MONDAY, MONDAYS, reported, TUESDAY, TUESDAYS, WEDNESDAY } from '../run/reported-books.ts';
import { bytesOf, reportNamed, sourceOf, textOf } from './downloads.ts';

const FORMS: readonly Form[] = [
  { profile: 'excel-br', format: 'csv' },
  { profile: 'excel-eg', format: 'csv' },
  { profile: 'excel-br', format: 'xlsx' },
  { profile: 'standard', format: 'parquet' },
];
const OF_BRAZIL = { region: 'BR', date: DATE };

onEngines('a download from the store', (engine) => {
  let day: PublishedDay;
  let source: DownloadSource;
  beforeAll(async () => {
    day = await publishDay(engine);
    source = sourceOf(day.store, day.out);
  });

  it.each(FORMS)('is what the command report writes of the version: $profile, $format', async (form) => {
    for (const report of PLAIN_REPORTS) {
      const written: Buffer[] = [];
      const request = { dates: [DATE], regions: ['BR'], version: 1, at: instant(MORNING) };
      await withScopes(day.store, SETTINGS, request, async (session, scopes) => {
        for await (const block of reportBlocks(session, report, scopes, form))
          written.push(Buffer.from(block as string));
      });
      const download = await reportDownload(source, { ...OF_BRAZIL, report, form });
      expect((await bytesOf(download)).equals(Buffer.concat(written)), report.name).toBe(true);
      expect(download).toMatchObject({ fileName: `${report.name}-BR-${DATE}-v1.${form.format}` });
      expect(download.bytes).toBeUndefined();
    }
  });

  it('has no text that a spreadsheet takes for a formula', async () => {
    const report = reportNamed('orders');
    for (const form of [STANDARD, ...FORMS.filter(({ format }) => format === 'csv')]) {
      const text = await textOf(await reportDownload(source, { ...OF_BRAZIL, report, form }));
      expect(text).toContain("'=cmd");
      expect(text).not.toMatch(/(^|[,;])"?=cmd/m);
    }
  });

  it('is one workbook, with the totals of the manifest and a sheet for each report', async () => {
    const download = await versionWorkbook(source, { ...OF_BRAZIL, profile: 'excel-br' });
    expect(download.fileName).toBe(`payin-recon-BR-${DATE}-v1.xlsx`);
    const parts = readZip(await bytesOf(download));
    const names = [
      ...parts
        .get('xl/workbook.xml')!
        .toString()
        .matchAll(/<sheet name="([^"]*)"/g),
    ];
    expect(names.map(([, name]) => name)).toEqual(['totals', ...PLAIN_REPORTS.map(({ name }) => name)]);
    const { totals } = JSON.parse(readFileSync(join(day.out, DATE, 'BR/v1/manifest.json'), 'utf8'));
    const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet.match(/<row /g)!.length).toBe(totals.length + 1);
    for (const total of totals) expect(sheet).toContain(`<v>${total.requested_minor}</v>`);
    for (const [index, { name }] of PLAIN_REPORTS.entries()) {
      const rows = parts
        .get(`xl/worksheets/sheet${index + 2}.xml`)!
        .toString()
        .match(/<row /g)!;
      expect(rows.length, name).toBe(readCsv(join(day.out, DATE, 'BR/v1', `${name}.csv`)).length + 1);
    }
  });

  it('is the findings that match a filter, by the columns of findings.csv', async () => {
    const download = await findingsDownload(source, { filter: { region: 'BR' }, form: STANDARD });
    expect(download.fileName).toBe('findings-BR-2026-11-20.csv');
    const listed = rowsOf(await textOf(download));
    const published = readCsv(join(day.out, DATE, 'BR/v1/findings.csv'));
    const keyOf = (row: Row) => `${row['merchant_id']} ${row['order_no']} ${row['code']}`;
    expect(listed.map(keyOf).sort()).toEqual(published.map(keyOf).sort());
    const parts = readZip(
      await bytesOf(
        await findingsDownload(source, { filter: {}, form: { profile: 'standard', format: 'xlsx' } }),
      ),
    );
    expect(parts.get('xl/workbook.xml')!.toString()).toContain('name="findings"');
  });

  describe('that is given up in the middle', () => {
    it.each(['the loop is left', 'the signal is aborted', 'nobody reads on'])(
      'leaves no file, no transaction and no turn: %s',
      async (how) => {
        const spoolFolder = temporaryFolder();
        mkdirSync(spoolFolder, { recursive: true });
        const spooling = { ...source, spoolFolder };
        const wanted = { ...OF_BRAZIL, merchants: ['M0001'] };
        for (const download of [
          await versionArchive(spooling, wanted),
          await versionWorkbook(spooling, { ...wanted, profile: 'standard' }),
          await versionArchive(spooling, OF_BRAZIL),
        ]) {
          const stopped = new AbortController();
          const blocks = download.stream(stopped.signal);
          await blocks.next();
          if (how === 'the loop is left') await blocks.return(undefined);
          else stopped.abort();
          if (how === 'the signal is aborted') await expect(restOf(blocks)).rejects.toThrow('abort');
        }
        expect(readdirSync(spoolFolder)).toEqual([]);
        // The store takes its next task: on the embedded engine, nothing else can have the turn.
        await source.store.session(async (session) => {
          await expect.poll(() => openTransactions(session), { timeout: 600_000 }).toBe(0);
        });
      },
    );

    it('is not begun if it was aborted before', async () => {
      const download = await versionWorkbook(source, { ...OF_BRAZIL, profile: 'standard' });
      await expect(restOf(download.stream(AbortSignal.abort()))).rejects.toThrow('abort');
    });
  });
});

onEngines('a download over several dates', (engine) => {
  it('has the newest version of each date, and its date in the last column', async () => {
    const books = await reported(engine, MONDAYS, TUESDAYS);
    await books.feed(LATE);
    await books.reconcile(WEDNESDAY);
    const source = sourceOf(books.store, books.out);
    const wanted = { form: STANDARD, from: MONDAY, to: WEDNESDAY, regions: ['BR'] };
    for (const report of PLAIN_REPORTS) {
      const download = await rangeDownload(source, { ...wanted, report });
      expect(download.fileName).toBe(`${report.name}-BR-${MONDAY}..${WEDNESDAY}.csv`);
      // Lists of what is open are those of the last date.
      const dates = report.withEarlier === true ? [WEDNESDAY] : [MONDAY, TUESDAY, WEDNESDAY];
      const expected = dates.flatMap((date) =>
        readCsv(join(books.out, date, 'BR/latest', `${report.name}.csv`)).map((row) => ({
          ...row,
          report_date: date,
        })),
      );
      expect(rowsOf(await textOf(download)), report.name).toEqual(expected);
    }
    const archive = await rangeArchive(source, wanted);
    expect(archive.fileName).toBe(`payin-recon-BR-${MONDAY}..${WEDNESDAY}.zip`);
    const files = readZip(await bytesOf(archive));
    expect([...files.keys()]).toEqual(PLAIN_REPORTS.map(({ name }) => `${name}.csv`));
    for (const report of PLAIN_REPORTS) {
      const alone = await bytesOf(await rangeDownload(source, { ...wanted, report }));
      expect(files.get(`${report.name}.csv`)!.equals(alone), report.name).toBe(true);
    }
    const all = await rangeDownload(source, {
      ...wanted,
      report: reportNamed('orders'),
      form: { profile: 'excel-br', format: 'xlsx' },
      regions: ['BR', 'EG', ''],
    });
    expect(all.fileName).toBe(`orders-${MONDAY}..${WEDNESDAY}.xlsx`);
    expect(
      readZip(await bytesOf(all))
        .get('xl/worksheets/sheet1.xml')!
        .toString(),
    ).toContain('MONDAY0001');
  });

  it('is refused for too many dates, none, or dates without a version', async () => {
    const source = sourceOf(await engine.emptied(), temporaryFolder());
    const wanted = { report: reportNamed('orders'), form: STANDARD, regions: ['BR'] };
    for (const [from, to] of [
      [DATE, '2028-11-19'],
      [DATE, MONDAY],
    ] as const)
      await expect(rangeDownload(source, { ...wanted, from, to })).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
      });
    await expect(rangeDownload(source, { ...wanted, from: MONDAY, to: DATE })).rejects.toMatchObject({
      code: 'NOTHING_REPORTED',
    });
  });
});

type Row = Readonly<Record<string, string>>;

function rowsOf(text: string): Row[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

async function restOf(blocks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _block of blocks);
}

/** Transactions of other sessions on this database that are open. */
async function openTransactions({
  db,
}: Parameters<Parameters<DownloadSource['store']['session']>[0]>[0]): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`.execute(db);
  return rows[0]!.open;
}
