/** Compares published facts with the model. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { contradicted, withoutStated } from './compare-stated.ts';
import { type Judged, judgeAll } from './model/judge.ts';
import {
  dailySummary,
  mismatchRow,
  ordersRow,
  orphanRows,
  paymentsRow,
  paymentsSummary,
  type Row,
} from './model/reports.ts';
import { Violation, type World } from './world.ts';

export const OUT = 'payin-recon-reports';
const REGIONS = { BR: 'BR', EG: 'EG', other: '' } as const;

/** @param dates all that a run covered, which saw everything until the as-of */
export async function compareFacts(world: World, dates: readonly string[], asOf: number): Promise<void> {
  const orders = await contradicted(world, judgeAll(world.kept.all(), asOf));
  for (const date of dates) {
    if (date < world.purgedBefore) continue;
    for (const [folder, region] of Object.entries(REGIONS)) {
      if (date <= (world.closed.get(folder) ?? '')) continue;
      const wanted = factsOf(orders, date, region);
      for (const [name, rows] of Object.entries(wanted)) compareReport(world, { date, folder, name }, rows);
    }
  }
}

export function factsOf(orders: readonly Judged[], date: string, region: string): Record<string, Row[]> {
  const ofDate = orders.filter((one) => one.businessDate === date && one.region === region);
  const payments = orders.flatMap((order) =>
    order.region === region
      ? order.payments.filter(({ paidDate }) => paidDate === date).map((one) => paymentsRow(order, one))
      : [],
  );
  return {
    orders: ofDate.map(ordersRow),
    'amount-mismatches': ofDate.map(mismatchRow).filter((row) => row !== undefined),
    'orphan-callbacks': ofDate.flatMap(orphanRows),
    payments,
    'daily-summary': dailySummary(ofDate),
    'payments-summary': paymentsSummary(payments),
  };
}

interface Published {
  readonly date: string;
  readonly folder: string;
  readonly name: string;
}

function compareReport(world: World, { date, folder, name }: Published, wanted: readonly Row[]): void {
  const path = join(world.place.cwd, OUT, date, folder, 'latest', `${name}.csv`);
  if (!existsSync(path)) {
    if (wanted.length > 0) throw new Violation(`${path} is missing; it must have ${wanted.length} rows`);
    return;
  }
  compareRows(`${date} ${folder} ${name}.csv`, readRows(path).map(withoutStated), wanted);
}

export function readRows(path: string): Row[] {
  return rowsOf(readFileSync(path, 'utf8'));
}

export function rowsOf(csv: string): Row[] {
  return parse(csv, { columns: true, bom: true }) as Row[];
}

/** Compares rows in any order, by the columns that the model has. */
export function compareRows(what: string, found: readonly Row[], wanted: readonly Row[]): void {
  const columns = Object.keys(wanted[0] ?? {});
  const textOf = (row: Row) => JSON.stringify(columns.map((column) => [column, row[column] ?? '-']));
  const [foundTexts, wantedTexts] = [found.map(textOf).sort(), wanted.map(textOf).sort()];
  if (found.length === wanted.length && foundTexts.every((text, index) => text === wantedTexts[index]))
    return;
  const extra = found.filter((row) => !wantedTexts.includes(textOf(row)));
  const missing = wanted.filter((row) => !foundTexts.includes(textOf(row)));
  throw new Violation(
    `${what}: ${found.length} rows, must be ${wanted.length}\n${differences(extra, missing, columns)}`,
  );
}

function differences(extra: readonly Row[], missing: readonly Row[], columns: readonly string[]): string {
  const lines: string[] = [];
  for (const row of extra) {
    const other = missing.find((one) => one['order_no'] === row['order_no']);
    const differing = columns.filter((column) => other?.[column] !== row[column]);
    const of = differing.map((column) => `${column} ${row[column]} (must be ${other?.[column]})`).join(', ');
    lines.push(`  ${row['order_no'] ?? row['merchant_id']}: ${other === undefined ? 'must not be' : of}`);
    if (other === undefined) lines.push(`    ${JSON.stringify(row)}`);
  }
  for (const row of missing)
    if (!extra.some((one) => one['order_no'] === row['order_no']))
      lines.push(`  missing: ${JSON.stringify(row)}`);
  return lines.slice(0, 12).join('\n');
}
