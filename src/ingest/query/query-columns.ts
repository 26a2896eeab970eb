import { recordKind } from '../../contract/record-kinds.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import type { SourceSettings } from '../../settings/sources.ts';
import { type ColumnPlan, readColumns } from '../csv/column-plan.ts';
import { proposeColumns } from '../csv/propose-columns.ts';
import { checkStated } from '../csv/stated-columns.ts';
import { openText, proposedColumns, withPath } from '../csv/unknown-columns.ts';
import { selectOf } from './query-text.ts';
import type { DatabaseRows, SourceDatabase } from './source-database.ts';
import { typeOf, watermarkField } from './watermark.ts';

/** Types that cannot be read as text of a record, with the remedy. */
const REFUSED: ReadonlyMap<number, string> = new Map([
  [17, "bytea, which is bytes: select convert_from(…, 'UTF8'), or ignore it"],
  [1001, 'bytea[], which is bytes: ignore it'],
  [790, 'money, which the server writes by its language: select it as ::numeric'],
]);

export interface QueryColumns {
  readonly fields: DatabaseRows['fields'];
  readonly plan: ColumnPlan;
}

/**
 * What the columns of a query mean, by the rules of CSV files; the watermark column need not mean anything.
 * @param settings as sourceSettings returns them
 * @throws Fault SOURCE_QUERY, SOURCE_UNREACHABLE
 */
export async function readQueryColumns(
  database: SourceDatabase,
  source: SourceSettings,
  settings: Settings,
): Promise<QueryColumns> {
  const { fields } = await database.ask(`select * from ${selectOf(source)} limit 0`);
  const watermark = watermarkField(source, fields);
  typeOf(source, watermark);
  const names = fields.map(({ name }) => name);
  const { plan, unknown, repeated } = readColumns(
    names,
    sourceFile(source),
    settings,
    recordKind(source.kind),
  );
  const known = names.map((name) => name.toLowerCase());
  const missing = Object.keys(source.columns).filter(
    (name) => name !== '*' && !known.includes(name.toLowerCase()),
  );
  if (missing.length > 0) throw missingFault(source, missing, names);
  const unmapped = unknown.filter(({ cell }) => cell !== watermark.name);
  if (unmapped.length > 0)
    throw unknownFault(
      source,
      unmapped.map(({ cell }) => cell),
      plan,
    );
  const twice = [...repeated, ...names.filter((name, index) => names.indexOf(name) !== index)];
  if (twice.length > 0) {
    throw columnsFault(source, `two columns for the same value: ${[...new Set(twice)].join(', ')}`);
  }
  for (const { index } of [...plan.containers, ...plan.fields]) {
    const { name, typeOid } = fields[index]!;
    const refused = REFUSED.get(typeOid);
    if (refused !== undefined) throw columnsFault(source, `the column ${name} is ${refused}`);
  }
  if (plan.containers.length + plan.fields.length === 0) {
    throw columnsFault(source, `no column of a record, of ${names.length}`);
  }
  checkStated(plan, `${source.name}: columns`);
  return { fields, plan };
}

/** Name of the source among those that were read; it takes the place of a file's name. */
export function sourceFile({ name }: SourceSettings): string {
  return `query:${name}`;
}

/** If a column were gone, every row from then on would lack its values. */
function missingFault(source: SourceSettings, missing: readonly string[], names: readonly string[]): Fault {
  const others = names.filter((name) => !(name in source.columns));
  const beside = others.length === 0 ? '' : `; besides those that are named there is ${others.join(', ')}`;
  return columnsFault(
    source,
    `the query has no column ${missing.join(', ')}${beside}`,
    "Name the column as it is called now in the source's columns, or take it out of them.",
  );
}

function unknownFault(source: SourceSettings, columns: readonly string[], plan: ColumnPlan): Fault {
  const paths = [...plan.containers, ...plan.fields].map(({ path }) => path.join('.'));
  const known = [...paths, ...plan.values.map(([path]) => path.join('.'))];
  const proposal = proposeColumns(columns, {
    kind: recordKind(source.kind),
    paths: known,
    name: source.name,
  });
  const lines = Object.entries(proposedColumns(proposal)).map(([column, path]) => `\n${column}: ${path}`);
  const added = lines.length === 0 ? '' : ` Add to them:${lines.join('')}`;
  return columnsFault(
    source,
    `unknown columns: ${columns.map((column) => withPath(column, proposal)).join('; ')}`,
    `Give each of them a path or ignore in the source's columns.${added}${openText(proposal)}`,
  );
}

function columnsFault(source: SourceSettings, found: string, remedy?: string): Fault {
  return new Fault('SOURCE_QUERY', {
    where: `${source.name}: columns`,
    found,
    expected:
      'dot paths of a record (request.body.orderNo), of a callback (money.amount), or names of columns',
    ...(remedy === undefined ? {} : { remedy }),
  });
}
