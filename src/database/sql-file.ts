import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { Fault } from '../errors.ts';
import { packageRoot, programVersion, readVersion } from './package-root.ts';
import type { Session } from './store.ts';

export type SqlParameters = Readonly<Record<string, unknown>>;

/** A parameter in a statement: `:name`, not a cast. */
export const NAMED = /(?<![:\w]):([a-z_]+)\b/g;

/**
 * The migrations that this program has, in their order. They are noted when it starts, as those on disk are of another version once
 * the package was replaced.
 */
export const MIGRATIONS: readonly string[] = sqlFiles('migrations');

const OWN = describeProgram(programVersion, MIGRATIONS);
/** The state of the files on disk in which they were last found to be those of this program. */
let unreplaced = stateOnDisk();

/** Names of the files in a folder below sql/, sorted. */
export function sqlFiles(folder: string): string[] {
  return readdirSync(join(packageRoot, 'sql', folder))
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Text of a file below sql/.
 * @throws Fault SCHEMA_MISMATCH if the program on disk is no longer the one that this process runs
 */
export function readSql(path: string): string {
  try {
    return readFileSync(join(packageRoot, 'sql', path), 'utf8');
  } finally {
    // Only now: the file may be replaced, or gone, while it is read.
    checkUnreplaced();
  }
}

/** The code of a process stays as it was, and must not run the statements of another version. */
function checkUnreplaced(): void {
  const state = stateOnDisk();
  if (state === unreplaced) return;
  const found = programOnDisk();
  if (found !== OWN) {
    throw new Fault('SCHEMA_MISMATCH', {
      where: packageRoot,
      found,
      expected: `${OWN}, which this process runs`,
      remedy: 'The program was replaced while this process ran. Restart this process.',
    });
  }
  unreplaced = state;
}

/** What changes when files are replaced; cheap enough to look at it with every statement. */
function stateOnDisk(): string {
  return ['package.json', 'sql/migrations']
    .map((path) => statSync(join(packageRoot, path), { throwIfNoEntry: false }))
    .map((file) => `${file?.ino} ${file?.mtimeMs}`)
    .join();
}

function programOnDisk(): string {
  try {
    return describeProgram(readVersion(), sqlFiles('migrations'));
  } catch {
    // Files are missing or cut off while an installer is at work.
    return 'no complete program';
  }
}

function describeProgram(version: string, migrations: readonly string[]): string {
  return `version ${version} with migrations up to ${migrations.at(-1)}`;
}

/**
 * A statement with `:name` parameters as one with bound values; values are never concatenated.
 * Every use is cast in the statement (`:as_of::timestamptz`), so that its type never depends on the driver.
 * @throws Error if the statement names a parameter that is not given
 */
export function bindSql(statement: string, parameters: SqlParameters): CompiledQuery {
  const values: unknown[] = [];
  const positions = new Map<string, number>();
  const withoutComments = statement.replace(/^--.*$/gm, '');
  const text = withoutComments.replace(NAMED, (_match, name: string) => {
    if (!(name in parameters)) throw new Error(`the statement's parameter :${name} is not given`);
    let position = positions.get(name);
    if (position === undefined) {
      position = values.push(parameters[name]);
      positions.set(name, position);
    }
    return `$${position}`;
  });
  return CompiledQuery.raw(text, values);
}

/**
 * A file below sql/ as a part of a statement. Values are bound as in {@link bindSql}; a parameter that is itself SQL is
 * put in its place.
 * @throws Error if the file names a parameter that is not given
 */
export function sqlPart<Row = unknown>(path: string, parameters: SqlParameters): RawBuilder<Row> {
  const text = readSql(path)
    .replace(/^--.*$/gm, '')
    .trim();
  const parts: RawBuilder<unknown>[] = [];
  let end = 0;
  for (const match of text.matchAll(NAMED)) {
    const name = match[1]!;
    if (!(name in parameters)) throw new Error(`the statement's parameter :${name} is not given`);
    parts.push(sql.raw(text.slice(end, match.index)), sql`${parameters[name]}`);
    end = match.index + match[0].length;
  }
  return sql.join<Row>([...parts, sql.raw(text.slice(end))], sql.raw(''));
}

/** Files as parts of a statement, which names them as they are named. */
export function sqlParts(paths: readonly string[], parameters: SqlParameters): SqlParameters {
  return Object.fromEntries(paths.map((path) => [basename(path, '.sql'), sqlPart(path, parameters)]));
}

/** Runs a file below sql/ and gives its rows and how many rows it changed. */
export async function runSqlFile<Row = Record<string, unknown>>(
  session: Session,
  path: string,
  parameters: SqlParameters = {},
): Promise<{ rows: Row[]; changed: number }> {
  const result = await session.db.executeQuery<Row>(bindSql(readSql(path), parameters));
  return { rows: result.rows, changed: Number(result.numAffectedRows ?? 0) };
}
