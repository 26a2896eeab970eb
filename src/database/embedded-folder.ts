import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Fault } from '../errors.ts';
import { engineFolder } from './embedded-engine.ts';
import { freeBytes } from './free-space.ts';
import { programVersion } from './package-root.ts';

/** Major version of PGlite's PostgreSQL, as written into PG_VERSION. */
export const EMBEDDED_MAJOR = '18';

/** Size of a file of the write-ahead log: with less space the database cannot continue. */
const LOG_FILE_BYTES = 16_777_216;

/** Lines of postgresql.conf: a batch needs no large cache. */
const CONFIGURATION = ['shared_buffers=16MB', 'autovacuum=off'];

/** Creation runs once: V8 compiles the database's code without optimising, and only where it runs. */
const CREATION_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];

const MADE_BY_FILE = 'payin-recon-made-by';

/** Without any of these PostgreSQL does not start, or worse, starts as an empty database. */
const NEEDED = ['global/pg_control', 'global/pg_filenode.map', 'base', 'pg_wal', 'pg_xact', 'pg_multixact'];

/** Suffix of a folder that is being created; early versions used just this name. */
const ASIDE = '.new';

const OTHER_FOLDER = 'name another folder with --data and read the log files into it again';

export interface EmbeddedFolder {
  /** Major version of PostgreSQL. */
  readonly major: string;
  /** Versions of the program and of PGlite that created it, where recorded. */
  readonly madeBy: string | undefined;
}

/** Versions that created an embedded database's folder; undefined if there is none yet. Throws DATABASE_DAMAGED. */
export function readFolder(path: string): EmbeddedFolder | undefined {
  const entries = existsSync(path) ? readdirSync(path) : [];
  if (entries.length === 0) return undefined;
  if (!entries.includes('PG_VERSION')) throw damaged(path, 'PG_VERSION is missing');
  const madeBy = join(path, MADE_BY_FILE);
  return {
    major: readFileSync(join(path, 'PG_VERSION'), 'utf8').trim(),
    madeBy: existsSync(madeBy) ? readFileSync(madeBy, 'utf8').trim() : undefined,
  };
}

/**
 * Refuses a folder that this program's PGlite cannot open, before anything in it is changed.
 * @throws Fault SCHEMA_MISMATCH, DATABASE_DAMAGED
 */
export function checkFolder(path: string, { major, madeBy }: EmbeddedFolder): void {
  if (major !== EMBEDDED_MAJOR) {
    throw new Fault('SCHEMA_MISMATCH', {
      where: path,
      found: `made by PostgreSQL ${major}${madeBy === undefined ? '' : ` (${madeBy})`}`,
      expected: `PostgreSQL ${EMBEDDED_MAJOR} (${madeByText()})`,
      remedy: `Use the version of payin-recon that made it, or ${OTHER_FOLDER}; it was left as it is.`,
    });
  }
  const missing = NEEDED.filter((name) => !existsSync(join(path, name)));
  if (missing.length > 0) throw damaged(path, `missing: ${missing.join(', ')}`);
}

/**
 * Creates a new database in a temporary folder and moves it to its place, so that a failed attempt leaves none. Every
 * attempt has its own folder, because a creating process may outlive its killed parent for a moment.
 * @throws Fault DATABASE_FULL, DATABASE_FAILED
 */
export async function createFolder(path: string): Promise<void> {
  const program = fileURLToPath(new URL(`./create-embedded${extname(import.meta.url)}`, import.meta.url));
  let aside: string | undefined;
  try {
    aside = mkdtempSync(`${path}${ASIDE}-`);
    const parameters = [program, aside, String(process.pid), ...CONFIGURATION];
    await promisify(execFile)(process.execPath, [...CREATION_FLAGS, ...parameters]);
    writeFileSync(join(aside, MADE_BY_FILE), `${madeByText()}\n`);
    keepFromOthers(aside);
    renameSync(aside, path);
  } catch (error) {
    const fault = fullFault(path, error);
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
    throw fault ?? layoutFault(path, error);
  }
}

/** Leaves a folder and all below it to its user only, as PostgreSQL does; the engine makes files that others can read. */
function keepFromOthers(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  chmodSync(folder, 0o700);
}

/**
 * Removes files that killed processes left in a folder and beside it. Call it only with the folder's lock held, so that
 * no other process has it open: an empty postmaster.pid left by a kill would prevent every later start.
 */
export function removeLeftovers(path: string): void {
  for (const entry of readdirSync(dirname(path))) {
    if (!entry.startsWith(`${basename(path)}${ASIDE}`)) continue;
    try {
      rmSync(join(dirname(path), entry), { recursive: true, force: true });
    } catch {
      // Its creating process is about to end by itself; the next opening removes the folder.
    }
  }
  rmSync(join(path, 'postmaster.pid'), { force: true });
}

/** Why a new database could not be created, other than by a full disk. */
function layoutFault(path: string, cause: unknown): Fault {
  const { signal, stderr, message } = cause as { signal?: string | null; stderr?: string; message: string };
  // Below an error stand its trace and the version of Node.
  const lines = stderr?.trim().split('\n') ?? [];
  const error = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? message;
  const said = signal ? `its process was ended by ${signal}` : error;
  return new Fault('DATABASE_FAILED', {
    where: path,
    found: `a new database could not be laid out: ${said}`,
    remedy: 'Run the same command again; nothing is there yet that could be damaged.',
    cause,
  });
}

/** DATABASE_FULL if the disk has so little space that this is the cause of the abort. */
export function fullFault(path: string, cause: unknown): Fault | undefined {
  const free = freeBytes(path);
  if (free >= LOG_FILE_BYTES) return undefined;
  return new Fault('DATABASE_FULL', {
    where: path,
    found: `${Math.floor(free / 1_048_576)} MB free`,
    cause,
  });
}

/** DATABASE_DAMAGED with the remedy for a folder. */
export function damaged(path: string, found: string, cause?: unknown): Fault {
  return new Fault('DATABASE_DAMAGED', {
    where: path,
    found,
    remedy: `Put the folder back from a copy, or ${OTHER_FOLDER}.`,
    cause,
  });
}

function madeByText(): string {
  const { version } = JSON.parse(readFileSync(join(engineFolder(), '../package.json'), 'utf8'));
  return `payin-recon ${programVersion}, PGlite ${version}`;
}
