import { TABLE_KINDS } from '../contract/record-kinds.ts';
import { namesOfKind, pathOfKind } from '../contract/record-paths.ts';
import { isStated } from '../contract/statement-fields.ts';
import { nearestNames } from '../did-you-mean.ts';
import { nameText } from './mistake.ts';

/** Target of a column that is not read. */
export const IGNORE = 'ignore';

/** Name of the number of rows in totals. */
export const ROWS = 'rows';

const PATH = 'a path of a record, such as request.body.orderNo';

/** What the target of a column should be, for messages. */
export function mapPath(kind: unknown): string {
  if (!isStated(kind)) return `ignore, or ${PATH}`;
  return `ignore, or a value of ${rowOf(kind)}: ${namesOfKind(kind).join(', ')}`;
}

/** Settings of a table that map from our names. */
type OfNames = 'values' | 'words' | 'totals';

/** Each of them as it is written, by the kind of the rows; that of records first. */
const EXAMPLES: Readonly<Record<OfNames, readonly [record: string, statement: string, bank: string]>> = {
  values: ['{ money.currency: BRL }', '{ currency: BRL }', '{ currency: BRL }'],
  words: ['{ status: { Pago: SUCCESS } }', '{ type: { Venda: payment } }', '{ currency: { Real: BRL } }'],
  totals: ['{ money.amount: Valor }', '{ gross: Valor }', '{ amount: Valor }'],
};

/** What is wrong with a name in these settings, and how they are written, for messages. */
export function wrongName(kind: unknown, setting: OfNames): string {
  const [ofRecord, ofStatement, ofBank] = EXAMPLES[setting];
  if (!isStated(kind))
    return `a record has no such path. The path comes first, as in ${setting}: ${ofRecord}; expected ${PATH}`;
  const example = `${setting}: ${kind === 'bank' ? ofBank : ofStatement}`;
  const names = namesFor(kind, setting).join(', ');
  return `${rowOf(kind)} has no value of this name. The name comes first, as in ${example}; expected ${names}`;
}

/** A text of a setting that should be a path of a record but is not, with its place in the settings. */
export interface WrongPath {
  readonly path: readonly string[];
  readonly message: string;
  readonly input: string;
  /** `known`: possible targets of a column. `ofName`: the mistake is in the name of the setting; `near` may be meant. */
  readonly params:
    | { readonly known: () => readonly string[] }
    | { readonly ofName: true; readonly near: () => readonly string[] };
}

/** Wrong paths in the setting map; a value that is not a map is not checked. */
export function wrongPaths(map: unknown): WrongPath[] {
  return entriesOf(map).flatMap(([name, value]) => {
    if (typeof value === 'string')
      return isKnown(undefined, value) ? [] : [wrongTarget(undefined, ['map', name], value)];
    return wrongPathsOfTable(value).map((wrong) => ({ ...wrong, path: ['map', name, ...wrong.path] }));
  });
}

/** Wrong paths in the columns, values, words and totals of a table, or of a source. Which are right depends on its kind. */
export function wrongPathsOfTable(table: unknown): WrongPath[] {
  const { columns, kind, ...others } = Object(table);
  if (kind !== undefined && !TABLE_KINDS.includes(kind)) return [];
  return [
    ...entriesOf(columns)
      .filter(([, path]) => typeof path === 'string' && !isKnown(kind, path))
      .map(([column, path]) => wrongTarget(kind, ['columns', column], String(path))),
    ...(['values', 'words', 'totals'] as const).flatMap((setting) =>
      entriesOf(others[setting])
        .filter(([name]) => !isName(kind, setting, name))
        .map(([name, value]) => ({
          path: [setting, name],
          message: wrongName(kind, setting),
          input: name,
          params: { ofName: true as const, near: () => meantName(kind, setting, name, value) },
        })),
    ),
  ];
}

function wrongTarget(kind: string | undefined, path: readonly string[], input: string): WrongPath {
  const known = () => [IGNORE, ...namesOfKind(kind)];
  return { path, message: mapPath(kind), input, params: { known } };
}

/** A name that is spelled alike; otherwise name and value the other way round, where the value is a name. */
function meantName(kind: string | undefined, setting: OfNames, name: string, value: unknown): string[] {
  const near = nearestNames(name, namesFor(kind, setting));
  if (near.length > 0 || typeof value !== 'string' || !isName(kind, setting, value)) return near;
  return [`${setting}: { ${value}: ${nameText(name)} }`];
}

function namesFor(kind: string | undefined, setting: OfNames): readonly string[] {
  return setting === 'totals' ? [...namesOfKind(kind), ROWS] : namesOfKind(kind);
}

function isName(kind: string | undefined, setting: OfNames, name: string): boolean {
  return (setting === 'totals' && name === ROWS) || pathOfKind(kind, name) !== undefined;
}

function rowOf(kind: 'statement' | 'bank'): string {
  return kind === 'bank' ? 'a row of a bank' : 'a statement';
}

function isKnown(kind: string | undefined, path: string): boolean {
  return path === IGNORE || pathOfKind(kind, path) !== undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
