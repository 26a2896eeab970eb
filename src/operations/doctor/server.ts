import { sql } from 'kysely';
import { readServer, serverMistake, versionText } from '../../database/check-server.ts';
import { CONNECTIONS_BESIDE, ENOUGH_CONNECTIONS } from '../../database/database-fault.ts';
import { hasOwnMigrations, ownTables } from '../../database/foreign-tables.ts';
import { lockHolder } from '../../database/lock-holder.ts';
import { LOCKS } from '../../database/locks.ts';
import { appliedMigrations } from '../../database/migrate.ts';
import { GRANTS, unhide } from '../../database/missing-right.ts';
import { connect } from '../../database/open-store.ts';
import { MIGRATIONS } from '../../database/sql-file.ts';
import { type Session, type Store, transaction } from '../../database/store.ts';
import { EXIT, FAULTS } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';
import { checkContent, reading } from './content.ts';
import { attempt, bad, doubtful, type GradedCheck, ok } from './graded-check.ts';
import type { Examination } from './request.ts';

/**
 * Checks a PostgreSQL server: reachable, supported version and encoding, writable by this user, not in use by a run.
 */
export async function checkServerDatabase(
  settings: Settings,
  examination: Examination,
): Promise<readonly GradedCheck[]> {
  const store = await connect(settings, examination.workingDirectory);
  try {
    return [
      ...(await attempt('database', () => reading(store, (session) => checkVersion(session, store)))),
      ...(await attempt('rights', () => reading(store, checkRights))),
      ...(await attempt('connections', () =>
        checkConnections(store, 1 + Math.max(CONNECTIONS_BESIDE, settings.reconcile.lanes)),
      )),
      ...(await attempt('lock', () => reading(store, checkLock))),
      ...(await checkContent(store, settings, examination)),
    ];
  } finally {
    await store.close();
  }
}

async function checkVersion(session: Session, store: Store): Promise<GradedCheck[]> {
  const server = await readServer(session);
  const mistake = serverMistake(server);
  const found = `${store.address}, PostgreSQL ${versionText(server.versionNumber)}, ${server.encoding}`;
  if (mistake === undefined) return [ok('database', found)];
  const { remedy, exitCode } = FAULTS.DATABASE_UNSUITABLE;
  return [bad('database', `${found}: expected ${mistake.expected}`, remedy, exitCode)];
}

interface Rights {
  readonly user_name: string;
  readonly schema: string | null;
  readonly may_create: boolean | null;
  readonly database: string;
  readonly may_make_temporary: boolean;
  readonly standby: boolean;
  readonly read_only: boolean;
  /** The tablespace for new tables that this user may not use. */
  readonly closed_tablespace: string | null;
  /** Tables of the schema that this user cannot read, write or truncate. */
  readonly closed: string | null;
  /** Sequences of the schema from which this user cannot take a number. */
  readonly closed_sequences: string | null;
  /** Tables of the schema of which a policy of row-level security hides rows from this user. */
  readonly hidden: string | null;
  /** Tables of the schema that another role owns. */
  readonly foreign: string | null;
}

async function checkRights(session: Session): Promise<GradedCheck[]> {
  const { rows } = await sql<Rights>`
    select quote_ident(current_user) as user_name, quote_ident(current_schema()) as schema,
      has_schema_privilege(current_schema(), 'create') as may_create,
      quote_ident(current_database()) as database,
      has_database_privilege(current_database(), 'temporary') as may_make_temporary,
      pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as read_only,
      (select quote_ident(spcname) from pg_tablespace t, pg_database d
        where spcname = current_setting('default_tablespace') and datname = current_database()
          and t.oid <> dattablespace and not has_tablespace_privilege(t.oid, 'create')) as closed_tablespace,
      (select string_agg(s.relname, ', ' order by s.relname)
        from pg_class t, pg_depend d, pg_class s
        where t.relname in ('runs', 'sources') and t.relnamespace = to_regnamespace(quote_ident(current_schema()))
          and d.refclassid = 'pg_class'::regclass and d.refobjid = t.oid and d.deptype = 'i'
          and d.classid = 'pg_class'::regclass and s.oid = d.objid
          and case when s.relkind = 'S' then not has_sequence_privilege(s.oid, 'usage') end) as closed_sequences,
      string_agg(relname, ', ' order by relname) filter (where not (
        has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
        and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
        and has_table_privilege(c.oid, 'truncate'))) as closed,
      string_agg(relname, ', ' order by relname) filter (where row_security_active(c.oid)) as hidden,
      string_agg(relname, ', ' order by relname) filter (where not pg_has_role(relowner, 'usage')) as foreign
    from (select 1) as one
    left join pg_class c on c.relkind in ('r', 'p') and c.relname = any(${ownTables()}::text[])
      and c.relnamespace = to_regnamespace(quote_ident(current_schema()))`.execute(session.db);
  const { hidden, user_name: user } = rows[0]!;
  // Reading our migrations would be refused.
  if (hidden !== null && (await hasOwnMigrations(session))) {
    const found = `policies of row-level security hide rows of ${hidden} from ${user}`;
    return [bad('rights', found, unhide('…'), EXIT.unreachable)];
  }
  const applied = await appliedMigrations(session);
  const upToDate = applied?.length === MIGRATIONS.length;
  // Without migrations of ours, tables of these names are another program's, which the check of the layout says.
  const others = applied === undefined ? { closed: null, closed_sequences: null, foreign: null } : {};
  return [gradeRights({ ...rows[0]!, ...others }, upToDate)];
}

