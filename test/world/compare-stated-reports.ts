/** Compares what published reports say of statements, row by row and sum by sum, with the model. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { attributed } from '../reconcile/stated-model.ts';
import { compareRows, OUT, readRows } from './compare-facts.ts';
import { inStore } from './compare-stated.ts';
import type { Judged } from './model/judge.ts';
import type { Row } from './model/reports.ts';
import {
  dateOf,
  type Placed,
  payouts,
  regionOf,
  statedRow,
  statedSums,
  statementRow,
} from './model/stated-reports.ts';
import type { World } from './world.ts';

const REGIONS = { BR: 'BR', EG: 'EG', other: '' } as const;

/** @param dates all that the last run covered, which saw everything until the as-of */
export async function compareStatedReports(
  world: World,
  dates: readonly string[],
  orders: readonly Judged[],
  asOf: number,
): Promise<void> {
  // What is purged is in no sum any more, and nothing else says what it was.
  if (world.purgedBefore !== '') return;
  const all = await placedRows(world, orders, asOf);
  const allPayouts = payouts(all);
  for (const [folder, region] of Object.entries(REGIONS)) {
    for (const date of dates) {
      if (date <= (world.closed.get(folder) ?? '')) continue;
      const ofDate = orders.filter((one) => one.businessDate === date && one.region === region);
      const withRows = ofDate.map((order) => [order, all.filter((one) => one.order === order)] as const);
      const rows = all.filter((one) => regionOf(one) === region && dateOf(one) === date);
      const wanted = {
        statement: rows.map(statementRow),
        orders: withRows.map(([order, own]) => statedRow(order, own)),
        'daily-summary': statedSums(withRows),
        payouts: allPayouts.filter((row) => row['region'] === region && row['settled_on'] === date),
      };
      for (const [name, expected] of Object.entries(wanted)) {
        const found = published(world, `${date}/${folder}/latest/${name}.csv`);
        const shown = name === 'daily-summary' ? summed(found) : found.map(withStated);
        compareRows(`statements in ${date} ${folder} ${name}.csv`, shown, expected);
      }
    }
  }
}

/** Every row of a statement that counts, with its order. */
async function placedRows({ place }: World, orders: readonly Judged[], asOf: number): Promise<Placed[]> {
  const { rows, owners } = await inStore(place, (session) => attributed(session, { asOf }));
  const keyOf = ({ orderNo, merchantId }: { orderNo: string; merchantId: string }) =>
    `${merchantId} ${orderNo}`;
  const byKey = new Map(orders.map((order) => [keyOf(order), order]));
  return rows.map((row) => {
    const owner = owners.get(row.key);
    return { row, order: owner && byKey.get(keyOf(owner)) };
  });
}

function published({ place }: World, path: string): Row[] {
  const file = join(place.cwd, OUT, path);
  return existsSync(file) ? readRows(file) : [];
}

/** A version that no statement has changed may be older than the columns of statements. */
function withStated(row: Row): Row {
  return { stated_minor: '', fee_minor: '', net_minor: '', payout_id: '', ...row };
}

/** The sums of a daily summary by currency. */
function summed(rows: readonly Row[]): Row[] {
  const columns = ['stated_minor', 'fee_minor', 'net_minor', 'stated_orders'];
  const currencies = [...new Set(rows.map((row) => row['currency']!))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row['currency'] === currency);
    const sumOf = (column: string) => own.reduce((sum, row) => sum + BigInt(row[column] ?? 0), 0n);
    return { currency, ...Object.fromEntries(columns.map((column) => [column, String(sumOf(column))])) };
  });
}
