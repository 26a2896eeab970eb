import { textTable } from '../../src/operate/text.ts';
import type { Taken } from './program.ts';

/** One process of one round. */
export interface Measured extends Taken {
  /** What is measured, such as `postgresql 1000000 reconcile`; rounds of the same are summed up in one row. */
  readonly what: string;
  readonly phase: string;
  readonly orders: number;
}

/** Medians of the rounds, one row a phase, with the ratio to the phase that it is held against. */
export function tableOf(
  measured: readonly Measured[],
  against: Readonly<Record<string, string>> = {},
): string {
  const keys = [...new Set(measured.map(keyOf))];
  const secondsOf = (key: string) =>
    median(measured.filter((one) => keyOf(one) === key).map(({ seconds }) => seconds));
  const rows = keys.map((key) => {
    const same = measured.filter((one) => keyOf(one) === key);
    const { what, orders, phase } = same[0]!;
    const seconds = secondsOf(key);
    const other = against[phase];
    const otherKey = other === undefined ? undefined : keyOf({ what, orders, phase: other });
    return [
      what,
      String(orders),
      phase,
      seconds.toFixed(2),
      Math.round(orders / seconds).toString(),
      Math.max(...same.map(({ megabytes }) => megabytes)).toFixed(0),
      otherKey === undefined ? '' : `${(seconds / secondsOf(otherKey)).toFixed(2)} of ${other}`,
    ];
  });
  const header = ['what', 'orders', 'phase', 'seconds', 'orders/s', 'peak MB', 'ratio'];
  return textTable(header, rows, ['orders', 'seconds', 'orders/s', 'peak MB']);
}

function keyOf({ what, orders, phase }: Pick<Measured, 'what' | 'orders' | 'phase'>): string {
  return `${what} ${orders} ${phase}`;
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
