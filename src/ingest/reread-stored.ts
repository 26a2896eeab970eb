import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  checkKept,
  KEPT_FIELDS,
  RULES_OF_KEPT_TIMES,
  VARIANT_RULES,
  variantRulesOf,
} from '../contract/variant-rules.ts';
import type { Violation } from '../contract/violation.ts';
import { readSql, runSqlFile, type SqlParameters } from '../database/sql-file.ts';
import { cursorRows, type Session } from '../database/store.ts';
import { bankReference } from '../normalise/bank-reference.ts';
import { checkOffsets, OFFSET_RULES } from '../normalise/check-offset.ts';
import { issuerFormat } from '../normalise/issuer.ts';
import { interpretBankRow } from '../normalise/normalise-bank-row.ts';
import { interpretCallback } from '../normalise/normalise-callback.ts';
import { interpretPayIn } from '../normalise/normalise-pay-in.ts';
import { interpretStatement } from '../normalise/normalise-statement.ts';
import { READING_RULES } from '../normalise/reading-settings.ts';
import type { BankRecord, CallbackRecord, PayInRecord, StatementRecord } from '../normalise/record.ts';
import { type Progress, SILENT } from '../progress.ts';
import { allRegions, type Settings } from '../settings/schema.ts';
import { digestOfRead } from './read-otherwise.ts';
import {
  BANK_COLUMNS,
  bankRow,
  CALLBACK_COLUMNS,
  callbackRow,
  PAY_IN_COLUMNS,
  payInRow,
  type RecordPlace,
  STATEMENT_COLUMNS,
  type StagedColumn,
  type Stored,
  statementRow,
  storedBankRow,
  storedCallback,
  storedPayIn,
  storedStatement,
  violationRow,
} from './staging/record-columns.ts';
import { coverAgain } from './staging/source-coverage.ts';
import { RowBlocks, StageSender } from './staging/staged-rows.ts';

const GATHERED_BYTES = 2_097_152;

/** Sums of amounts before and after, over the records that are read differently now. */
export interface MoneyChange {
  readonly side: 'requested' | 'notified';
  readonly currency: string | null;
  readonly records: number;
  /** Minor units, as text: sums may exceed a number. */
  readonly beforeMinor: string;
  readonly afterMinor: string;
  readonly beforeUnreadable: number;
  readonly afterUnreadable: number;
}

export interface Reinterpretation {
  /** How many records were read again. */
  readonly records: number;
  /** How many are read differently now. */
  readonly payIns: number;
  readonly callbacks: number;
  /** Rows of statements and of banks. */
  readonly stated: number;
  /**
   * How many of those belong to another region now. Their rules on fields that are not kept (payer, URLs) cannot be
   * checked again.
   */
  readonly moved: number;
  /** Sources that an earlier edition of the reading rules had read otherwise. */
  readonly olderSources: number;
  readonly money: readonly MoneyChange[];
}

/**
 * Reads the kept texts of all stored records by the current settings and rules, and gives new readings to those that
 * are read differently. Needs no file. Leaves what it changed in the staging tables. Only within a transaction.
 * @param progress is given records as they are read
 */
