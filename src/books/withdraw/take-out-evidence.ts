import { type RawBuilder, sql } from 'kysely';
import { runSqlFile, type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { countAgain } from '../../ingest/staging/source-coverage.ts';
import type { Settings } from '../../settings/schema.ts';
import type { WithdrawableSource } from './withdrawable-source.ts';

/** A table of evidence, and what differs from table to table in the statements about it. */
type Evidence = Readonly<Record<'records' | 'kind' | 'of_order' | 'order_key', RawBuilder<unknown>>>;

const OF_ORDER = { of_order: sql`p.order_no = w.order_no`, order_key: sql`p.order_no, p.merchant_id` };

const PAY_INS = {
  ...{ records: sql.table('pay_ins'), kind: sql.lit('pay-in'), ...OF_ORDER },
  ...{ known_at: sql.ref('p.requested_at'), response_amount: sql.ref('p.response_amount_text') },
  spelled_in_response: sql`response_amount_text = t.response_amount_text,`,
};
const CALLBACKS = {
  ...{ records: sql.table('callbacks'), kind: sql.lit('callback'), ...OF_ORDER },
  ...{ known_at: sql.ref('p.received_at'), response_amount: sql`null` },
  spelled_in_response: sql``,
};
const STATEMENTS = {
  ...{ records: sql.table('statements'), kind: sql.lit('statement'), ...OF_ORDER },
  of_copy: sql`c.order_no = p.order_no`,
};
const BANK_ROWS = {
  ...{ records: sql.table('bank_rows'), kind: sql.lit('bank') },
  ...{ of_order: sql`true`, order_key: sql`'', ''`, of_copy: sql`c.order_no = ''` },
};
const ALL: readonly Evidence[] = [PAY_INS, CALLBACKS, STATEMENTS, BANK_ROWS];

/** A step, and the tables that it is done for, one after the other. */
type Step = string | readonly [path: string, tables: readonly Evidence[]];

/** The steps that take evidence out, in their order; see each file. */
const STEPS: readonly Step[] = [
  'withdraw/020_changed_orders.sql',
  'withdraw/030_copies.sql',
  ['withdraw/040_withdrawn_records.sql', [PAY_INS, CALLBACKS]],
  'withdraw/042_withdrawn_statements.sql',
  'withdraw/043_withdrawn_bank_rows.sql',
  ['withdraw/050_spellings.sql', [PAY_INS, CALLBACKS]],
  ['withdraw/060_records_taken_over.sql', ALL],
  'withdraw/061_bank_ids_again.sql',
  ['withdraw/062_rows_said_last.sql', [STATEMENTS, BANK_ROWS]],
  'withdraw/070_violations_of_records.sql',
  'withdraw/071_violations_taken_over.sql',
  'withdraw/072_violations_of_sources.sql',
  ['withdraw/080_records.sql', ALL],
  'withdraw/090_matched_callbacks.sql',
  'withdraw/091_unmatched_callbacks.sql',
  'withdraw/100_sources.sql',
  'withdraw/101_sources_that_took_over.sql',
  'withdraw/103_read_again.sql',
  'withdraw/104_queries_from_first_row.sql',
  'withdraw/105_callbacks_without_order.sql',
];

/** The steps that give another name of the same bytes a source of its own. */
const OF_OTHER_NAME: readonly Step[] = [
  'withdraw/011_rejects_of_other_name.sql',
  'withdraw/012_coverage_of_other_name.sql',
  'withdraw/013_declaration_of_other_name.sql',
  'withdraw/014_noted_copies_of_other_name.sql',
  ['withdraw/015_records_of_other_name.sql', [PAY_INS, CALLBACKS]],
  ['withdraw/017_rows_of_other_name.sql', [STATEMENTS, BANK_ROWS]],
  'withdraw/018_released_by_other_name.sql',
];

/** Counts of what a withdrawal took out of the evidence. */
export interface TakenOut {
  /** Records that no other source brought. */
  readonly payIns: number;
  readonly callbacks: number;
  readonly statements: number;
  readonly bankRows: number;
  /** Records that stay because another source brought them too. */
  readonly stay: number;
  /** Rejected lines that reports no longer list. */
  readonly rejected: number;
}

/**
 * Takes the evidence of a source out of the store, and keeps it aside in withdrawn_records. Leaves the orders that it was
 * evidence of in work_changed_orders. Only within a transaction in which nothing else is loaded.
 * @param entry number of the entry of the audit trail about it
 */
export async function takeOut(
  session: Session,
  settings: Settings,
  { name, sources, copyOf }: WithdrawableSource,
  entry: number,
): Promise<TakenOut> {
  await session.script('truncate work_changed_orders');
  const copied = await storedOf(session, copyOf);
  await sqlPart('withdraw/005_places_of_sources.sql', { name, sources: [...sources] }).execute(session.db);
  for (const source of sources) await keepOtherName(session, source, sources);
  await session.db.deleteFrom('source_names').where('name', '=', name).execute();
  const parameters = { name, sources: [...sources], entry };
  await runSteps(session, STEPS, parameters);
  const takers = await takersOf(session, entry);
  await countAgain(session, settings, [...sources, ...takers]);
  const counts = await countTakenOut(session, sources, entry);
  return { ...counts, stay: counts.stay + copied };
}

async function runSteps(session: Session, steps: readonly Step[], parameters: SqlParameters): Promise<void> {
  for (const step of steps) {
    const [path, tables] = typeof step === 'string' ? [step, [{}]] : step;
    for (const parts of tables) await sqlPart(path, { ...parameters, ...parts }).execute(session.db);
  }
}

/** If the bytes of a source came under other names too, makes the first of these a source of its own. */
async function keepOtherName(session: Session, source: number, withdrawn: readonly number[]): Promise<void> {
  const other = await session.db
    .selectFrom('source_names')
    .select(['name', 'read_at', 'place'])
    .where('source_id', '=', source)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) return;
  const added = { source, sources: [...withdrawn], ...other };
  const { rows } = await runSqlFile(session, 'withdraw/010_other_name.sql', added);
  const parameters = { source, other: Number(rows[0]!['source_id']) };
  await runSteps(session, OF_OTHER_NAME, parameters);
  await session.db
    .deleteFrom('source_names')
    .where('source_id', '=', source)
    .where('name', '=', other.name)
    .execute();
  await session.db
    .updateTable('source_names')
    .set({ source_id: parameters.other })
    .where('source_id', '=', source)
    .execute();
}

