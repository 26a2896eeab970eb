import { type RawBuilder, sql } from 'kysely';
import { cell, text } from './columns.ts';
import type { CellTextOf, Column, Report, ReportRow, ReportScope } from './report.ts';
import { bytewise, ofMerchant } from './selection.ts';

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

const BEFORE = 'before_';
const AFTER = 'after_';

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
        .selectFrom(sql<Record<string, string | null>>`(${pairs(scope, compared)})`.as('r'))
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

/** One row per row of the results that may be shown otherwise: as it was and as it is, wherever it was and is. */
function pairs(scope: ReportScope, compared: Compared): RawBuilder<unknown> {
  const { key, identity } = compared;
  return sql`
    select ${sql.join(key.map((name) => sql`${sql.ref(`k.${name}`)} as ${sql.ref(`key_${name}`)}`))},
           ${sql.join(identity.map(shownOf))},
           ${sql.join([...sideOf('b', BEFORE, compared), ...sideOf('a', AFTER, compared)])}
    from (${changedKeys(scope, compared)}) k
    ${joinedAt('b', scope.before?.run ?? 0, compared)}
    ${joinedAt('a', scope.run, compared)}`;
}

/** Every value of one side of a pair from which a cell is made, under the side's prefix. */
function sideOf(alias: string, prefix: string, { report, key, date }: Compared): RawBuilder<unknown>[] {
  const names = [...new Set([...key, date.name, 'region', ...selectedNames(report)])];
  return names.map((name) => sql`${selectedValue(alias, name)} as ${sql.ref(`${prefix}${name}`)}`);
}

/** The table's rows as they held at a run. */
function joinedAt(alias: string, run: number, { table, key }: Compared): RawBuilder<unknown> {
  const same = key.map((name) => sql`${sql.ref(`${alias}.${name}`)} = ${sql.ref(`k.${name}`)}`);
  const from = sql.ref(`${alias}.from_run`);
  const until = sql.ref(`${alias}.until_run`);
  return sql`
    left join ${sql.table(table)} ${sql.ref(alias)}
      on ${sql.join(same, sql` and `)} and ${from} <= ${run}::integer and (${until} is null or ${until} > ${run}::integer)`;
}

/** What names a row: as it is, or as it was if it is no more. */
function shownOf({ name }: Column): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(`a.${name}`)}, ${sql.ref(`b.${name}`)}) as ${sql.ref(`shown_${name}`)}`;
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
  const here = `${scope.date} ${scope.region === '' ? 'other' : scope.region}`;
  const shown = current[date.name] === null ? previous : current;
  const row = (field: string, before: string | null, after: string | null): ReportRow => ({
    ...Object.fromEntries(identity.map(({ name }) => [name, shown[name] ?? null])),
    [date.name]: scope.date,
    field,
    previous: before,
    current: after,
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

/** Where a row is: its date and region; null for one that is not there. */
function placeOf(row: ReportRow, date: Column): string | null {
  const on = row[date.name];
  if (on === null || on === undefined) return null;
  return `${on} ${row['region'] === '' ? 'other' : row['region']}`;
}

/** The columns of one side, by their own names. */
function partOf(pair: ReportRow, prefix: string): ReportRow {
  return Object.fromEntries(
    Object.entries(pair)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}
