import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, onTestFinished, TestRunner } from 'vitest';
import { openEmbedded } from '../../src/database/embedded-store.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import type { Store } from '../../src/database/store.ts';
import { administer, databaseUrl, dropDatabase } from './administer.ts';
import { sealTemplate } from './citus-cluster.ts';
import { copyFolder } from './copy-folder.ts';
import { COPIED } from './global-setup.ts';
import { sourceDigest } from './source-digest.ts';

/** A database for one test, or for one block if created in beforeAll. It is removed afterwards. */
export interface TestDatabase {
  /** Command-line options for this database. */
  readonly options: readonly string[];
  /** Environment variables for this database. */
  readonly environment: Readonly<Record<string, string>>;
  /** Settings for this database, for `parseSettings` or `loadSettings`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the database; it is closed automatically. The embedded engine allows one open store for each folder. */
  open(): Promise<Store>;
}

/** A copy of a database that was prepared together with a folder. */
export interface PreparedDatabase extends TestDatabase {
  /** A copy of the folder. */
  readonly folder: string;
}

export interface Engine {
  readonly name: Store['engine'];
  /** Whether it is the one for tests that no engine changes: the only one of the block, of both the server. */
  readonly isEnough: boolean;
  /** Creates a database, with the tables of sql/migrations or empty. */
  database(content?: 'migrated' | 'empty'): Promise<TestDatabase>;
  /** Opens a store on a new database with the tables of sql/migrations; it is closed automatically. */
  open(): Promise<Store>;
  /**
   * The block's shared store with all tables emptied. It is much faster than `open`, for many small tests. Do not close
   * it, and do not use it for tests that leave a transaction or connection open.
   */
  emptied(): Promise<Store>;
  /**
   * A copy of what many tests begin with: a store and a folder, both empty until `make` fills them when the key is asked for
   * first in this process.
   */
  prepared(key: string, make: (store: Store, folder: string) => Promise<unknown>): Promise<PreparedDatabase>;
}

/**
 * Runs the same tests on the embedded engine and on PostgreSQL, or on one of them (see {@link onlyEngine}). Without a
 * server the PostgreSQL tests are skipped; `npm test` starts one.
 * @param isSharedOut whether each engine has cases of its own, so that blocks in turns would leave out those of the other
 * @example
 *   onEngines('ingest', (engine) => {
 *     it('keeps nothing of a broken file', async () => {
 *       const store = await engine.open();
 *       …
 *     });
 *   });
 */
