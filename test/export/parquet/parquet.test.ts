import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cell, count, date, local, money, percent, text, utc } from '../../../reports/columns.ts';
import type { Column, ReportRow } from '../../../reports/report.ts';
import { parquet } from '../../../src/export/parquet/parquet.ts';
import { duckdb, duckdbTypes } from '../../support/duckdb.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const COLUMNS: readonly Column[] = [
  date('business_date', ''),
  text('trade_no', '', ''),
  text('region', '', ''),
  ...money('paid', 'currency', ''),
  count('payments', ''),
  percent('late_percent', ''),
  utc('paid_at', ''),
  local('paid_at', ''),
  cell('previous', '', ''),
];

const ROW: ReportRow = {
  business_date: '2026-11-19',
  trade_no: '2026111910462000001830',
  region: 'BR',
  currency: 'BRL',
  paid_minor: '-15050',
  payments: 1,
  late_percent: '2.50',
  paid_at: '2026-11-19 13:05:00.25+00',
  previous: '=1+1',
};
const EMPTY: ReportRow = Object.fromEntries(
  Object.keys(ROW).map((name) => [name, name === 'region' ? '' : null]),
);

async function* inBlocks(rows: readonly ReportRow[], size: number): AsyncGenerator<readonly ReportRow[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function blocksOf(rows: readonly ReportRow[], size = 1000): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const block of parquet({ columns: COLUMNS }, inBlocks(rows, size), () => 'America/Sao_Paulo'))
    blocks.push(block);
  return blocks;
}

async function fileOf(rows: readonly ReportRow[]): Promise<string> {
  const path = join(temporaryFolder(), 'rows.parquet');
  writeFileSync(path, Buffer.concat(await blocksOf(rows)));
  return path;
}

/** The rows as DuckDB shows them, times in UTC. */
async function shown(path: string): Promise<Array<Record<string, unknown>>> {
  const rows = await duckdb(
    `select columns(*)::varchar from (select * replace (paid_at_utc at time zone 'UTC' as paid_at_utc) from '${path}')`,
  );
  return rows.map((row) => ({ ...row }));
}

describe('a Parquet file', () => {
  it('has a type for each kind of column', async () => {
    expect(await duckdbTypes(await fileOf([ROW]))).toEqual({
      business_date: 'DATE',
      trade_no: 'VARCHAR',
      region: 'VARCHAR',
      paid_minor: 'BIGINT',
      paid_amount: 'DECIMAL(23,4)',
      payments: 'BIGINT',
      late_percent: 'DECIMAL(5,2)',
      paid_at_utc: 'TIMESTAMP WITH TIME ZONE',
      paid_at_local: 'VARCHAR',
      previous: 'VARCHAR',
    });
  });

  it('has the values of the report, and nothing where there is none', async () => {
    const [row, empty] = await shown(await fileOf([ROW, EMPTY]));
    expect(row).toEqual({
      business_date: '2026-11-19',
      trade_no: '2026111910462000001830',
      region: 'BR',
      paid_minor: '-15050',
      paid_amount: '-150.5000',
      payments: '1',
      late_percent: '2.50',
      paid_at_utc: '2026-11-19 13:05:00',
      paid_at_local: '2026-11-19T10:05:00-03:00',
      previous: '=1+1',
    });
    expect(new Set(Object.values(empty!))).toEqual(new Set([null]));
  });

  it.each([
    ['BRL', '9223372036854775807', '92233720368547758.0700'],
    ['KWD', '-1', '-0.0010'],
    ['JPY', '-9223372036854775807', '-9223372036854775807.0000'],
    ['CLF', '1', '0.0001'],
  ])('keeps every amount exactly: %s %s', async (currency, minor, amount) => {
    const [row] = await shown(await fileOf([{ ...ROW, currency, paid_minor: minor }]));
    expect(row).toMatchObject({ paid_minor: minor, paid_amount: amount });
  });

  it('keeps dates and times beyond four digits of the year', async () => {
    const late = { business_date: '10000-01-01', paid_at: '10000-01-01 00:14:59.5+00' };
    const [row] = await shown(await fileOf([{ ...ROW, ...late }]));
    expect(row).toMatchObject({ business_date: '10000-01-01', paid_at_utc: '10000-01-01 00:14:59' });
  });

  it('keeps every letter of a text', async () => {
    const texts = ['\u{1F4B3} é', ' spaces ', 'a\u0001b\r\n', '"quotes", and comma', 'x'.repeat(100_000)];
    const path = await fileOf(texts.map((trade_no) => ({ ...ROW, trade_no })));
    expect((await duckdb(`select trade_no from '${path}'`)).map(({ trade_no }) => trade_no)).toEqual(texts);
  });

  it.each([
    ['paid_minor', '9223372036854775808'],
    ['payments', '-9223372036854775808'],
    ['late_percent', '1000.00'],
  ])('is refused where a number does not fit its column: %s %s', async (name, value) => {
    await expect(blocksOf([{ ...ROW, [name]: value }])).rejects.toMatchObject({
      code: 'PARQUET_LIMIT',
      exitCode: 3,
      detail: { where: `column ${name}`, found: value.replace('.', '') },
    });
  });

  it('has its columns where there are no rows', async () => {
    const path = await fileOf([]);
    expect(Object.keys(await duckdbTypes(path))).toEqual(COLUMNS.map(({ name }) => name));
    expect(await duckdb(`select count(*) as rows from '${path}'`)).toEqual([{ rows: 0n }]);
  });

  it('comes in row groups, the same however the rows come, and passes a group on before the next', async () => {
    const rows = Array.from({ length: 45_000 }, (_, line) => ({
      ...ROW,
      trade_no: `T${line}`,
      payments: line,
    }));
    const blocks = await blocksOf(rows, 999);
    expect(blocks).toHaveLength(3);
    expect(Buffer.concat(await blocksOf(rows, 7000)).equals(Buffer.concat(blocks))).toBe(true);
    const path = join(temporaryFolder(), 'rows.parquet');
    writeFileSync(path, Buffer.concat(blocks));
    const groups = await duckdb(
      `select distinct row_group_id, row_group_num_rows as rows from parquet_metadata('${path}') order by 1`,
    );
    expect(groups.map(({ rows: of }) => of)).toEqual([20_000n, 20_000n, 5000n]);
    const sums = `select count(distinct trade_no) as numbers, sum(payments)::varchar as sum from '${path}'`;
    expect(await duckdb(sums)).toEqual([{ numbers: 45_000n, sum: String((45_000 * 44_999) / 2) }]);
  });

  // Versions are written again byte for byte. A library that writes other bytes must not be taken without a new schema.
  it('has the bytes that it has always had', async () => {
    const rows = Array.from({ length: 300 }, (_, line) => ({
      ...ROW,
      trade_no: `T${line % 200}`,
      payments: line,
    }));
    const digest = createHash('sha256').update(Buffer.concat(await blocksOf([...rows, EMPTY])));
    expect(digest.digest('hex')).toBe('8c7f5aa4532db01375582619ab6820eef698025afa2a56b01958326104d0e3fa');
  });
});
