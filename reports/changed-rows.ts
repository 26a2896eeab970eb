import { type RawBuilder, sql } from 'kysely';
import { owedMinor, returnedMinor } from './owed.ts';
import {
  type Column,
  type ColumnKind,
  type Report,
  type ReportRow,
  type ReportScope,
  shownColumns,
} from './report.ts';
import { ofMerchants } from './selection.ts';

/** The report whose rows are compared, and what identifies them. */
export interface Compared {
  readonly report: Report;
  readonly table: 'order_results' | 'payment_results' | 'payout_rows' | 'statement_rows';
  /** The table's rows with every column that a cell needs, where the table itself has others. */
  readonly rows?: RawBuilder<unknown>;
  /** Columns that identify a row of the table. */
  readonly key: readonly string[];
  /** Date column that decides in which report a row is. */
  readonly date: Column;
  /** Columns that identify a row in the restatement, besides its date; merchant and order first. */
  readonly identity: readonly Column[];
  /** Those of them that identify it alone, and are never empty; absent where none do. */
  readonly primaryKey?: readonly string[];
  /** Value of `field` for a whole row that was added, removed or moved. */
  readonly whole: string;
}

/** Rows valid at a run, in columns with this prefix. */
export interface RunSide {
  readonly prefix: string;
  readonly run: number;
}

export const BEFORE = 'before_';
export const AFTER = 'after_';

/**
 * One row per row of the results that may have changed: as of the scope's previous version and as of now,
 * whatever its date and region. Its key is in `key_…`, its identifying columns in `shown_…`.
 */
export function changedRows(
  scope: ReportScope,
  compared: Compared,
  others: readonly RunSide[] = [],
): RawBuilder<unknown> {
  const { key, identity } = compared;
  const sides: RunSide[] = [
    { prefix: BEFORE, run: scope.before?.run ?? 0 },
    { prefix: AFTER, run: scope.run },
    ...others,
  ];
  return sql`
    select ${sql.join(key.map((name) => sql`${sql.ref(`k.${name}`)} as ${sql.ref(`key_${name}`)}`))},
           ${sql.join(identity.map(shownOf))},
           ${sql.join(sides.flatMap(({ prefix }) => sideOf(prefix, scope, compared)))}
    from (${changedKeys(scope, compared)}) k
    ${sql.join(
      sides.map((side) => joinedAt(side, compared)),
      sql` `,
    )}`;
}

/**
 * Those of {@link changedRows} in which a cell of the scope may differ. A value that is the same before and after, as is the
 * currency or region by which it is shown, is null on both sides: of an order, few of many have changed.
 */
export function differingRows(scope: ReportScope, compared: Compared): RawBuilder<unknown> {
  const rows = changedRows(scope, compared);
  // In another zone the same instant has another cell.
  if (scope.before?.zoneOf(scope.region) !== scope.zoneOf(scope.region)) return rows;
  const places = placesOf(scope, compared);
  const names = namesOf(scope, compared);
  const valuesOf = (prefix: string, of: readonly string[]) =>
    sql.join(of.map((name) => sql.ref(`${prefix}${name}`)));
  const differs = (of: readonly string[]) =>
    sql`(${valuesOf(BEFORE, of)}) is distinct from (${valuesOf(AFTER, of)})`;
  const shown = (name: string) =>
    [BEFORE, AFTER].map((prefix) => {
      const value = sql.ref(`${prefix}${name}`);
      const own = places.get(name);
      return own === undefined
        ? value
        : sql`case when ${differs([name, ...own])} then ${value} end as ${value}`;
    });
  return sql`
    select ${sql.join(orderOfChanges(compared).map((name) => sql.ref(name)))}, ${sql.join(names.flatMap(shown))}
    from (${rows}) c
    where ${differs(names)}`;
}

/** The columns of changedRows by which its rows are in order. */
export function orderOfChanges({ identity, key }: Compared): string[] {
  return [...identity.map(({ name }) => `shown_${name}`), ...key.map((name) => `key_${name}`)];
}

/** Every value of one side of a pair that a cell needs, under the side's prefix. */
function sideOf(prefix: string, scope: ReportScope, compared: Compared) {
  return namesOf(scope, compared).map(
    (name) => sql`${selectedValue(prefix, name)} as ${sql.ref(`${prefix}${name}`)}`,
  );
}

/** The columns of one side. */
function namesOf(scope: ReportScope, { report, key, date }: Compared): string[] {
  return [...new Set([...key, date.name, 'region', ...selectedNames(report, scope)])];
}

/**
 * The columns of one side that only cells of their own need, each with the columns by which these cells are shown. Those that
 * identify a row, or by which others are shown, are not among them.
 */