const DEFAULT_SPACE = 'the tablespace of default_tablespace';

function grantSpace(space: string, user: string): string {
  return `grant create on tablespace ${space} to ${user};`;
}

function gradeRights(rights: Rights, upToDate: boolean): GradedCheck {
  const { user_name: user, schema, closed, foreign } = rights;
  const refuse = (found: string, remedy: string) => bad('rights', found, remedy, EXIT.unreachable);
  const primary = 'Name the primary server, or have default_transaction_read_only turned off for this user.';
  if (rights.standby) return refuse('the server is a standby, which is read-only', primary);
  if (rights.read_only) return refuse('default_transaction_read_only is on', primary);
  if (schema === null) {
    return refuse(
      `${user} may use no schema of its search path`,
      `create schema ${user} authorization ${user}; or grant usage, create on schema public to ${user};`,
    );
  }
  if (!rights.may_make_temporary) {
    return refuse(
      `${user} may not make temporary tables in the database ${rights.database}`,
      `grant temporary on database ${rights.database} to ${user};`,
    );
  }
  const grantCreate = `grant create on schema ${schema} to ${user};`;
  if (rights.may_create !== true && !upToDate) {
    return refuse(`${user} may not make tables in the schema ${schema}`, grantCreate);
  }
  const space = rights.closed_tablespace;
  if (space !== null && !upToDate) {
    return refuse(`${user} may not make tables in ${DEFAULT_SPACE}, ${space}`, grantSpace(space, user));
  }
  const sequences = rights.closed_sequences;
  const grantSequences = sequences === null ? [] : [GRANTS.sequences(schema, user)];
  if (closed !== null) {
    const grants = [GRANTS.tables(schema, user), ...grantSequences];
    return refuse(`${user} may not read, write and empty ${closed}`, grants.join(' '));
  }
  if (sequences !== null) return refuse(`${user} may not use ${sequences}`, grantSequences.join(' '));
  if (foreign !== null) {
    return doubtful(
      'rights',
      `the tables are not owned by ${user}, which cannot analyze them, so large runs are slow`,
      `Run as the owner of the tables, or make ${user} a member of that role.`,
    );
  }
  if (rights.may_create !== true) {
    return doubtful('rights', `${user} may not make tables, which a newer version may need`, grantCreate);
  }
  if (space !== null) {
    const found = `${user} may not make tables in ${DEFAULT_SPACE}, ${space}, which a newer version may need`;
    return doubtful('rights', found, grantSpace(space, user));
  }
  return ok('rights', `${user} may make, write and empty tables in the schema ${schema}`);
}

interface Limits {
  readonly user_name: string;
  readonly of_user: number;
  readonly database: string;
  readonly of_database: number;
}

/** Checks that as many connections are to be had at once as a command takes, and that each has a session of its own. */
async function checkConnections(store: Store, least: number): Promise<readonly GradedCheck[]> {
  const refused = await reading(store, (session) => checkLimits(session, least));
  return refused.length > 0 ? refused : openAtOnce(store, least);
}

/** Checks the limits of the role and the database. A superuser has none. */
async function checkLimits(session: Session, least: number): Promise<GradedCheck[]> {
  const { rows } = await sql<Limits>`
    select quote_ident(rolname) as user_name, rolconnlimit as of_user,
      quote_ident(datname) as database, datconnlimit as of_database
    from pg_roles, pg_database
    where rolname = session_user and datname = current_database() and not rolsuper`.execute(session.db);
  return rows.flatMap((limits) => gradeConnections(limits, least));
}

/** Holds as many connections as a command takes, each in a transaction. */
async function openAtOnce(store: Store, least: number): Promise<readonly GradedCheck[]> {
  let opened = 1;
  const stop = new AbortController();
  const all = Promise.withResolvers<void>();
  stop.signal.addEventListener('abort', () => all.resolve());
  const hold = (session: Session) =>
    transaction(session, async () => {
      opened += 1;
      if (opened === least) all.resolve();
      await all.promise;
    });
  const checks = await attempt('connections', async () => {
    await reading(store, (session) => session.beside!(least - 1, hold, stop));
    return [ok('connections', `${opened} at once, as many as a command takes`)];
  });
  return checks.map((check) =>
    check.grade === 'ok' ? check : { ...check, found: `${opened} of ${least} at once: ${check.found}` },
  );
}

function gradeConnections(limits: Limits, least: number): GradedCheck[] {
  const { user_name: user, of_user, database, of_database } = limits;
  const isTooFew = (limit: number) => limit >= 0 && limit < least;
  const refuse = (found: string, what: string) =>
    bad(
      'connections',
      `${found} at once, and a command takes up to ${least}`,
      `alter ${what} connection limit ${ENOUGH_CONNECTIONS};`,
      EXIT.unreachable,
    );
  return [
    ...(isTooFew(of_user) ? [refuse(`${user} may have ${of_user}`, `role ${user}`)] : []),
    ...(isTooFew(of_database)
      ? [refuse(`the database ${database} takes ${of_database}`, `database ${database}`)]
      : []),
  ];
}

/** Checks whether a run holds the lock. It does not try to take the lock, so that no run has to wait or is refused. */
async function checkLock(session: Session): Promise<GradedCheck[]> {
  const holder = await lockHolder(session, LOCKS.store);
  if (holder === undefined) return [ok('lock', 'free')];
  return [
    doubtful(
      'lock',
      `a run is in progress, ${holder}`,
      'Wait until it has ended; another run would end with 5 now.',
    ),
  ];
}
