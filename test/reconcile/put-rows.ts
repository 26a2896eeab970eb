import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { sql } from 'kysely';
import { isCitus } from '../../src/database/distribute.ts';
import type { SqlParameters } from '../../src/database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { ON_A_CLUSTER, ON_ONE_SERVER, runStatement } from '../../src/reconcile/run-steps.ts';
import { STEPS } from '../../src/reconcile/steps.ts';

export type Row = Readonly<Record<string, unknown>>;

const LONG_AGO = '2026-11-01T00:00:00Z';
const RESULT = { from_run: 1, outcome: 'MATCHED' };

/** What a row has where a test does not say otherwise, if it is not the usual value of the column's name or type. */
const USUAL: Partial<Record<keyof Tables, Row>> = {
  pay_ins: { has_request: true, has_response: true },
  callbacks: { status: 'SUCCESS' },
  violations: { source_id: 1 },
  order_rows: RESULT,
  work_order_results: RESULT,
  separate_payments: RESULT,
  statement_rows: { from_run: 1, matched: 'order', type: 'refund', status: 'paid' },
  owed_changes: { currency: 'BRL', flow: 'owed', orders: 1 },
  work_keys: { round: 0, is_own: true },
};
const BY_NAME: Row = { merchant_id: 'M1', region: 'BR', currency: 'BRL', source_id: 1, from_run: 1 };
const BY_TYPE: Row = {
  ...{ bool: false, int4: 0, int8: 0, numeric: 0, text: '' },
  ...{ timestamptz: LONG_AGO, date: '2026-11-19' },
};

interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether a row has to have it. */
  readonly needed: boolean;
}

/** Puts rows into a table as they are, with the usual values where a row has none and needs one. */
export async function putRows(session: Session, table: keyof Tables, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: columns } = await sql<Column>`
    select attname as name, typname as type, attnotnull and not atthasdef as needed
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(session.db);
  const whole = rows.map((row, index) => ({ ...usual(columns, table, index), ...USUAL[table], ...row }));
  const names = columns
    .filter(({ name }) => whole.some((row) => Object.hasOwn(row, name)))
    .map(({ name }) => sql.ref(name));
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
    select ${sql.join(names)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(whole)}::jsonb)`.execute(
    session.db,
  );
}

function usual(columns: readonly Column[], table: string, index: number): Row {
  const needed = columns.filter((column) => column.needed);
  return Object.fromEntries(
    needed.map(({ name, type }) => [
      name,
      type === 'uuid' ? digestOf(`${table} ${index}`) : (BY_NAME[name] ?? BY_TYPE[type]),
    ]),
  );
}

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The key of a row of a statement, by a name that stands for it, and more of it. */
export const keyed = (name: string, more: Row = {}): Row => ({
  ...{ order_no: name, digest: digestOf(name), ...more },
});

/** Runs the statement of a step with the parts that it shares with others, unless they are given. */
export async function runWithRules(session: Session, path: string, parameters: SqlParameters): Promise<void> {
  const joined = (await isCitus(session)) ? ON_A_CLUSTER : ON_ONE_SERVER;
  const { sql: files, parts = {} } = STEPS.find(({ sql: [file] }) => file === path)!;
  const missing = files.filter((file) => !(basename(file, '.sql') in parameters));
  await runStatement(session, { sql: missing, parts }, { ...parameters, ...joined });
}

/** Does something in a transaction that is undone, and gives what it found. */
export function undone<T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> {
  return store.session((session) => transaction(session, async () => new Rollback(await work(session))));
}

/** What a source has read, and what became of it. */
export interface SourceCounts {
  readonly records: number;
  readonly accepted?: number;
  readonly duplicate?: number;
  readonly rejected?: number;
  readonly taken_over?: number;
  readonly withdrawn_accepted?: number;
  readonly purged_accepted?: number;
  readonly purged_rejected?: number;
}

/** Puts the next source, with its counts. */
export async function putSource(session: Session, counts: SourceCounts): Promise<void> {
  const whole = { accepted: 0, duplicate: 0, rejected: 0, ...counts };
  const texts = Object.fromEntries(Object.entries(whole).map(([name, count]) => [name, String(count)]));
  await sql`
    insert into sources (name, sha256, bytes, read_at, ${sql.join(Object.keys(texts).map((name) => sql.ref(name)))})
    values ('rows', '', 1, ${LONG_AGO}, ${sql.join(Object.values(texts).map((text) => sql`${text}::bigint`))})`.execute(
    session.db,
  );
}
