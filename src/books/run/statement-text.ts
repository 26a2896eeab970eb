import type { StatedMoney, StatementSums } from '../../export/statement-sums.ts';
import { moneyText } from '../../money-text.ts';
import type { Outcome } from '../../reconcile/rules/outcome.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { grouped } from '../../terminal-text.ts';
import type { RegionSummary } from './summary.ts';

/** How many stuck and expired orders statements show as paid, and what is owed to payers; a line for each region. */
export function statementText(summaries: readonly RegionSummary[]): string {
  const regions = [...new Set(summaries.map(({ region }) => region))];
  const named = (region: string, text: string) =>
    regions.length > 1 ? `${regionFolder(region)}: ${text}` : text;
  return regions
    .flatMap((region) => {
      const own = summaries.filter((summary) => summary.region === region);
      return [
        unpaidText('STUCK', own, ({ stuckPaid }) => stuckPaid),
        unpaidText('EXPIRED', own, ({ expiredPaid }) => expiredPaid),
        owedText(own),
      ]
        .filter((text) => text !== undefined)
        .map((text) => named(region, text));
    })
    .join('\n');
}

/** How many orders of an outcome statements show as paid; undefined if none. */
function unpaidText(
  outcome: Outcome,
  summaries: readonly RegionSummary[],
  paidOf: (sums: StatementSums) => readonly StatedMoney[],
): string | undefined {
  const paid = summaries.flatMap(({ statements }) => (statements === undefined ? [] : paidOf(statements)));
  if (paid.length === 0) return undefined;
  const all = summaries
    .flatMap(({ outcomes }) => outcomes)
    .filter((total) => total.outcome === outcome)
    .reduce((sum, { orders }) => sum + orders, 0);
  const orders = paid.reduce((sum, one) => sum + one.orders, 0);
  const which = `${outcome} ${grouped(all)}, of which ${grouped(orders)} paid according to the statement`;
  return `${which} (${sumsText(paid)}), callback missing`;
}

/** Of several dates, the last one shows what is owed of all before. */
function owedText(summaries: readonly RegionSummary[]): string | undefined {
  const last = summaries.toSorted((one, other) => (one.date < other.date ? -1 : 1)).at(-1);
  const owed = last?.statements?.owed ?? [];
  if (owed.length === 0) return undefined;
  const orders = owed.reduce((sum, one) => sum + one.orders, 0);
  return `Owed to payers: ${sumsText(owed)} of ${grouped(orders)} ${orders === 1 ? 'order' : 'orders'}, see refunds-due.csv`;
}

function sumsText(sums: ReadonlyArray<{ readonly currency: string | null; readonly minor: string }>): string {
  const byCurrency = new Map<string | null, bigint>();
  for (const { currency, minor } of sums)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + BigInt(minor));
  return [...byCurrency]
    .map(([currency, minor]) => `${currency ?? 'no currency'} ${moneyText(String(minor), currency)}`)
    .join(', ');
}
