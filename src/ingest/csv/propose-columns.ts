import { PATH_NAMES, recordPath } from '../../contract/record-paths.ts';
import { nearest } from '../../did-you-mean.ts';
import type { RecordKind } from '../../normalise/record.ts';
import { FILE_WORDS, KNOWN_FIELDS, plainName } from './field-names.ts';

/** What is known of a table whose columns are not. */
export interface KnownTable {
  /** Of every row, where the settings or the command say so. */
  readonly kind: RecordKind | undefined;
  /** Dot paths that its other columns and its values lead to already. */
  readonly paths: readonly string[];
  /** What it, or its file, is called. */
  readonly name: string;
}

export interface Proposal {
  readonly kind: RecordKind;
  /** Path that each column may be meant for. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that look like nothing of a record. */
  readonly others: readonly string[];
  /** What an order needs and no column looks like. */
  readonly missing: ReadonlyArray<{ readonly meaning: string; readonly path: string }>;
}

const PAY_IN_PATH = /^(sentAt|request|response)(\.|$)/;
const CALLBACK_PATH = /^(receivedAt|headers|body|ack|verified)(\.|$)/;

/** What unknown columns of a table may mean: of one kind of record only, each path once. */
export function proposeColumns(unknown: readonly string[], table: KnownTable): Proposal {
  const kind = kindOf(unknown, table);
  const taken = new Set(table.paths);
  const columns = new Map<string, string>();
  for (const guess of [namedPaths, nearestPaths]) {
    for (const column of unknown) {
      if (columns.has(column)) continue;
      const path = guess(column, kind).find((one) => !taken.has(fullPath(one)));
      if (path === undefined) continue;
      columns.set(column, path);
      taken.add(fullPath(path));
    }
  }
  const isThere = (path: string) => [...taken].some((one) => path === one || path.startsWith(`${one}.`));
  const missing = KNOWN_FIELDS.filter(
    ({ needed, paths }) => needed.includes(kind) && !paths[kind].some((path) => isThere(fullPath(path))),
  ).map(({ meaning, paths }) => ({ meaning, path: paths[kind][0]! }));
  return { kind, columns, others: unknown.filter((column) => !columns.has(column)), missing };
}

/** By what is said, else by what the other columns lead to, else by what columns and file are called. */
function kindOf(unknown: readonly string[], { kind, paths, name }: KnownTable): RecordKind {
  if (kind !== undefined) return kind;
  const isPayIn = paths.some((path) => PAY_IN_PATH.test(path));
  if (isPayIn !== paths.some((path) => CALLBACK_PATH.test(path))) return isPayIn ? 'pay-in' : 'callback';
  const onlyOf = (one: RecordKind, other: RecordKind) =>
    unknown.filter((column) => namedPaths(column, one).length > 0 && namedPaths(column, other).length === 0);
  const payIn = onlyOf('pay-in', 'callback').length;
  const callback = onlyOf('callback', 'pay-in').length;
  if (payIn !== callback) return payIn > callback ? 'pay-in' : 'callback';
  const file = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return FILE_WORDS['pay-in'].test(file) && !FILE_WORDS.callback.test(file) ? 'pay-in' : 'callback';
}

/** By what tables call things. */
function namedPaths(column: string, kind: RecordKind): readonly string[] {
  const name = plainName(column);
  return KNOWN_FIELDS.filter(({ names }) => names.includes(name)).flatMap(({ paths }) => paths[kind]);
}

/** By the interface's own names, mistyped: as a whole, or in their last part. */
function nearestPaths(column: string, kind: RecordKind): readonly string[] {
  const paths = PATH_NAMES.filter((path) =>
    kind === 'pay-in' ? PAY_IN_PATH.test(path) : isOfCallback(path),
  );
  const last = nearest(column, paths.map(lastOf));
  return [
    nearest(column, paths) ?? [],
    last === undefined ? [] : paths.filter((path) => lastOf(path) === last),
  ].flat();
}

function isOfCallback(path: string): boolean {
  return !PAY_IN_PATH.test(path);
}

function fullPath(path: string): string {
  return recordPath(path)?.join('.') ?? path;
}

function lastOf(path: string): string {
  return path.split('.').at(-1)!;
}
