import { type RawBuilder, sql } from 'kysely';
import { planWithout } from '../../database/plan-without.ts';
import { type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { inPhase } from '../../phases.ts';
import {
  BANK_COLUMNS,
  CALLBACK_COLUMNS,
  PAY_IN_COLUMNS,
  recordNames,
  STATEMENT_COLUMNS,
  type StagedColumn,
} from './record-columns.ts';
import type { Staged } from './record-stager.ts';

/** A table of evidence, and how staged records come into it. */
export interface Evidence {
  readonly table: 'pay_ins' | 'callbacks' | 'statements' | 'bank_rows';
  /** Whether rows correct earlier ones by their row_id. */
  readonly corrects?: true;
  readonly columns: readonly StagedColumn[];
  readonly key: readonly string[];
  /** How many records of it were staged. */
  readonly staged: (staged: Staged) => number;
  /** The files that tell the rows of a source apart. */
  readonly occurrences?: readonly string[];
  /** The file that takes stored rows for rows of their own where a source shows that their row_id names several. */
  readonly released?: string;
  /** What differs from table to table in the statements about records that a source brought before. */
  readonly copies: Readonly<
    Record<string, RawBuilder<unknown>> & { kind: RawBuilder<unknown>; of_order: RawBuilder<unknown> }
  >;
  /** Of amounts that may be spelled differently: how that in a response gets the least spelling. */
  readonly spellings?: { readonly spelled_in_response: RawBuilder<unknown> };
}

const OCCURRENCES = 'ingest/014_occurrences.sql';
const OF_ORDER = ['order_no', 'logged_at', 'digest'];
const COPIES_OF_ORDER = {
  order_no: sql.ref('s.order_no'),
  merchant_id: sql.ref('s.merchant_id'),
  of_order: sql`p.order_no = s.order_no`,
};
const AMOUNTS = { staged_amount: sql.ref('s.amount_text'), stored_amount: sql.ref('p.amount_text') };
const NO_AMOUNTS = { staged_amount: sql`null::text`, stored_amount: sql`null::text` };
// Where a record was read first; of the rows that correct earlier ones, where one was read last.
const FIRST = { line: sql`min(s.line)` };
const LAST = { line: sql`max(s.line)` };
const NO_RESPONSE = { staged_response: sql`null::text`, stored_response: sql`null::text` };

export const EVIDENCE: readonly Evidence[] = [
  {
    table: 'pay_ins',
    columns: PAY_IN_COLUMNS,
    key: OF_ORDER,
    staged: ({ payIns }) => payIns,
    copies: {
      ...{ kind: sql.lit('pay-in'), ...COPIES_OF_ORDER, ...FIRST, ...AMOUNTS },
      staged_response: sql.ref('s.response_amount_text'),
      stored_response: sql.ref('p.response_amount_text'),
    },
    spellings: {
      spelled_in_response: sql`response_amount_text = least(p.response_amount_text, t.response_amount_text),`,
    },
  },
  {
    table: 'callbacks',
    columns: CALLBACK_COLUMNS,
    key: OF_ORDER,
    staged: ({ callbacks }) => callbacks,
    copies: { kind: sql.lit('callback'), ...COPIES_OF_ORDER, ...FIRST, ...AMOUNTS, ...NO_RESPONSE },
    spellings: { spelled_in_response: sql`` },
  },
  {
    table: 'statements',
    corrects: true,
    columns: STATEMENT_COLUMNS,
    key: OF_ORDER,
    staged: ({ statements }) => statements,
    occurrences: [OCCURRENCES],
    copies: { kind: sql.lit('statement'), ...COPIES_OF_ORDER, ...LAST, ...NO_AMOUNTS, ...NO_RESPONSE },
  },
  {
    table: 'bank_rows',
    corrects: true,
    columns: BANK_COLUMNS,
    key: ['logged_at', 'digest'],
    staged: ({ bankRows }) => bankRows,
    occurrences: ['ingest/012_repeated_bank_ids.sql', OCCURRENCES],
    released: 'ingest/022_released_bank_ids.sql',
    copies: {
      ...{ kind: sql.lit('bank'), order_no: sql`''::text`, merchant_id: sql`''::text`, of_order: sql`true` },
      ...{ ...LAST, ...NO_AMOUNTS, ...NO_RESPONSE },
    },
  },
];

/** The staging table of a table of evidence. */
export function stagedOf(table: Evidence['table'] | 'violations'): RawBuilder<unknown> {
  return sql.table(`stage_${table}`);
}

/** Numbers the equal rows of a source. */
export async function numberEqualRows(session: Session, evidence: Evidence): Promise<void> {
  for (const path of evidence.occurrences ?? [])
    await merge(session, path, { staged: stagedOf(evidence.table) });
}

/**
 * Adds the staged records that are not stored. What is stored is looked up, since nobody else adds records in this
 * turn; with `on conflict`, every row would add a second record to the log of the database. A cluster cannot look it up.
 * @returns how many there were
 */
export async function addNew(
  session: Session,
  { table, columns, key }: Evidence,
  source: number,
  isCluster: boolean,
): Promise<number> {
  const tables = { staged: stagedOf(table), stored: sql.table(table) };
  const names = { columns: refs(recordNames(columns)), key: refs(key) };
  const parts = isCluster
    ? { condition: sql`true`, conflict: sql`on conflict (${names.key}) do nothing` }
    : { condition: notStored(table, key), conflict: sql`` };
  const parameters = { source, ...tables, ...names, ...parts };
  // The statistics of a small table would promise that reading it takes less than its index, for every row.
  const { numAffectedRows } = await merge(session, 'ingest/020_records.sql', parameters, 'seqscan');
  return isCluster ? storedOf(session, table, source) : Number(numAffectedRows);
}

/**
 * Notes the rows of which a source shows that their row_id names several, once its rows are added.
 * What an earlier reading of the same query shows is not noted again.
 * @returns how many there were
 */
export async function noteReleased(
  session: Session,
  { released }: Evidence,
  source: number,
  { name, isQuery }: { readonly name: string; readonly isQuery?: boolean },
): Promise<number> {
  if (released === undefined) return 0;
  const readings = session.db.selectFrom('sources').select('source_id');
  const own = isQuery === true ? await readings.where('name', '=', name).execute() : [];
  const parameters = { source, own_sources: own.map(({ source_id }) => source_id) };
  const { numAffectedRows } = await merge(session, released, parameters);
  return Number(numAffectedRows);
}

/**
 * Adds those staged rows that say again what a row said before a correction.
 * @param place of the source in the order of reading
 * @returns how many there were
 */
export async function addRestated(
  session: Session,
  evidence: Evidence,
  source: number,
  isCluster: boolean,
  place: number,
): Promise<number> {
  const { table, copies } = evidence;
  const staged = stagedOf(table);
  const tables = { staged, stored: sql.table(table), of_order: copies.of_order };
  await merge(session, 'ingest/026_restated_rows.sql', { ...tables, place });
  const { numAffectedRows } = await merge(session, 'ingest/028_restated_digests.sql', { staged });
  if (Number(numAffectedRows) === 0) return 0;
  // A cluster counts all that the source has added.
  const before = isCluster ? await storedOf(session, table, source) : 0;
  return (await addNew(session, evidence, source, isCluster)) - before;
}

/** Notes those staged records of a source that a source of another name brought before. */
export async function noteCopies(
  session: Session,
  { table, copies }: Evidence,
  source: number,
  name: string,
): Promise<void> {
  const tables = { staged: stagedOf(table), stored: sql.table(table) };
  await merge(session, 'ingest/034_record_copies.sql', { source, name, ...tables, ...copies });
}

/** Keeps the least spelling of equal amounts, for tables that have such amounts. */
export async function keepLeastSpellings(
  session: Session,
  { table, copies, spellings }: Evidence,
  source: number,
): Promise<void> {
  if (spellings === undefined) return;
  const tables = { staged: stagedOf(table), stored: sql.table(table) };
  await merge(session, 'ingest/050_spellings.sql', { source, ...tables, ...copies, ...spellings });
}

/** @param without what the plan must not have */
function merge(session: Session, path: string, parameters: SqlParameters, without?: 'seqscan') {
  const statement = sqlPart(path, parameters);
  const run = () => statement.execute(session.db);
  const asPlanned = () => (without === undefined ? run() : planWithout(session, without, run));
  return atFaultPoint('ingest.merge', () => inPhase('merge', asPlanned, path));
}

/** Whether records were ever purged. */
export async function hasPurged({ db }: Session): Promise<boolean> {
  const { rows } = await sql`select from purged_records limit 1`.execute(db);
  return rows.length > 0;
}

/** Takes out staged records that were purged. They count as duplicates, as they were counted when they were read first. */
export async function takeOutPurged(
  session: Session,
  table: Evidence['table'] | 'violations',
): Promise<void> {
  await merge(session, 'ingest/018_purged_records.sql', { staged: stagedOf(table) }, 'seqscan');
}

function refs(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** `offset 0` keeps the planner from joining: a lookup for each row needs no statistics, which a new staging table has not. */
function notStored(table: Evidence['table'], key: readonly string[]): RawBuilder<unknown> {
  const equal = key.map((column) => sql`${sql.ref(`p.${column}`)} = ${sql.ref(`s.${column}`)}`);
  return sql`not exists (
    select from ${sql.table(table)} p
    where ${sql.join(equal, sql` and `)}
    offset 0)`;
}

/**
 * How many records a source added. A cluster returns for an insert how many rows it was given, not how many were new.
 */
async function storedOf(session: Session, table: Evidence['table'], sourceId: number): Promise<number> {
  const { count } = await session.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
