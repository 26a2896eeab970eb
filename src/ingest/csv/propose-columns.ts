import { PATH_NAMES, recordPath } from '../../contract/record-paths.ts';
import { isStated, type StatedKind, statedNames } from '../../contract/statement-fields.ts';
import { nearest } from '../../did-you-mean.ts';
import type { LoggedKind, RecordKind } from '../../normalise/record.ts';
import { FILE_WORDS, KNOWN_FIELDS, plainName } from './field-names.ts';
import { missingOf } from './stated-columns.ts';
import { statedFieldsNamed } from './stated-names.ts';

/** What is known of a table with unknown columns. */
export interface KnownTable {
  /** The kind of every row, where the settings or the command give it. */
  readonly kind: RecordKind | undefined;
  /** Dot paths that its other columns and its values lead to. */
  readonly paths: readonly string[];
  /** The names of the table or its file. */
  readonly name: string;
}

export interface Proposal {
  readonly kind: RecordKind;
  /** The path that each column may mean. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that resemble nothing of a record. */
  readonly others: readonly string[];
  /** Fields that an order needs and that no column resembles. */
  readonly missing: ReadonlyArray<{ readonly meaning: string; readonly path: string }>;
}

const PAY_IN_PATH = /^(sentAt|request|response)(\.|$)/;
const CALLBACK_PATH = /^(receivedAt|headers|body|ack|verified)(\.|$)/;

/** What unknown columns of a table may mean: for one kind of record only, each path once. */
export function proposeColumns(unknown: readonly string[], table: KnownTable): Proposal {
  if (isStated(table.kind)) return proposeStated(unknown, table.kind, table.paths);
  const kind = kindOf(unknown, table.kind, table);
  const taken = new Set(table.paths);
  const guesses = [namedPaths, nearestPaths].map((guess) => (column: string) => guess(column, kind));
  const columns = assigned(unknown, guesses, taken, fullPath);
  const isThere = (path: string) => [...taken].some((one) => path === one || path.startsWith(`${one}.`));
  const missing = KNOWN_FIELDS.filter(
    ({ needed, paths }) => needed.includes(kind) && !paths[kind].some((path) => isThere(fullPath(path))),
  ).map(({ meaning, paths }) => ({ meaning, path: paths[kind][0]! }));
  return { kind, columns, others: unknown.filter((column) => !columns.has(column)), missing };
}

/** What unknown columns of a statement may mean: by common names, else by our own if mistyped; each value once. */
function proposeStated(unknown: readonly string[], kind: StatedKind, paths: readonly string[]): Proposal {
  const taken = new Set(paths.map(lastOf));
  const nearestName = (column: string) => [nearest(column, statedNames(kind)) ?? []].flat();
  const guesses = [(column: string) => statedFieldsNamed(kind, column), nearestName];
  const columns = assigned(unknown, guesses, taken, (field) => field);
  const missing = missingOf(kind, taken).map(([meaning, names]) => ({ meaning, path: names[0]! }));
  return { kind, columns, others: unknown.filter((column) => !columns.has(column)), missing };
}

/** For each column the first free path of the first guess that has one. @param taken is given the whole paths that are taken */
function assigned(
  unknown: readonly string[],
  guesses: ReadonlyArray<(column: string) => readonly string[]>,
  taken: Set<string>,
  wholeOf: (path: string) => string,
): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const guess of guesses) {
    for (const column of unknown) {
      const path = columns.has(column) ? undefined : guess(column).find((one) => !taken.has(wholeOf(one)));
      if (path === undefined) continue;
      columns.set(column, path);
      taken.add(wholeOf(path));
    }
  }
  return columns;
}

/** By the kind that is given, else by what the other columns lead to, else by the names of columns and file. */
function kindOf(
  unknown: readonly string[],
  kind: LoggedKind | undefined,
  { paths, name }: KnownTable,
): LoggedKind {
  if (kind !== undefined) return kind;
  const isPayIn = paths.some((path) => PAY_IN_PATH.test(path));
  if (isPayIn !== paths.some((path) => CALLBACK_PATH.test(path))) return isPayIn ? 'pay-in' : 'callback';
  const onlyOf = (one: LoggedKind, other: LoggedKind) =>
    unknown.filter((column) => namedPaths(column, one).length > 0 && namedPaths(column, other).length === 0);
  const payIn = onlyOf('pay-in', 'callback').length;
  const callback = onlyOf('callback', 'pay-in').length;
  if (payIn !== callback) return payIn > callback ? 'pay-in' : 'callback';
  const file = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return FILE_WORDS['pay-in'].test(file) && !FILE_WORDS.callback.test(file) ? 'pay-in' : 'callback';
}

/** By the names that tables commonly have. */
function namedPaths(column: string, kind: LoggedKind): readonly string[] {
  const name = plainName(column);
  return KNOWN_FIELDS.filter(({ names }) => names.includes(name)).flatMap(({ paths }) => paths[kind]);
}

/** By the interface's own names, if mistyped: the whole path or its last part. */
function nearestPaths(column: string, kind: LoggedKind): readonly string[] {
  const paths = PATH_NAMES.filter((path) => PAY_IN_PATH.test(path) === (kind === 'pay-in'));
  const last = nearest(column, paths.map(lastOf));
  return [
    nearest(column, paths) ?? [],
    last === undefined ? [] : paths.filter((path) => lastOf(path) === last),
  ].flat();
}

function fullPath(path: string): string {
  return recordPath(path)?.join('.') ?? path;
}

function lastOf(path: string): string {
  return path.split('.').at(-1)!;
}
