/** The lines of docs/guides/load-the-reports.md that need no other program than a server. */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { beforeAll, expect, it } from 'vitest';
import { reportDownload } from '../../src/books/download/report-download.ts';
import { packageRoot } from '../../src/database/package-root.ts';
import { bytesOf, reportNamed, sourceOf } from '../books/download/downloads.ts';
import { DATE, readCsv } from '../export/books.ts';
import { publishDay } from '../export/simulated-day.ts';
import { duckdb } from '../support/duckdb.ts';
import { onPostgresql } from '../support/engines.ts';
import { parsePage } from './pages.ts';

const PAGE = 'docs/guides/load-the-reports.md';
const { blocks } = parsePage(PAGE, readFileSync(join(packageRoot, PAGE), 'utf8'));

/** The one block of SQL that begins so. */
function lineThatBegins(beginning: string): string {
  const found = blocks.filter(({ language, text }) => language === 'sql' && text.startsWith(beginning));
  expect(found).toHaveLength(1);
  return found[0]!.text;
}

onPostgresql('the lines that load reports', (engine) => {
  let csv = '';
  let parquet = '';
  let rows: ReturnType<typeof readCsv> = [];
  beforeAll(async () => {
    const day = await publishDay(engine);
    csv = join(day.out, DATE, 'BR/v1/orders.csv');
    parquet = join(day.folder, 'orders.parquet');
    const form = { profile: 'standard', format: 'parquet' } as const;
    const wanted = { region: 'BR', date: DATE, report: reportNamed('orders'), form };
    writeFileSync(parquet, await bytesOf(await reportDownload(sourceOf(day.store, day.out), wanted)));
    rows = readCsv(csv);
    expect(numbersOf(rows).length).toBeGreaterThan(100);
  });

  it('into DuckDB from Parquet keep every trade number and the money', async () => {
    const query = lineThatBegins('select').replace('orders.parquet', parquet);
    const sums = new Map<string, { numbers: Set<string>; paid: bigint | null }>();
    for (const row of rows) {
      const sum = sums.get(row['currency']!) ?? { numbers: new Set(), paid: null };
      sums.set(row['currency']!, sum);
      if (row['trade_no'] !== '') sum.numbers.add(row['trade_no']!);
      if (row['paid_minor'] !== '') sum.paid = (sum.paid ?? 0n) + BigInt(row['paid_minor']!);
    }
    const found = (await duckdb(query)).map((row) =>
      Object.values(row).map((value) => value?.toString() ?? ''),
    );
    expect(found.sort()).toEqual(
      [...sums]
        .map(([currency, { numbers, paid }]) => [currency, String(numbers.size), paid?.toString() ?? ''])
        .sort(),
    );
  });

  it('into DuckDB from CSV keep identifiers as texts', async () => {
    const query = lineThatBegins('from read_csv').replace('orders.csv', csv).replace(/;$/, '');
    const texts = ['merchant_id', 'sub_merchant_id', 'order_no', 'trade_no', 'account_no'];
    const types = await duckdb(`describe ${query}`);
    const typeOf = new Map(types.map(({ column_name, column_type }) => [column_name, column_type]));
    expect(texts.map((name) => typeOf.get(name))).toEqual(texts.map(() => 'VARCHAR'));
    expect(typeOf.get('paid_minor')).toBe('BIGINT');
    const found = await duckdb(`select distinct trade_no from (${query}) where trade_no is not null`);
    expect(found.map(({ trade_no }) => trade_no).sort()).toEqual(numbersOf(rows));
  });

  it('into PostgreSQL keep every cell', async () => {
    const { settings } = await engine.database('empty');
    const client = new pg.Client({ connectionString: settings['databaseUrl'] });
    await client.connect();
    try {
      await client.query(lineThatBegins('create table orders'));
      const copy = /^\\copy orders from 'orders\.csv' (with .*)$/.exec(lineThatBegins('\\copy'))![1]!;
      await pipeline(createReadStream(csv), client.query(copyFrom(`copy orders from stdin ${copy}`)));
      const { rows: loaded } = await client.query(
        `select coalesce(trade_no, '') as trade_no, coalesce(paid_minor::text, '') as paid_minor,
           coalesce(paid_amount::text, '') as paid_amount, business_date::text, outcome, order_no, merchant_id,
           coalesce(to_char(paid_at_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '') as paid_at_utc
         from orders order by merchant_id collate "C", order_no collate "C"`,
      );
      const names = Object.keys(loaded[0]);
      const cells = (row: Readonly<Record<string, string>>) => names.map((name) => row[name]);
      expect(loaded.map(cells)).toEqual(sorted(rows).map(cells));
    } finally {
      await client.end();
    }
  });
});

function numbersOf(rows: ReturnType<typeof readCsv>): string[] {
  return [...new Set(rows.map((row) => row['trade_no']!))].filter((number) => number !== '').sort();
}

/** Bytewise by the cells, which may have an apostrophe that the order of the file does not know. */
function sorted(rows: ReturnType<typeof readCsv>): ReturnType<typeof readCsv> {
  const key = (row: Readonly<Record<string, string>>) =>
    Buffer.from(`${row['merchant_id']}\u0000${row['order_no']}`);
  return [...rows].sort((one, other) => Buffer.compare(key(one), key(other)));
}
