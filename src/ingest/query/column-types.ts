import { sql } from 'kysely';
import { isStated, type StatedKind } from '../../contract/statement-fields.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { quoted } from '../../terminal-text.ts';
import { textForm } from './column-texts.ts';
import { type QueryColumns, sourceFile } from './query-columns.ts';
import { typeOf, watermarkField } from './watermark.ts';

/** Of which types the columns of a query are, as far as the way its rows are read depends on it. */
export interface ColumnTypes {
  readonly watermark: string;
  /** How the values of each column that is read are written, by its path in a record. */
  readonly columns: Readonly<Record<string, string>>;
}

export function columnTypes(source: SourceSettings, { fields, plan }: QueryColumns): ColumnTypes {
  const read = [...plan.containers, ...plan.fields].map(
    ({ index, path }) => [path.join('.'), textForm(fields[index]!.typeOid)] as const,
  );
  return {
    watermark: typeOf(source, watermarkField(source, fields)).type,
    columns: Object.fromEntries(read.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Refuses a query that gives other texts for rows of a statement or a bank which were read before. Rows that are known by
 * their values, as those without a row_id are, would each be a second row.
 * @param before the types when it was last read; undefined if they are not known
 * @throws Fault SOURCE_READ_OTHERWISE
 */
export async function refuseOtherTypes(
  session: Session,
  source: SourceSettings,
  { plan }: QueryColumns,
  before: ColumnTypes | undefined,
  now: ColumnTypes,
): Promise<void> {
  if (before === undefined || !isStated(plan.kind)) return;
  const changed = Object.entries(now.columns)
    .map(([path, type]) => ({ name: path.split('.').at(-1)!, was: before.columns[path], type }))
    .filter(({ was, type }) => was !== undefined && was !== type);
  const name = sourceFile(source);
  if (changed.length === 0) return;
  const hasIds = plan.fields.some(({ path }) => path.at(-1) === 'row_id');
  // A row_id of a bank belongs to a date: with another one it is another row.
  const isById = hasIds && !changed.some((one) => one.name === 'booked_on');
  if (!(await hasRows(session, name, isById ? plan.kind : undefined))) return;
  const types = changed.map((one) => `${one.name} was of the type ${one.was} and is of the type ${one.type}`);
  const why = isById
    ? 'some have no row_id of their own'
    : hasIds
      ? 'a row_id counts together with booked_on'
      : 'they have no row_id';
  throw new Fault('SOURCE_READ_OTHERWISE', {
    where: name,
    found: `${types.join('; ')}: rows that were read before would count twice, because ${why}`,
    expected: 'columns of the types that they had, or that what was read before is withdrawn',
    remedy: [
      'If the types are right now, withdraw what was read before. The next ingest then reads the query from its first row:',
      `payin-recon withdraw ${quoted(name)} --reason "types of columns changed"`,
    ].join('\n'),
  });
}

/**
 * Whether anything that was read of the query is not withdrawn.
 * @param kind asks for rows of this kind that are known by their values; undefined for any rows
 */
async function hasRows({ db }: Session, name: string, kind: StatedKind | undefined): Promise<boolean> {
  const read = await db
    .selectFrom('sources')
    .select('source_id')
    .where('name', '=', name)
    .where('withdrawn_by', 'is', null)
    .execute();
  if (kind === undefined || read.length === 0) return read.length > 0;
  const sources = read.map(({ source_id }) => source_id);
  const [table, isByValues] =
    kind === 'bank'
      ? [sql.table('bank_rows'), sql`row_id is null or row_key <> row_id || ' ' || booked_on::text`]
      : [sql.table('statements'), sql`row_id is null`];
  const { rows } = await sql`
    select 1 from ${table} where source_id = any (${sources}::integer[]) and (${isByValues}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
