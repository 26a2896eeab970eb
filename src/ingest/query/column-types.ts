import { isStated } from '../../contract/statement-fields.ts';
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
 * Refuses a query that gives other texts for rows of a statement or a bank which were read before. Without a row_id they
 * are known by their values, so that each would be a second row.
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
  if (plan.fields.some(({ path }) => path.at(-1) === 'row_id')) return;
  const changed = Object.entries(now.columns)
    .map(([path, type]) => ({ name: path.split('.').at(-1)!, was: before.columns[path], type }))
    .filter(({ was, type }) => was !== undefined && was !== type);
  const name = sourceFile(source);
  if (changed.length === 0 || !(await hasRows(session, name))) return;
  const types = changed.map((one) => `${one.name} was of the type ${one.was} and is of the type ${one.type}`);
  throw new Fault('SOURCE_READ_OTHERWISE', {
    where: name,
    found: `${types.join('; ')}: rows that were read before would count twice, because they have no row_id`,
    expected: 'columns of the types that they had, or that what was read before is withdrawn',
    remedy: [
      'If the types are right now, withdraw what was read before. The next ingest then reads the query from its first row:',
      `payin-recon withdraw ${quoted(name)} --reason "types of columns changed"`,
    ].join('\n'),
  });
}

/** Whether anything that was read of the query is not withdrawn. */
async function hasRows({ db }: Session, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('sources')
    .select('source_id')
    .where('name', '=', name)
    .where('withdrawn_by', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
