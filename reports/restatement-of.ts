import { sql } from 'kysely';
import {
  AFTER,
  BEFORE,
  type Compared,
  changedRows,
  kindOf,
  orderOfChanges,
  partOf,
  placeOf,
} from './changed-rows.ts';
import { cell, text } from './columns.ts';
import { type CellTextOf, type Report, type ReportRow, type ReportScope, shownColumns } from './report.ts';
import { bytewise } from './selection.ts';

/** A report that lists, value by value, how another report of this version differs from the previous version. */
export function restatementOf(named: Pick<Report, 'name' | 'title' | 'grain'>, compared: Compared): Report {
  return {
    ...named,
    fact: false,
    ...(compared.primaryKey === undefined ? {} : { primaryKey: [...compared.primaryKey, 'field'] }),
    columns: [
      compared.date,
      ...compared.identity,
      text(
        'field',
        `Column of ${compared.report.name}.csv; ${compared.whole} for a row that was added, removed or moved`,
        'outcome',
      ),
      cell(
        'previous',
        'Cell in the previous version; for a row that was added or removed, its previous date and region',
        'PENDING',
      ),
      cell(
        'current',
        'Cell in this version; for a row that was added or removed, its current date and region',
        'MATCHED',
      ),
    ],
    select: (db, scope) =>
      db
        .selectFrom(sql<Record<string, string | null>>`(${changedRows(scope, compared)})`.as('r'))
        .selectAll()
        .orderBy(bytewise(orderOfChanges(compared))),
    unfold: (row, scope, cellTextOf) => changes(row, scope, cellTextOf, compared),
  };
}

/** Changes of one row: the whole row if it was added, removed or moved, otherwise each changed cell. */
function changes(
  pair: ReportRow,
  scope: ReportScope,
  cellTextOf: CellTextOf,
  { report, date, identity, whole }: Compared,
): ReportRow[] {
  const previous = partOf(pair, BEFORE);
  const current = partOf(pair, AFTER);
  const was = placeOf(previous, date);
  const is = placeOf(current, date);
  const here = placeOf({ [date.name]: scope.date, region: scope.region }, date);
  const shown = current[date.name] === null ? previous : current;
  const row = (field: string, before: string | null, after: string | null): ReportRow => ({
    ...Object.fromEntries(identity.map(({ name }) => [name, shown[name] ?? null])),
    [date.name]: scope.date,
    field,
    previous: before,
    current: after,
    // In the first schema, texts that look like numbers were not guarded.
    cell_kind: scope.schema < 2 ? null : kindOf(report.columns, field),
  });
  if (was !== here && is !== here) return [];
  if (was !== is) return [row(whole, was, is)];
  const zoneBefore = scope.before?.zoneOf ?? scope.zoneOf;
  return shownColumns(report, scope)
    .map((column) => ({
      field: column.name,
      before: cellTextOf(column, previous, zoneBefore),
      after: cellTextOf(column, current, scope.zoneOf),
    }))
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => (one.field < other.field ? -1 : 1))
    .map(({ field, before, after }) => row(field, before, after));
}
