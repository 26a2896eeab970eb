import { type RawBuilder, sql } from 'kysely';
import type { Column, ColumnKind, Report, ReportRow, ReportScope } from './report.ts';
import { ofMerchant } from './selection.ts';

/** Which report's rows are compared, and how they are told from one another. */
export interface Compared {
  readonly report: Report;
  readonly table: 'order_results' | 'payment_results';
  /** Tells rows of the table from one another. */
  readonly key: readonly string[];
  /** The date by which a row is in the report. */
  readonly date: Column;
  /** What the restatement names of a row, beside its date; merchant and order first. */
  readonly identity: readonly Column[];
  /** The field that stands for a whole row, which came, went or moved. */
  readonly whole: string;
}

/** Rows as they held at a run, in columns that begin so. */
export interface RunSide {
  readonly prefix: string;
  readonly run: number;
}

export const BEFORE = 'before_';
export const AFTER = 'after_';

/**
 * One row per row of the results that may be shown otherwise: as it was at the scope's version before and as it is,
 * wherever it was and is, and as it was at other runs. Its key is `key_…`, what names it `shown_…`.
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
           ${sql.join(sides.flatMap(({ prefix }) => sideOf(prefix, compared)))}
    from (${changedKeys(scope, compared)}) k
    ${sql.join(
      sides.map((side) => joinedAt(side, compared)),
      sql` `,
    )}`;
}

/** Every value of one side of a pair from which a cell is made, under the side's prefix. */
function sideOf(prefix: string, { report, key, date }: Compared): RawBuilder<unknown>[] {
  const names = [...new Set([...key, date.name, 'region', ...selectedNames(report)])];
  return names.map((name) => sql`${selectedValue(prefix, name)} as ${sql.ref(`${prefix}${name}`)}`);
}

/** The table's rows as they held at a run. */
function joinedAt({ prefix: alias, run }: RunSide, { table, key }: Compared): RawBuilder<unknown> {
  const same = key.map((name) => sql`${sql.ref(`${alias}.${name}`)} = ${sql.ref(`k.${name}`)}`);
  const from = sql.ref(`${alias}.from_run`);
  const until = sql.ref(`${alias}.until_run`);
  return sql`
    left join ${sql.table(table)} ${sql.ref(alias)}
      on ${sql.join(same, sql` and `)} and ${from} <= ${run}::integer and (${until} is null or ${until} > ${run}::integer)`;
}

/** What names a row: as it is, or as it was if it is no more. */
function shownOf({ name }: Column): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(`${AFTER}.${name}`)}, ${sql.ref(`${BEFORE}.${name}`)}) as ${sql.ref(`shown_${name}`)}`;
}

/** Keys of the date's rows that a run after the version before began or ended; none of a first version. */
function changedKeys(
  scope: ReportScope,
  { table, key, date }: Pick<Compared, 'table' | 'key' | 'date'>,
): RawBuilder<unknown> {
  const { before, run, region } = scope;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const ofDate = sql`${sql.ref(date.name)} = ${scope.date}::date and region = ${region} and ${ofMerchant(scope)}`;
  if (before === undefined) return sql`select ${columns} from ${sql.table(table)} where false`;
  // Looked at from another zone, the same instant has another cell.
  if (before.zoneOf(region) !== scope.zoneOf(region))
    return sql`select distinct ${columns} from ${sql.table(table)} where ${ofDate}`;
  const since = (column: 'from_run' | 'until_run') => sql`
    select ${columns} from ${sql.table(table)}
    where ${sql.ref(column)} > ${before.run}::integer and ${sql.ref(column)} <= ${run}::integer and ${ofDate}`;
  return sql`${since('from_run')} union ${since('until_run')}`;
}

/** The selected columns from which a report makes its cells. */
function selectedNames({ columns }: Report): string[] {
  return columns.flatMap(({ name, from, currency, region }) =>
    [from ?? name, currency, region].filter((one) => one !== undefined),
  );
}

function selectedValue(alias: string, name: string): RawBuilder<unknown> {
  if (name !== 'difference_currency') return sql`${sql.ref(`${alias}.${name}`)}`;
  return sql`coalesce(${sql.ref(`${alias}.paid_currency`)}, ${sql.ref(`${alias}.requested_currency`)})`;
}

/** Where a row is: its date and region; null for one that is not there. */
export function placeOf(row: ReportRow, date: Column): string | null {
  const on = row[date.name];
  if (on === null || on === undefined) return null;
  return `${on} ${row['region'] === '' ? 'other' : row['region']}`;
}

/** Of which kind a field's cell is in its own file; what stands for a whole row is a text. */
export function kindOf(columns: readonly Column[], field: string): ColumnKind {
  return columns.find(({ name }) => name === field)?.kind ?? 'text';
}

/** The columns of one side, by their own names. */
export function partOf(pair: ReportRow, prefix: string): ReportRow {
  return Object.fromEntries(
    Object.entries(pair)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}
