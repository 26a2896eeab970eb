/** What was published of closed dates and the adjustments since come together to what the model knows of them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareRows, factsOf, OUT, readRows } from './compare-facts.ts';
import { withoutStated } from './compare-stated.ts';
import type { Judged } from './model/judge.ts';
import type { Row } from './model/reports.ts';
import type { World } from './world.ts';

export function compareAdjusted(world: World, dates: readonly string[], orders: readonly Judged[]): void {
  // A closing that was taken back ends what was adjusted, and what is purged is adjusted no more.
  if (world.purgedBefore !== '') return;
  for (const [region, through] of world.closed) {
    if (world.reopened.has(region)) continue;
    const closed = dates.filter((date) => date <= through);
    const rowsOf = (name: string, of: readonly string[]) =>
      of.flatMap((date) => {
        const path = join(world.place.cwd, OUT, date, region, 'latest', `${name}.csv`);
        return existsSync(path) ? readRows(path) : [];
      });
    const wanted = closed.flatMap((date) => factsOf(orders, date, region)['orders']!);
    // Where no order was published, no row shows which values are empty.
    const empty = Object.fromEntries(Object.keys(wanted[0] ?? {}).map((column) => [column, '']));
    const found = adjusted(rowsOf('orders', closed), rowsOf('adjustments', dates), empty).map(withoutStated);
    compareRows(`adjusted orders of ${region} through ${through}`, found, wanted);
  }
}

const keyOf = (row: Row) => `${row['business_date']} ${row['merchant_id']} ${row['order_no']}`;

/** The rows of orders.csv with each changed value in its place. */
function adjusted(published: readonly Row[], changes: readonly Row[], empty: Row): Row[] {
  const rows = new Map<string, Record<string, string>>(published.map((row) => [keyOf(row), { ...row }]));
  for (const change of changes) {
    const field = change['field']!;
    if (field === 'order' || field === 'payment' || field.startsWith('payment.')) continue;
    const key = keyOf(change);
    const { business_date = '', merchant_id = '', order_no = '' } = change;
    const row = rows.get(key) ?? { ...empty, business_date, merchant_id, order_no };
    rows.set(key, { ...row, [field]: change['current']! });
  }
  return [...rows.values()].filter((row) => row['outcome'] !== '');
}
