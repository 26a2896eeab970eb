import { namesOfKind, pathOfKind } from '../contract/record-paths.ts';
import { isStated } from '../contract/statement-fields.ts';

/** Target of a column that is not read. */
export const IGNORE = 'ignore';

/** Name of the number of rows in totals. */
export const ROWS = 'rows';

/** What the target of a column should be, for messages. */
export function mapPath(kind: unknown): string {
  if (!isStated(kind)) return 'ignore, or a path of a record, such as request.body.orderNo';
  return `ignore, or a value of a ${kind === 'bank' ? 'row of a bank' : 'statement'}: ${namesOfKind(kind).join(', ')}`;
}

/** Possible targets of a column, for messages. */
export function mapPaths(kind: unknown): readonly string[] {
  return [IGNORE, ...namesOfKind(typeof kind === 'string' ? kind : undefined)];
}

/** A text of a setting that should be a path of a record but is not, with its place in the settings. */
export interface WrongPath {
  readonly path: readonly string[];
  readonly text: string;
  /** Of the table's rows, as far as the settings say. */
  readonly kind?: unknown;
}

/** Wrong paths in the setting map; a value that is not a map is not checked. */
export function wrongPaths(map: unknown): WrongPath[] {
  return entriesOf(map).flatMap(([name, value]) => {
    if (typeof value === 'string')
      return isKnown(undefined, value) ? [] : [{ path: ['map', name], text: value }];
    const { kind } = Object(value);
    return wrongPathsOfTable(value).map(({ path, text }) => ({ path: ['map', name, ...path], text, kind }));
  });
}

/** Wrong paths in the columns, values and words of a table, or of a source. */
export function wrongPathsOfTable(table: unknown): WrongPath[] {
  const { columns, values, words, totals, kind } = Object(table);
  return [
    ...entriesOf(columns)
      .filter(([, path]) => typeof path === 'string' && !isKnown(kind, path))
      .map(([column, path]) => ({ path: ['columns', column], text: String(path) })),
    ...entriesOf(values)
      .filter(([path]) => pathOfKind(kind, path) === undefined)
      .map(([path]) => ({ path: ['values', path], text: path })),
    ...entriesOf(words)
      .filter(([path]) => pathOfKind(kind, path) === undefined)
      .map(([path]) => ({ path: ['words', path], text: path })),
    ...entriesOf(totals)
      .filter(([path]) => path !== ROWS && pathOfKind(kind, path) === undefined)
      .map(([path]) => ({ path: ['totals', path], text: path })),
  ];
}

function isKnown(kind: string | undefined, path: string): boolean {
  return path === IGNORE || pathOfKind(kind, path) !== undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
