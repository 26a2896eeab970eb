import { sql } from 'kysely';
import { isStated, type StatedKind } from '../../contract/statement-fields.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { quoted } from '../../terminal-text.ts';
import { textForm } from './column-texts.ts';
import { type QueryColumns, sourceFile } from './query-columns.ts';
import { textSettings } from './text-settings.ts';
import { typeOf, watermarkField } from './watermark.ts';

/** Of which types the columns of a query are, and what else decides the texts of its rows. */
export interface ColumnTypes {
  readonly watermark: string;
  /** How the values of each column that is read are written, by its path in a record. */
  readonly columns: Readonly<Record<string, string>>;
  /** The names of those columns, by path; absent in marks of versions that did not keep them, and but for statements and banks. */
  readonly names?: Readonly<Record<string, string>>;
  /** See textSettings; absent where names are. */
  readonly settings?: Readonly<Record<string, string>>;
}

export function columnTypes(
  source: SourceSettings,
  settings: Settings,
  { fields, plan }: QueryColumns,
): ColumnTypes {
  const read = [...plan.containers, ...plan.fields]
    .map((column) => ({ ...column, form: textForm(fields[column.index]!.typeOid) }))
    .map((column) => ({ ...column, key: column.path.join('.') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const ofStated = () => ({
    names: Object.fromEntries(read.map(({ key, name }) => [key, name])),
    settings: textSettings(settings, sourceFile(source), read, plan.values),
  });
  return {
    watermark: typeOf(source, watermarkField(source, fields)).type,
    columns: Object.fromEntries(read.map(({ key, form }) => [key, form])),
    ...(isStated(plan.kind) ? ofStated() : {}),
  };
}

/**
 * Why a query is refused that gives other texts for rows of a statement or a bank which were read before: columns of other types, other
 * columns, or other settings. Rows that are known by their values, as those without a row_id are, would each be a second row.
 * @param before what it was when it was last read; undefined if it is not known
 * @returns SOURCE_READ_OTHERWISE, or undefined where nothing would count twice
 */
export async function refusalOfOtherTexts(
  session: Session,
  source: SourceSettings,
  columns: QueryColumns,
  before: ColumnTypes | undefined,
  now: ColumnTypes,
): Promise<Fault | undefined> {
  const { kind, fields } = columns.plan;
  if (before === undefined || !isStated(kind)) return undefined;
  const changed = changedTexts(columns, kind, before, now);
  if (changed.size === 0) return undefined;
  const name = sourceFile(source);
  const hasIds = fields.some(({ path }) => path.at(-1) === 'row_id');
  // A row_id of a bank belongs to a date: with another one it is another row.
  const keys = kind === 'bank' ? ['row_id', 'booked_on'] : ['row_id'];
  const key = keys.find((one) => changed.has(one));
  const isById = hasIds && key === undefined;
  if (!(await hasRows(session, name, isById ? kind : undefined))) return undefined;
  const why = isById
    ? 'some have no row_id of their own'
    : !hasIds
      ? 'they have no row_id'
      : key === 'row_id'
        ? 'another row_id is another row'
        : 'a row_id counts together with booked_on';
  return new Fault('SOURCE_READ_OTHERWISE', {
    where: name,
    found: `${[...changed.values()].join('; ')}: rows that were read before would count twice, because ${why}`,
    expected:
      'columns and settings that give the same texts as before, or that what was read before is withdrawn',
    remedy: [
      'If they are right now, withdraw what was read before. The next ingest then reads the query from its first row:',
      `payin-recon withdraw ${quoted(name)} --reason "read by other columns or settings"`,
    ].join('\n'),
  });
}

/** By the name of each value that may have another text than before: why. Rows are the same only if all their values are. */
function changedTexts(
  { fields }: QueryColumns,
  kind: StatedKind,
  before: ColumnTypes,
  now: ColumnTypes,
): ReadonlyMap<string, string> {
  const earlier = new Set([...Object.keys(before.columns), ...Object.keys(before.settings ?? {})]);
  const changed = new Map<string, string>();
  // Rows of another kind are none of those that were read.
  if (![...earlier].some((path) => path.startsWith(`${kind}.`))) return changed;
  // A column that is gone was given another name; one that is there has other values.
  const isThere = (column: string) => fields.some(({ name }) => name === column);
  for (const path of new Set([...earlier, ...Object.keys(now.columns), ...Object.keys(now.settings ?? {})])) {
    const [was, is] = [before.columns[path], now.columns[path]];
    const [old, column] = [before.names?.[path], now.names?.[path]];
    const name = path.split('.').at(-1)!;
    if (was !== is && was !== undefined && is !== undefined)
      changed.set(name, `${name} was of the type ${was} and is of the type ${is}`);
    else if (was !== is)
      changed.set(name, `${name} was read from ${is === undefined ? 'a' : 'no'} column before`);
    else if (old !== undefined && column !== undefined && old !== column && isThere(old))
      changed.set(name, `${name} was read from the column ${old} and is read from ${column}`);
    else if (before.settings !== undefined && before.settings[path] !== now.settings?.[path])
      changed.set(name, `${name} was read by other settings`);
  }
  return changed;
}

/**
 * Whether any row that was read of the query is not withdrawn.
 * @param kind asks for rows of this kind that are known by their values; undefined for any rows
 */
async function hasRows({ db }: Session, name: string, kind: StatedKind | undefined): Promise<boolean> {
  const read = await db
    .selectFrom('sources')
    .select('source_id')
    .where('name', '=', name)
    .where('withdrawn_by', 'is', null)
    // Lines that were rejected are no rows.
    .where(sql<boolean>`accepted + duplicate > 0`)
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
