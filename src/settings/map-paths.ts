import { PATH_NAMES, recordPath } from '../contract/record-paths.ts';

/** Target of a column that is not read. */
export const IGNORE = 'ignore';

export const MAP_PATH = 'ignore, or a path of a record, such as request.body.orderNo';

/** Possible targets of a column, for messages. */
export const MAP_PATHS: readonly string[] = [IGNORE, ...PATH_NAMES];

/** A text of a setting that should be a path of a record but is not, with its place in the settings. */
export interface WrongPath {
  readonly path: readonly string[];
  readonly text: string;
}

/** Wrong paths in the setting map; a value that is not a map is not checked. */
export function wrongPaths(map: unknown): WrongPath[] {
  return entriesOf(map).flatMap(([name, value]) => {
    if (typeof value === 'string') return isKnown(value) ? [] : [{ path: ['map', name], text: value }];
    return wrongPathsOfTable(value).map(({ path, text }) => ({ path: ['map', name, ...path], text }));
  });
}

/** Wrong paths in the columns, values and words of a table, or of a source. */
export function wrongPathsOfTable(table: unknown): WrongPath[] {
  const { columns, values, words } = Object(table);
  return [
    ...entriesOf(columns)
      .filter(([, path]) => typeof path === 'string' && !isKnown(path))
      .map(([column, path]) => ({ path: ['columns', column], text: String(path) })),
    ...entriesOf(values)
      .filter(([path]) => recordPath(path) === undefined)
      .map(([path]) => ({ path: ['values', path], text: path })),
    ...entriesOf(words)
      .filter(([path]) => recordPath(path) === undefined)
      .map(([path]) => ({ path: ['words', path], text: path })),
  ];
}

function isKnown(path: string): boolean {
  return path === IGNORE || recordPath(path) !== undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
