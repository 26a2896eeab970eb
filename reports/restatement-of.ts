import { sql } from 'kysely';
import {
  AFTER,
  BEFORE,
  type Compared,
  columnOf,
  differingRows,
  orderOfChanges,
  placeOf,
} from './changed-rows.ts';
import { cell, text } from './columns.ts';
import {
  type CellTextOf,
  type Column,
  type ColumnKind,
  type Report,
  type ReportRow,
  type ReportScope,
  shownColumns,
} from './report.ts';
import { bytewise } from './selection.ts';

/** A report that lists, value by value, how another report of this version differs from the previous version. */
export function restatementOf(named: Pick<Report, 'name' | 'title' | 'grain'>, compared: Compared): Report {
  // Made once for each of the two forms of a report, not for each of its rows.
  const columnsOf = new Map<boolean, readonly ComparedColumn[]>();
  const columnsIn = (scope: ReportScope) => {
    const columns = columnsOf.get(scope.ofStatements) ?? comparedColumns(scope, compared);
    columnsOf.set(scope.ofStatements, columns);
    return columns;
  };
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
        .selectFrom(sql<Record<string, string | null>>`(${differingRows(scope, compared)})`.as('r'))
        .selectAll()
        .orderBy(bytewise(orderOfChanges(compared))),
    unfold: (row, scope, cellTextOf) => changes(row, scope, cellTextOf, compared, columnsIn(scope)),
  };
}

/** A column of the compared report, as either side of a pair has it. */
interface ComparedColumn {
  readonly field: string;
  readonly kind: ColumnKind;
  readonly before: Column;
  readonly after: Column;
}

/** The columns of the compared report that a version has, by their names. */
function comparedColumns(scope: ReportScope, { report }: Compared): ComparedColumn[] {
  return shownColumns(report, scope)
    .map((column) => ({
      field: column.name,
      kind: column.kind,
      before: columnOf(column, BEFORE),
      after: columnOf(column, AFTER),
    }))
    .sort((one, other) => (one.field < other.field ? -1 : 1));
}

/** Changes of one row: the whole row if it was added, removed or moved, otherwise each changed cell. */
function changes(
  pair: ReportRow,
  scope: ReportScope,
  cellTextOf: CellTextOf,
  { date, identity, whole }: Compared,
  columns: readonly ComparedColumn[],
): ReportRow[] {
  const was = placeOf(pair, date, BEFORE);
  const is = placeOf(pair, date, AFTER);
  const here = placeOf({ [date.name]: scope.date, region: scope.region }, date);
  if (was !== here && is !== here) return [];
  const side = is === null ? BEFORE : AFTER;
  const identified = Object.fromEntries(identity.map(({ name }) => [name, pair[`${side}${name}`] ?? null]));
  const row = (field: string, kind: ColumnKind, previous: string | null, current: string | null) => ({
    ...identified,
    [date.name]: scope.date,
    field,
    previous,
    current,
    // In the first schema, texts that look like numbers were not guarded.
    cell_kind: scope.schema < 2 ? null : kind,
  });
  if (was !== is) return [row(whole, 'text', was, is)];
  const zoneBefore = scope.before?.zoneOf ?? scope.zoneOf;
  return columns.flatMap(({ field, kind, before, after }) => {
    const previous = cellTextOf(before, pair, zoneBefore);
    const current = cellTextOf(after, pair, scope.zoneOf);
    return previous === current ? [] : [row(field, kind, previous, current)];
  });
}