export async function reinterpret(
  session: Session,
  settings: Settings,
  progress: Progress = SILENT,
): Promise<Reinterpretation> {
  const olderSources = await countOlderSources(session);
  await session.script(readSql('ingest/000_staging.sql'));
  progress.begin('Reading again', await countRecords(session), 'record');
  const stage = new ReadingStage(session, settings, progress);
  await stage.all('pay_ins', PAY_IN_COLUMNS, storedPayIn, (one) => stage.payIn(one));
  await stage.all('callbacks', CALLBACK_COLUMNS, storedCallback, (one) => stage.callback(one));
  await stage.all('statements', STATEMENT_COLUMNS, storedStatement, (one) => stage.statement(one));
  await stage.all('bank_rows', BANK_COLUMNS, storedBankRow, (one) => stage.bankRow(one));
  progress.end();
  await session.script('analyze stage_pay_ins; analyze stage_callbacks; analyze stage_violations');
  const money = await runSqlFile<Record<string, string>>(session, 'renormalise/040_money.sql');
  await runSqlFile(session, 'renormalise/010_moved_records.sql', { run: await nextRun(session) });
  await runSqlFile(session, 'renormalise/020_pay_ins.sql');
  await runSqlFile(session, 'renormalise/030_callbacks.sql');
  await runSqlFile(session, 'renormalise/032_statements.sql');
  await runSqlFile(session, 'renormalise/033_bank_rows.sql');
  await runSqlFile(session, 'renormalise/035_violations.sql', variantParameters(settings));
  await runSqlFile(session, 'renormalise/036_refusals.sql');
  await runSqlFile(session, 'ingest/030_violations.sql', { source: null });
  await runSqlFile(session, 'renormalise/037_violations_of_copies.sql');
  const { payIns, callbacks, stated } = stage.counts;
  if (payIns + callbacks + stated > 0) await coverAgain(session, settings);
  await sql`
    update sources set normalised_by = ${digestOfRead(settings)}, reading_rules = ${READING_RULES}::integer`.execute(
    session.db,
  );
  return { ...stage.counts, olderSources, money: money.rows.map(moneyChange) };
}

function variantParameters(settings: Settings): SqlParameters {
  const checked = [...VARIANT_RULES, ...RULES_OF_KEPT_TIMES, ...OFFSET_RULES];
  const ofRegions = allRegions(settings).flatMap(({ name, variant }) =>
    [...variantRulesOf(variant), ...RULES_OF_KEPT_TIMES, ...OFFSET_RULES].map((rule) => ({ name, ...rule })),
  );
  return {
    fields: checked.map(({ field }) => field),
    rules: checked.map(({ rule }) => rule),
    of_regions: ofRegions.map(({ name }) => name),
    of_fields: ofRegions.map(({ field }) => field),
    of_rules: ofRegions.map(({ rule }) => rule),
    kept_fields: [...new Set([...KEPT_FIELDS, ...RULES_OF_KEPT_TIMES.map(({ field }) => field)])],
  };
}

async function nextRun({ db }: Session): Promise<number> {
  const { run } = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.max('run_id').as('run'))
    .executeTakeFirstOrThrow();
  return (run ?? 0) + 1;
}

async function countOlderSources(session: Session): Promise<number> {
  const row = await session.db
    .selectFrom('sources')
    .select((e) => e.fn.countAll<string>().as('sources'))
    .where('reading_rules', '<', READING_RULES)
    .executeTakeFirstOrThrow();
  return Number(row.sources);
}

/** All stored records are accepted ones. */
async function countRecords(session: Session): Promise<number> {
  const row = await session.db
    .selectFrom('sources')
    .select((e) => e.fn.sum<string | null>('accepted').as('records'))
    .executeTakeFirstOrThrow();
  return Number(row.records ?? 0);
}

interface InRegion {
  readonly region: string;
}

/** Stages the records whose reading differs from the stored one. */
class ReadingStage {
  readonly counts = { records: 0, payIns: 0, callbacks: 0, stated: 0, moved: 0 };
  readonly #session: Session;
  readonly #settings: Settings;
  readonly #progress: Progress;
  readonly #blocks = new RowBlocks();
  readonly #sender: StageSender;

  constructor(session: Session, settings: Settings, progress: Progress) {
    this.#session = session;
    this.#settings = settings;
    this.#progress = progress;
    this.#sender = new StageSender(session);
  }

