/** Compares what is stuck and which findings are open, as known now, with the model. */
import { STATED_CODES } from '../reconcile/stated-model.ts';
import { compareRows, rowsOf } from './compare-facts.ts';
import type { Judged } from './model/judge.ts';
import { type Row, stuckRow } from './model/reports.ts';
import { Violation, type World } from './world.ts';

export async function compareStates(
  world: World,
  orders: readonly Judged[],
  date: string,
  at: string,
): Promise<void> {
  for (const region of ['BR', 'EG']) {
    const own = orders.filter((order) => order.region === region && order.businessDate <= date);
    const report = async (name: string): Promise<Row[]> => {
      const words = ['report', name, '--date', date, '--region', region];
      const rows = rowsOf((await world.command(words, { at })).stdout);
      return rows.filter((row) => row['business_date']! >= world.purgedBefore);
    };
    const kept = own.filter(({ businessDate }) => businessDate >= world.purgedBefore);
    const stuck = kept.filter(({ outcome }) => outcome === 'STUCK').map(stuckRow);
    compareRows(`stuck-orders of ${region}`, (await report('stuck-orders')).map(asIfUnstated(kept)), stuck);
    const findings = await report('findings');
    compareFindings(
      world,
      findings.filter(({ code }) => !STATED_CODES.has(code!)),
      kept,
    );
  }
}

/** A statement may be why an order is stuck; the model has the reason without it. */
function asIfUnstated(orders: readonly Judged[]): (row: Row) => Row {
  return (row) => {
    if (row['stuck_reason'] !== 'paid_in_statement') return row;
    const order = orders.find(
      (one) => one.orderNo === row['order_no'] && one.merchantId === row['merchant_id'],
    );
    return { ...row, stuck_reason: order?.stuckReason ?? '' };
  };
}

/** Those that nobody decided about are open as long as the evidence shows them, and no others are. */
function compareFindings(world: World, rows: readonly Row[], orders: readonly Judged[]): void {
  const keyOf = (order: Judged, code: string) => `${order.merchantId} ${order.orderNo} ${code}`;
  const open = new Set(orders.flatMap((order) => order.findings.map((code) => keyOf(order, code))));
  const found = new Set(rows.map((row) => `${row['merchant_id']} ${row['order_no']} ${row['code']}`));
  for (const key of found)
    if (!open.has(key)) throw new Violation(`findings.csv has ${key}, which does not hold`);
  for (const key of open)
    if (!found.has(key) && !world.decided.has(key)) throw new Violation(`findings.csv has no ${key}`);
  if (found.size !== rows.length) throw new Violation('findings.csv has a finding twice');
}
