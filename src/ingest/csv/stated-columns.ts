import { isStated, type StatedKind } from '../../contract/statement-fields.ts';
import { Fault } from '../../errors.ts';
import type { ColumnPlan } from './column-plan.ts';

/** Values of which a row needs one, and what it needs them for. */
type Needed = readonly [what: string, names: readonly string[]];

/** What every row of a kind needs. */
export const NEEDED_OF_ROW: Readonly<Record<StatedKind, readonly Needed[]>> = {
  statement: [
    ['the order or payout of a row', ['order_no', 'trade_no', 'payout_id']],
    ['its time or date', ['completed_at', 'settled_on']],
  ],
  bank: [
    ['the date of a row', ['booked_on']],
    ['its amount', ['amount']],
  ],
};

/** What every row of a kind needs and has no column for. */
export function missingOf(
  kind: string | undefined,
  names: ReadonlySet<string | undefined>,
): readonly Needed[] {
  const needed = isStated(kind) ? NEEDED_OF_ROW[kind] : [];
  return needed.filter(([, oneOf]) => !oneOf.some((name) => names.has(name)));
}

/**
 * Refuses a statement without a column that every row needs: it may be another kind of file, or of another provider.
 * @param where the file and line of its header, or the query
 * @param columns of a file, which columns its header has; absent for a query
 * @throws Fault SOURCE_STATEMENT, or SOURCE_QUERY for a query
 */
export function checkStated(
  { kind, fields, values }: ColumnPlan,
  where: string,
  columns?: () => string,
): void {
  const names = new Set([...fields.map(({ path }) => path.at(-1)), ...values.map(([path]) => path.at(-1))]);
  const missing = missingOf(kind, names);
  if (missing.length === 0) return;
  throw new Fault(columns === undefined ? 'SOURCE_QUERY' : 'SOURCE_STATEMENT', {
    where,
    found: `no column for ${missing.map(([what]) => what).join(', and for ')}${columns === undefined ? '' : `, ${columns()}`}`,
    expected: missing.map(([, needed]) => `a column mapped to ${needed.join(', ')}`).join('; '),
    remedy:
      'Map a column to one of them in columns of its entry of map, or of its source. ' +
      (columns === undefined
        ? ''
        : 'If this is not the header, set headerRow, delimiter or encoding of the entry. ') +
      'If the file is no such statement, name the files of the entry more closely with files.',
  });
}