  async all<Row, Record>(
    table: 'pay_ins' | 'callbacks' | 'statements' | 'bank_rows',
    columns: readonly StagedColumn[],
    storedOf: (row: Row) => Stored<Record>,
    take: (stored: Stored<Record>) => void,
  ): Promise<void> {
    const names = sql.join(columns.map(([name]) => sql.ref(name)));
    const query = sql`select ${names} from ${sql.table(table)}`.compile(this.#session.db);
    for await (const rows of cursorRows<Row>(this.#session, query)) {
      for (const row of rows) take(storedOf(row));
      this.counts.records += rows.length;
      this.#progress.advance(rows.length);
      await this.#sender.add(this.#blocks.take(GATHERED_BYTES));
    }
    await this.#sender.add(this.#blocks.take());
    await this.#sender.finish();
  }

  payIn({ record, place }: Stored<PayInRecord>): void {
    const interpreted = interpretPayIn(record, record.hasRequest, this.#settings);
    if (interpreted === undefined) return;
    const read = { ...record, ...interpreted.reading };
    const { variant } = interpreted.region;
    if (record.hasRequest) this.#stageViolations(read, checkKept('request', read, variant), place);
    if (record.hasResponse)
      this.#stageViolations(read, checkKept('response', responseFields(read), variant), place);
    this.#stageViolations(read, checkOffsets(read, interpreted.region), place);
    if (sameReading(record, interpreted.reading)) return;
    this.#count('payIns', record, read);
    this.#blocks.of('stage_pay_ins').add(payInRow(read, place));
  }

  callback({ record, place }: Stored<CallbackRecord>): void {
    const interpreted = interpretCallback(record, this.#settings);
    if (interpreted === undefined) return;
    const read = { ...record, ...interpreted.reading };
    this.#stageViolations(read, checkKept('callback', read, interpreted.region.variant), place);
    if (sameReading(record, interpreted.reading)) return;
    this.#count('callbacks', record, read);
    this.#blocks.of('stage_callbacks').add(callbackRow(read, place));
  }

  /** Rows of a table that the settings do not name any more keep their reading. */
  statement({ record, place }: Stored<StatementRecord>): void {
    const format = issuerFormat(this.#settings, record.issuer, 'statement');
    if (format === undefined) return;
    const reading = interpretStatement(record, format, this.#settings);
    if (sameReading(record, reading)) return;
    this.#count('stated', record, reading);
    this.#blocks.of('stage_statements').add(statementRow({ ...record, ...reading }, place));
  }

  bankRow({ record, place }: Stored<BankRecord>): void {
    const format = issuerFormat(this.#settings, record.issuer, 'bank');
    const reading = format === undefined ? record : interpretBankRow(record, format, this.#settings);
    const read = { ...record, ...reading, reference: bankReference(record.reference) };
    if (sameReading(record, read)) return;
    this.#count('stated', record, read);
    this.#blocks.of('stage_bank_rows').add(bankRow(read, place));
  }

  #count(kind: 'payIns' | 'callbacks' | 'stated', before: InRegion, after: InRegion): void {
    this.counts[kind] += 1;
    if (before.region !== after.region) this.counts.moved += 1;
  }

  #stageViolations(
    record: Parameters<typeof violationRow>[0],
    violations: readonly Violation[],
    place: RecordPlace,
  ): void {
    for (const violation of violations)
      this.#blocks.of('stage_violations').add(violationRow(record, violation, place.sourceId));
  }
}

function sameReading(stored: object, reading: object): boolean {
  return Object.entries(reading).every(([key, value]) =>
    isDeepStrictEqual(value, (stored as Record<string, unknown>)[key]),
  );
}

function responseFields(record: PayInRecord) {
  return {
    currency: record.responseCurrency,
    amountText: record.responseAmountText,
    paymentMethod: record.responseMethod,
    timestampText: record.responseTimestampText,
    transactionTimeText: record.responseTimeText,
  };
}

function moneyChange(row: Record<string, string>): MoneyChange {
  return {
    side: row['side'] as MoneyChange['side'],
    currency: row['currency'] ?? null,
    records: Number(row['records']),
    beforeMinor: row['before_minor']!,
    afterMinor: row['after_minor']!,
    beforeUnreadable: Number(row['before_unreadable']),
    afterUnreadable: Number(row['after_unreadable']),
  };
}
