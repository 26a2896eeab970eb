import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Fault } from '../errors.ts';
import { freeBytes } from './free-space.ts';
import { programVersion } from './package-root.ts';

/** Major version of the PostgreSQL that PGlite is, as it writes it into a folder. */
export const EMBEDDED_MAJOR = '18';

/** Size of a file of the write-ahead log: with less space the database cannot go on. */
const LOG_FILE_BYTES = 16_777_216;

/** Lines of postgresql.conf: a batch needs no large cache, and the memory of this process is the user's. */
const CONFIGURATION = ['shared_buffers=16MB', 'autovacuum=off'];

/** V8 compiles the database's code simply and only where it runs: laying out runs once. */
const CREATION_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];

const MADE_BY_FILE = 'payin-recon-made-by';

/** Without one of these PostgreSQL does not start, or worse, starts as if it had been empty. */
const NEEDED = ['global/pg_control', 'global/pg_filenode.map', 'base', 'pg_wal', 'pg_xact', 'pg_multixact'];

/** What is added to a folder's name for one that is being laid out; until version 0.1.0 it had just this name. */
const ASIDE = '.new';

const OTHER_FOLDER = 'name another folder with --data and read the log files into it again';

export interface EmbeddedFolder {
  /** Major version of PostgreSQL. */
  readonly major: string;
  /** Which program and PGlite laid it out, as far as it says so. */
  readonly madeBy: string | undefined;
}

/** What a folder of an embedded database was made by; undefined if there is none yet. Throws DATABASE_DAMAGED. */
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
 * Refuses, before anything is touched, a folder that this program's PGlite cannot open.
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
 * Lays out a new database aside and moves it to its place, so that a broken attempt leaves none. Aside in a folder of its
 * own: the process that lays out may outlive for a moment one that is killed, and must not meet the next attempt.
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
    renameSync(aside, path);
  } catch (error) {
    const fault = fullFault(path, error);
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
    throw fault ?? layoutFault(path, error);
  }
}

/**
 * Removes from a folder what processes left in it and beside it that were killed. Only with the folder's lock held, by
 * which nobody else has it open: a postmaster.pid of a killed process, empty as a rule, would keep it from ever starting.
 */
export function removeLeftovers(path: string): void {
  for (const entry of readdirSync(dirname(path))) {
    if (!entry.startsWith(`${basename(path)}${ASIDE}`)) continue;
    try {
      rmSync(join(dirname(path), entry), { recursive: true, force: true });
    } catch {
      // The process that lays it out is about to notice that nobody waits for it; the next to open removes it.
    }
  }
  rmSync(join(path, 'postmaster.pid'), { force: true });
}

/** What kept a new database from being laid out, other than a full disk. */
function layoutFault(path: string, cause: unknown): Fault {
  const { signal, stderr, message } = cause as { signal?: string | null; stderr?: string; message: string };
  const said = signal ? `its process was ended by ${signal}` : (stderr?.trim().split('\n').at(-1) ?? message);
  return new Fault('DATABASE_FAILED', {
    where: path,
    found: `a new database could not be laid out: ${said}`,
    remedy: 'Run the same command again; nothing is there yet that could be damaged.',
    cause,
  });
}

/** DATABASE_FULL if the disk has so little space that this is why the database gave up. */
export function fullFault(path: string, cause: unknown): Fault | undefined {
  const free = freeBytes(path);
  if (free >= LOG_FILE_BYTES) return undefined;
  return new Fault('DATABASE_FULL', {
    where: path,
    found: `${Math.floor(free / 1_048_576)} MB free`,
    cause,
  });
}

/** DATABASE_DAMAGED with what can be done about a folder. */
export function damaged(path: string, found: string, cause?: unknown): Fault {
  return new Fault('DATABASE_DAMAGED', {
    where: path,
    found,
    remedy: `Put the folder back from a copy, or ${OTHER_FOLDER}.`,
    cause,
  });
}

function madeByText(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8'));
  return `payin-recon ${programVersion}, PGlite ${version}`;
}