export function onEngines(
  title: string,
  define: (engine: Engine) => void,
  { isSharedOut = false }: { readonly isSharedOut?: boolean } = {},
): void {
  const file = relative(ROOT, expect.getState().testPath!);
  describe(title, () => {
    const only = onlyEngine(title, file, isSharedOut);
    const isAlone = only === 'embedded' || inject('templates').postgresql === undefined;
    if (only !== 'postgresql' || isAlone)
      describe('on the embedded engine', () => define(engineOf('embedded', freshFolder, isAlone)));
    if (only !== 'embedded') definePostgresql(define);
  });
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Tests of what an engine may do otherwise than the other: how rows go in, are judged, and come out. And the long ones. */
const OF_ENGINES =
  /^test\/(coverage|database|export|hostile|ingest|normalise|reconcile|reports|statements|support)\/|\.long\.test\.ts$/;

/**
 * The one engine of a block. The tests that are not about engines take turns: which one it is follows from its file, the title and
 * the sources, so that each block comes to both engines as the program changes. TEST_ENGINES is `both`, or `turns` for all tests,
 * or names one engine (mutants are tried on one).
 * @param file path of the test from the root
 * @param isSharedOut see {@link onEngines}: such a block takes no turns
 */
export function onlyEngine(title: string, file: string, isSharedOut = false): Store['engine'] | undefined {
  const asked = process.env['TEST_ENGINES'];
  if (asked === 'postgresql') return asked;
  const takesTurns = asked === 'turns' || (asked !== 'both' && !OF_ENGINES.test(file));
  if (isSharedOut || !takesTurns) return undefined;
  return sourceDigest(`${file} ${title}`)[0]! % 2 === 0 ? 'embedded' : 'postgresql';
}

/** Runs tests whose results no engine changes, on the embedded one, which is always there. */
export function onEmbedded(title: string, define: (engine: Engine) => void): void {
  describe(title, () => define(engineOf('embedded', freshFolder)));
}

/** Runs tests that need a server: several processes at once, lost connections. */
export function onPostgresql(title: string, define: (engine: Engine) => void): void {
  describe(title, () => definePostgresql(define));
}

/** Runs tests of tables on a cluster. There are none if TEST_CITUS_URL is not set. */
export function onCitus(title: string, define: (engine: Engine) => void): void {
  if ((inject('templates').postgresql?.servers.length ?? 0) < 2) return;
  describe(`${title}, on a Citus cluster`, () => define(engineOf('postgresql', freshDatabase)));
}

function definePostgresql(define: (engine: Engine) => void): void {
  const without = inject('templates').postgresql === undefined;
  describe.skipIf(without)('on PostgreSQL', () => define(engineOf('postgresql', freshDatabase)));
}

type After = (work: () => Promise<void> | void) => void;
type Content = 'migrated' | 'empty' | { readonly copyOf: string };
type Fresh = (content: Content, after: After, parent?: string) => Promise<FreshDatabase>;

interface FreshDatabase extends TestDatabase {
  /** Its folder, or its name on the server: what copies are made of once it is sealed. */
  readonly place: string;
  /** Ends all connections and allows no more. */
  seal(): Promise<void>;
}

function engineOf(name: Store['engine'], fresh: Fresh, isEnough = true): Engine {
  const afterBlock: Array<() => Promise<void> | void> = [];
  afterAll(async () => {
    for (const work of afterBlock.splice(0).reverse()) await work();
  });
  // Last in, first out, so that a store is closed before its database is removed.
  const afterAllOfIt: After = (work) => {
    afterBlock.push(work);
  };
  const after: After = (work) => {
    if (TestRunner.getCurrentTest() === undefined) afterAllOfIt(work);
    else onTestFinished(work);
  };
  const database = async (content: Content, when: After): Promise<TestDatabase> => {
    const { place: _, seal: __, ...made } = await fresh(content, when);
    const open = async () => {
      const store = closedOnce(await made.open());
      when(store.close);
      return store;
    };
    return { ...made, open };
  };
  let shared: Promise<Store> | undefined;
  const emptied = async () => {
    shared ??= database('migrated', afterAllOfIt).then((made) => made.open());
    const store = await shared;
    await emptyTables(store);
    return store;
  };
  return {
    ...{ name, isEnough },
    database: (content = 'migrated') => database(content, after),
    open: async () => (await database('migrated', after)).open(),
    emptied,
    prepared: async (key, make) => {
      const original = ORIGINALS.get(`${name} ${key}`) ?? prepareOriginal(fresh, make);
      ORIGINALS.set(`${name} ${key}`, original);
      const { copyOf, kept } = await original;
      const folder = mkdtempSync(join(tmpdir(), 'payin-recon-files-'));
      after(() => rmSync(folder, { recursive: true, force: true }));
      copyFolder(kept, folder);
      return { ...(await database({ copyOf }, after)), folder };
    },
  };
}

/** What was prepared in this process, by engine and key. It is removed with the templates. */
const ORIGINALS = new Map<string, ReturnType<typeof prepareOriginal>>();

async function prepareOriginal(fresh: Fresh, make: (store: Store, folder: string) => Promise<unknown>) {
  const home = mkdtempSync(join(inject('templates').folder, 'prepared-'));
  const kept = join(home, 'kept');
  mkdirSync(kept);
  const made = await fresh('migrated', () => undefined, home);
  const store = await made.open();
  await make(store, kept).finally(store.close);
  await made.seal();
  return { copyOf: made.place, kept };
}

/**
 * Deletes all rows and restarts the numbering. It uses delete, because truncate and alter sequence write new files for
 * every table or sequence, which is slower than opening another database.
 */
export async function emptyTables(store: Store): Promise<void> {
  await store.session(async (session) => {
    const { rows } = await sql<{ statement: string }>`
      select case relkind when 'S' then 'select setval(''' || relname || ''', 1, false)' else 'delete from ' || relname end
               as statement
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relname <> 'migrations'
      order by (select count(*) from pg_constraint k where k.confrelid = c.oid), relname`.execute(session.db);
    await session.script(rows.map(({ statement }) => statement).join(';\n'));
  });
}

const freshFolder: Fresh = async (content, after, parent = tmpdir()) => {
  const folder = mkdtempSync(join(parent, 'payin-recon-store-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const source = typeof content === 'string' ? inject('templates').embedded[content] : content.copyOf;
  cpSync(source, folder, { recursive: true });
  return {
    place: folder,
    seal: async () => undefined,
    options: ['--data', folder],
    environment: { PAYIN_RECON_DATA: folder },
    settings: { data: folder },
    open: () => openEmbedded(folder),
  };
};

const freshDatabase: Fresh = async (content, after) => {
  const { adminUrl, servers, prefix, ...sources } = inject('templates').postgresql!;
  const source = typeof content === 'string' ? sources[content] : `template ${content.copyOf} ${COPIED}`;
  const name = `${prefix}_${randomBytes(8).toString('hex')}`;
  after(async () => {
    await Promise.all(servers.map((server) => dropDatabase(server, name)));
  });
  await Promise.all(servers.map((server) => administer(server, `create database ${name} ${source}`)));
  const url = databaseUrl(adminUrl, name);
  return {
    place: name,
    seal: () => sealTemplate(servers, name),
    options: ['--database-url', url],
    environment: { DATABASE_URL: url },
    settings: { databaseUrl: url },
    open: () => openPostgres(url),
  };
};

/** A store that can be closed twice, so that a test may close it itself. */
function closedOnce(store: Store): Store {
  let closing: Promise<void> | undefined;
  return {
    ...store,
    close: () => {
      closing ??= store.close();
      return closing;
    },
  };
}