function placesOf(scope: ReportScope, { report, key, date, identity }: Compared): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const columns = shownColumns(report, scope);
  for (const column of columns) {
    const name = column.from ?? column.name;
    places.set(name, new Set([...(places.get(name) ?? []), ...shownBy(column)]));
  }
  const kept = [
    ...key,
    date.name,
    'region',
    ...identity.map(({ name }) => name),
    ...columns.flatMap(shownBy),
  ];
  for (const name of kept) places.delete(name);
  return places;
}

/** The table's rows valid at a run. */
function joinedAt({ prefix, run }: RunSide, compared: Compared): RawBuilder<unknown> {
  const { key } = compared;
  const same = key.map((column) => sql`${sql.ref(`${prefix}.${column}`)} = ${sql.ref(`k.${column}`)}`);
  const from = sql.ref(`${prefix}.from_run`);
  const until = sql.ref(`${prefix}.until_run`);
  return sql`
    left join ${rowsOf(compared)} ${sql.ref(prefix)}
      on ${sql.join(same, sql` and `)} and ${from} <= ${run}::integer and (${until} is null or ${until} > ${run}::integer)`;
}

function rowsOf({ table, rows }: Pick<Compared, 'table' | 'rows'>): RawBuilder<unknown> {
  return rows ?? sql.table(table);
}

/** Identifying columns of a row: the current ones, or the previous ones of a removed row. */
function shownOf({ name }: Column): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(`${AFTER}.${name}`)}, ${sql.ref(`${BEFORE}.${name}`)}) as ${sql.ref(`shown_${name}`)}`;
}

/**
 * Keys of the date's rows that began or ended after the previous version; none for a first version.
 * @param together how both are put together: `union all` repeats a key that did both, and ends early under a limit
 */
export function changedKeys(
  scope: ReportScope,
  compared: Compared,
  together: 'union' | 'union all' = 'union',
): RawBuilder<unknown> {
  const { key, date } = compared;
  const own = rowsOf(compared);
  const { before, run, region } = scope;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const ofDate = sql`${sql.ref(date.name)} = ${scope.date}::date and region = ${region} and ${ofMerchants(scope)}`;
  if (before === undefined) return sql`select ${columns} from ${own} r where false`;
  // In another zone the same instant has another cell.
  if (before.zoneOf(region) !== scope.zoneOf(region))
    return sql`select distinct ${columns} from ${own} r where ${ofDate}`;
  const since = (column: 'from_run' | 'until_run') => sql`
    select ${columns} from ${own} r
    where ${sql.ref(column)} > ${before.run}::integer and ${sql.ref(column)} <= ${run}::integer and ${ofDate}`;
  return sql`${since('from_run')} ${sql.raw(together)} ${since('until_run')}`;
}

/** The selected columns that a report's cells need. */
function selectedNames(report: Report, scope: ReportScope): string[] {
  return shownColumns(report, scope).flatMap((column) => [column.from ?? column.name, ...shownBy(column)]);
}

/** The selected columns by which a column's value is shown. */
function shownBy({ currency, region }: Column): string[] {
  return [currency, region].filter((one) => one !== undefined);
}

function selectedValue(alias: string, name: string): RawBuilder<unknown> {
  if (name === 'owed_minor') return owedMinor(alias);
  if (name === 'returned_minor') return returnedMinor(alias);
  if (name !== 'difference_currency') return sql`${sql.ref(`${alias}.${name}`)}`;
  return sql`coalesce(${sql.ref(`${alias}.paid_currency`)}, ${sql.ref(`${alias}.requested_currency`)})`;
}

/** Date and region of a row, or of one side of a pair; null if it does not exist. */
export function placeOf(row: ReportRow, date: Column, prefix = ''): string | null {
  const on = row[`${prefix}${date.name}`];
  if (on === null || on === undefined) return null;
  const region = row[`${prefix}region`];
  return `${on} ${region === '' ? 'other' : region}`;
}

/** A column as one side of a pair has it. */
export function columnOf(column: Column, prefix: string): Column {
  const { name, from = name, currency, region } = column;
  return {
    ...column,
    from: `${prefix}${from}`,
    ...(currency === undefined ? {} : { currency: `${prefix}${currency}` }),
    ...(region === undefined ? {} : { region: `${prefix}${region}` }),
  };
}

/** Kind of a field's cell in its own file; a whole row counts as text. */
export function kindOf(columns: readonly Column[], field: string): ColumnKind {
  return columns.find(({ name }) => name === field)?.kind ?? 'text';
}

/** Columns of one side, by their own names. */
export function partOf(pair: ReportRow, prefix: string): ReportRow {
  return Object.fromEntries(
    Object.entries(pair)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}
