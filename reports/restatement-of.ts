import { sql } from 'kysely';
import { AFTER, BEFORE, type Compared, changedRows, kindOf, partOf, placeOf } from './changed-rows.ts';
import { cell, text } from './columns.ts';
import type { CellTextOf, Report, ReportRow, ReportScope } from './report.ts';
import { bytewise } from './selection.ts';

/** The report that lists, value by value, what another one of this version shows otherwise than the version before. */
export function restatementOf(named: Pick<Report, 'name' | 'title' | 'grain'>, compared: Compared): Report {
  return {
    ...named,
    fact: false,
    columns: [
      compared.date,
      ...compared.identity,
      text(
        'field',
        `Column of ${compared.report.name}.csv; ${compared.whole} for one that came, went or moved`,
      ),
      cell(
        'previous',
        'Its cell in the version before; of what came or went, the date and region where it was',
      ),
      cell('current', 'Its cell in this version; of what came or went, the date and region where it is'),
    ],
    select: (db, scope) =>
      db
        .selectFrom(sql<Record<string, string | null>>`(${changedRows(scope, compared)})`.as('r'))
        .selectAll()
        .orderBy(
          bytewise([
            ...compared.identity.map(({ name }) => `shown_${name}`),
            ...compared.key.map((name) => `key_${name}`),
          ]),
        ),
    unfold: (row, scope, cellTextOf) => changes(row, scope, cellTextOf, compared),
  };
}

/** What changed of one row: the whole of it, if it came, went or moved, else each cell that says something else. */
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
    // Texts of the first schema were guarded by their looks.
    cell_kind: scope.schema < 2 ? null : kindOf(report.columns, field),
  });
  if (was !== here && is !== here) return [];
  if (was !== is) return [row(whole, was, is)];
  const zoneBefore = scope.before?.zoneOf ?? scope.zoneOf;
  return report.columns
    .map((column) => ({
      field: column.name,
      before: cellTextOf(column, previous, zoneBefore),
      after: cellTextOf(column, current, scope.zoneOf),
    }))
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => (one.field < other.field ? -1 : 1))
    .map(({ field, before, after }) => row(field, before, after));
}