/** The sources that have records of withdrawn ones from now on. */
async function takersOf(session: Session, entry: number): Promise<number[]> {
  const { rows } = await sql<{ source_id: number }>`
    select distinct taken_over_by as source_id
    from withdrawn_records
    where entry = ${entry}::bigint and taken_over_by is not null`.execute(session.db);
  return rows.map(({ source_id }) => source_id);
}

async function storedOf(session: Session, sources: readonly number[]): Promise<number> {
  const { rows } = await sql<{ records: string }>`
    select coalesce(sum(accepted + taken_over - withdrawn_accepted - purged_accepted), 0)::text as records
    from sources
    where source_id = any (${[...sources]}::integer[])`.execute(session.db);
  return Number(rows[0]!.records);
}

async function countTakenOut(session: Session, sources: readonly number[], entry: number): Promise<TakenOut> {
  const { rows } = await sql<Record<'pay_ins' | 'callbacks' | 'statements' | 'bank_rows' | 'stay', string>>`
    select count(*) filter (where kind = 'pay-in' and taken_over_by is null)::text as pay_ins,
           count(*) filter (where kind = 'callback' and taken_over_by is null)::text as callbacks,
           count(*) filter (where kind = 'statement' and taken_over_by is null)::text as statements,
           count(*) filter (where kind = 'bank' and taken_over_by is null)::text as bank_rows,
           count(*) filter (where taken_over_by is not null)::text as stay
    from withdrawn_records
    where entry = ${entry}::bigint`.execute(session.db);
  const { rejected } = await session.db
    .selectFrom('rejects')
    .select(({ fn }) => fn.countAll<string>().as('rejected'))
    .where('source_id', '=', sql<number>`any (${[...sources]}::integer[])`)
    .executeTakeFirstOrThrow();
  const { pay_ins, callbacks, statements, bank_rows, stay } = rows[0]!;
  return {
    payIns: Number(pay_ins),
    callbacks: Number(callbacks),
    statements: Number(statements),
    bankRows: Number(bank_rows),
    stay: Number(stay),
    rejected: Number(rejected),
  };
}
