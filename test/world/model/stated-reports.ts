/** What reports say of the rows of statements that count, by the columns of the specification. */
import type { WholeRow } from '../../reconcile/stated-model.ts';
import type { Judged } from './judge.ts';
import { ZONES } from './records.ts';
import type { Row } from './reports.ts';
import { returnedOf } from './statements.ts';
import { localDate, utcCell } from './times.ts';

/** A row that counts, with its order. */
export interface Placed {
  readonly row: WholeRow;
  readonly order: Judged | undefined;
}

export const regionOf = ({ row, order }: Placed) => order?.region ?? row.region;
export const dateOf = (placed: Placed) => localDate(ZONES[regionOf(placed)]!, placed.row.at);

/** Its row in statement.csv. */
export function statementRow({ row, order }: Placed): Row {
  return {
    ...{ merchant_id: order?.merchantId ?? row.merchantId, order_no: order?.orderNo ?? row.orderNo },
    ...{ trade_no: row.tradeNo ?? '', row_id: row.rowId ?? '', type: row.type, status: row.status },
    ...{ currency: row.currency ?? '', gross_minor: cell(row.gross) },
    ...{ fee_minor: cell(row.fee), net_minor: cell(row.net), completed_at_utc: utcCell(row.at) },
  };
}

/** What orders.csv has of an order's rows: sums in the currency of the latest paid one that has one. */
export function statedRow(order: Judged, rows: readonly Placed[]): Row {
  const { paid, latest } = paidRows(rows);
  return {
    ...{ merchant_id: order.merchantId, order_no: order.orderNo },
    ...{
      stated_minor: cell(sum(paid.map(({ gross }) => gross))),
      fee_minor: cell(sum(paid.map(({ fee }) => fee))),
    },
    ...{ net_minor: cell(sum(paid.map(({ net }) => net))), payout_id: latest?.payoutId ?? '' },
  };
}

/** The sums of daily-summary.csv by currency, over merchants and methods. */
export function statedSums(orders: ReadonlyArray<readonly [order: Judged, rows: readonly Placed[]]>): Row[] {
  const sums = new Map<string, { stated: bigint; fee: bigint; net: bigint; orders: number }>();
  for (const [order, rows] of orders) {
    const currency = (order.outcome === 'ORPHAN' ? order.paid?.currency : order.requested?.currency) ?? '';
    const { paid, currency: stated } = paidRows(rows);
    const of = sums.get(currency) ?? { stated: 0n, fee: 0n, net: 0n, orders: 0 };
    const own = stated === currency ? paid : [];
    const isStated = stated !== null || paid.some(({ gross }) => gross !== null);
    sums.set(currency, {
      stated: of.stated + (sum(own.map(({ gross }) => gross)) ?? 0n),
      fee: of.fee + (sum(own.map(({ fee }) => fee)) ?? 0n),
      net: of.net + (sum(own.map(({ net }) => net)) ?? 0n),
      orders: of.orders + (isStated ? 1 : 0),
    });
  }
  return [...sums].map(([currency, { stated, fee, net, orders: count }]) => ({
    ...{ currency, stated_minor: String(stated), fee_minor: String(fee), net_minor: String(net) },
    stated_orders: String(count),
  }));
}

/** The rows of payouts.csv, with the date and the region that have them. */
export function payouts(all: readonly Placed[]): Row[] {
  const groups = new Map<string, Placed[]>();
  for (const placed of all) {
    const { payoutId, region, currency, status } = placed.row;
    if (payoutId === null || status !== 'paid') continue;
    const key = JSON.stringify([payoutId, region, currency]);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()].map((group) => {
    const { payoutId, region, currency } = group[0]!.row;
    const grossOf = (type: string) =>
      sum(group.filter(({ row }) => row.type === type).map(({ row }) => row.gross));
    const refunds = group.filter(({ row }) => row.type === 'refund');
    const nets = group.map(({ row: { type, gross, fee, net } }) => {
      if (net !== null || gross === null) return net;
      return (type === 'payment' ? gross : -gross) - (fee ?? 0n);
    });
    return {
      ...{ settled_on: group.map(dateOf).sort().at(-1)!, region, payout_id: payoutId! },
      ...{ currency: currency ?? '', rows: String(group.length), gross_minor: cell(grossOf('payment')) },
      ...{
        fee_minor: cell(sum(group.map(({ row }) => row.fee ?? 0n))),
        refunds_minor: cell(sum(refunds.map(({ row }) => returnedOf(row)))),
      },
      net_minor: cell(sum(nets)),
    };
  });
}

function paidRows(rows: readonly Placed[]) {
  const all = rows
    .map(({ row }) => row)
    .filter(({ type, status }) => type === 'payment' && status === 'paid')
    .sort((a, b) => b.at - a.at || (a.key < b.key ? 1 : -1));
  const currency = all.find((row) => row.currency !== null)?.currency ?? null;
  return { latest: all[0], currency, paid: all.filter((row) => row.currency === currency) };
}

function cell(minor: bigint | null): string {
  return minor === null ? '' : String(minor);
}

/** As SQL sums: what is unknown is left out, and nothing known gives nothing. */
function sum(minors: ReadonlyArray<bigint | null>): bigint | null {
  const known = minors.filter((minor) => minor !== null);
  return known.length === 0 ? null : known.reduce((total, minor) => total + minor, 0n);
}
