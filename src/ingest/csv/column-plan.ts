import { basename, matchesGlob } from 'node:path';
import { recordKind } from '../../contract/record-kinds.ts';
import { fieldKind, JSON_PARTS, pathOfKind } from '../../contract/record-paths.ts';
import { isStated } from '../../contract/statement-fields.ts';
import { issuerOf } from '../../normalise/issuer.ts';
import type { RecordKind } from '../../normalise/record.ts';
import { IGNORE } from '../../settings/map-paths.ts';
import type { Settings, TableMap } from '../../settings/schema.ts';
import { CellReader, type CellTarget, isLate } from '../cells/cell-reader.ts';

/** A column of the file, counted from 0, and the keys that lead to its value in a record. */
export interface ColumnTarget extends CellTarget {
  readonly index: number;
  /** The column's name. */
  readonly name: string;
}

/** How the cells of a row become a record. */
export interface ColumnPlan {
  /** How many cells a row has. */
  readonly width: number;
  /** Columns that hold a part of the record as JSON, outer parts first. */
  readonly containers: readonly ColumnTarget[];
  /** Columns that hold a single field. Amounts and times come last: they may depend on the currency and method. */
  readonly fields: readonly ColumnTarget[];
  /** Values that every row has where no cell gives them. */
  readonly values: ReadonlyArray<readonly [path: readonly string[], text: string]>;
  /** Reads the cells of single fields. */
  readonly cells: CellReader;
  /** The kind of each record, where the settings give it. */
  readonly kind: RecordKind | undefined;
  /** Of rows of statements: by which table of the settings they are read. */
  readonly issuer: string | undefined;
}

export interface UnknownColumn {
  /** The texts of the first row. They need not be names: a file without a header row begins with data. */
  readonly cell: string;
  /** Counted from 1. */
  readonly number: number;
}

export interface ColumnReading {
  readonly plan: ColumnPlan;
  /** Names of columns that neither the interface nor the settings know. */
  readonly unknown: readonly UnknownColumn[];
  /** Names of columns that lead to the same field as another column. */
  readonly repeated: readonly string[];
}

const ALL_OTHERS = '*';

/**
 * What the columns of a CSV file mean: by the setting `map`, else by the interface's dot paths.
 * @param header the cells of the header row
 * @param file the file's path, whose name selects the table of the map
 * @param forcedKind the kind of every row, whatever the settings say
 */
export function readColumns(
  header: readonly string[],
  file: string,
  settings: Settings,
  forcedKind?: RecordKind,
): ColumnReading {
  const found = findTable(settings, file);
  const kind = forcedKind ?? recordKind(found?.table.kind);
  const names = columnNames(settings, found, kind);
  const targets: ColumnTarget[] = [];
  const unknown: UnknownColumn[] = [];
  const repeated: string[] = [];
  const taken = new Set<string>();
  for (const [index, column] of header.entries()) {
    const mapped = names.exact.get(column) ?? names.inSmallLetters.get(column.toLowerCase());
    const path = mapped === undefined ? pathOfKind(kind, column) : mapped.path;
    if (path === undefined) {
      // An empty name is no column: some exports end their lines with a separator.
      if (mapped === undefined && column !== '' && !names.exact.has(ALL_OTHERS)) {
        unknown.push({ cell: column, number: index + 1 });
      }
      continue;
    }
    if (taken.has(path.join('.'))) repeated.push(column);
    taken.add(path.join('.'));
    targets.push({ index, name: column, path, kind: fieldKind(path) });
  }
  const values = Object.entries(found?.table.values ?? {}).map(
    // The check of the settings made sure that this leads to a field, if the rows are of the kind that they say.
    ([path, text]) => [pathOfKind(kind, path) ?? [path], text] as const,
  );
  const containers = targets
    .filter(({ path }) => JSON_PARTS.includes(path.join('.')))
    .sort((a, b) => a.path.length - b.path.length);
  const fields = targets
    .filter((target) => !containers.includes(target))
    .sort((a, b) => Number(isLate(a.kind)) - Number(isLate(b.kind)));
  const cells = new CellReader(found?.table ?? {}, settings);
  const issuer = isStated(kind) && found !== undefined ? issuerOf(found.name) : undefined;
  const plan = { width: header.length, containers, fields, values, cells, kind, issuer };
  return { plan, unknown, repeated };
}

interface Mapped {
  /** Undefined for a column that is not read. */
  readonly path: readonly string[] | undefined;
}

export interface FoundTable {
  readonly name: string;
  readonly table: TableMap;
}

interface ColumnNames {
  readonly exact: ReadonlyMap<string, Mapped>;
  /** For columns whose names differ in letter case only. */
  readonly inSmallLetters: ReadonlyMap<string, Mapped>;
}

/** Columns of the settings by name: those of every file, and over them those of the table. */
function columnNames(
  settings: Settings,
  found: FoundTable | undefined,
  kind: RecordKind | undefined,
): ColumnNames {
  const exact = new Map<string, Mapped>();
  const inSmallLetters = new Map<string, Mapped>();
  const add = (columns: Readonly<Record<string, unknown>>) => {
    for (const [column, path] of Object.entries(columns)) {
      if (typeof path !== 'string') continue;
      const mapped = { path: path === IGNORE ? undefined : pathOfKind(kind, path) };
      // The columns of every file are of records of the interface.
      if (mapped.path === undefined && path !== IGNORE) continue;
      exact.set(column, mapped);
      inSmallLetters.set(column.toLowerCase(), mapped);
    }
  };
  add(settings.map);
  if (found !== undefined) add(found.table.columns);
  return { exact, inSmallLetters };
}

/**
 * The table that a file belongs to: by its patterns or the whole name at the beginning of the file's name, else by any beginning;
 * the longest name wins.
 */
export function findTable(settings: Settings, file: string): FoundTable | undefined {
  const name = basename(file);
  const tables = Object.entries(settings.map).flatMap(([table, value]) =>
    typeof value === 'string' ? [] : [{ name: table, table: value }],
  );
  const longest = (found: FoundTable[]) =>
    found.sort((a, b) => b.name.length - a.name.length || (a.name < b.name ? -1 : 1))[0];
  const isOf = ({ name: table, table: { files } }: FoundTable) =>
    files === undefined ? isNamedLike(name, table) : files.some((pattern) => matchesGlob(name, pattern));
  const beginsSo = ({ name: table, table: { files } }: FoundTable) =>
    files === undefined && name.toLowerCase().startsWith(table.toLowerCase());
  return longest(tables.filter(isOf)) ?? longest(tables.filter(beginsSo));
}

/** Whether a file's name begins with the table's name as a whole: `pedidos.csv`, `pedidos-2026-11-19.csv.gz`. */
function isNamedLike(file: string, table: string): boolean {
  const start = file.slice(0, table.length).toLowerCase();
  return start === table.toLowerCase() && !/^[\p{L}\p{N}]/u.test(file.slice(table.length));
}
