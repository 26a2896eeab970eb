import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cursorRows, type Session } from '../../database/store.ts';
import { isReadOtherwise } from '../../ingest/read-otherwise.ts';
import {
  BANK_COLUMNS,
  CALLBACK_COLUMNS,
  PAY_IN_COLUMNS,
  STATEMENT_COLUMNS,
  type StagedColumn,
  type Stored,
  storedBankRow,
  storedCallback,
  storedPayIn,
  storedStatement,
} from '../../ingest/staging/record-columns.ts';
import { formatInstant } from '../../normalise/instant.ts';
import { issuerFormat } from '../../normalise/issuer.ts';
import { bankDigest, interpretBankRow } from '../../normalise/normalise-bank-row.ts';
import { callbackDigest, interpretCallback } from '../../normalise/normalise-callback.ts';
import { interpretPayIn, payInDigest } from '../../normalise/normalise-pay-in.ts';
import { interpretStatement, statementDigest } from '../../normalise/normalise-statement.ts';
import { READING_RULES } from '../../normalise/reading-settings.ts';
import type { BankRecord, CallbackRecord, PayInRecord, StatementRecord } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import type { Verification } from './verification.ts';
import { type Deviation, shown } from './verified.ts';

/** How many deviations of a kind of records are listed, as of a proof. */
const MOST = 20;

/** How the records of a table follow from what is kept of them. */
interface Kind<Row, Record> {
  readonly table: 'pay_ins' | 'callbacks' | 'statements' | 'bank_rows';
  readonly columns: readonly StagedColumn[];
  readonly storedOf: (row: Row) => Stored<Record>;
  readonly named: (record: Record) => string;
  /** The digest of the kept texts; undefined where later rules masked one of them. */
  readonly digestOf: (record: Record) => string | undefined;
  /** The values that the settings make of the texts; undefined where they say nothing of them. */
  readonly readingOf: (record: Record, settings: Settings) => object | undefined;
  /** Of a table that keeps rows which are equal to others, and rows that repeat what was corrected. */
  readonly repeats?: {
    readonly areEqualRows: (record: Record) => boolean;
    readonly isRestated: (session: Session, stored: Stored<Record>, digest: string) => Promise<boolean>;
  };
}

const PAY_INS: Kind<Parameters<typeof storedPayIn>[0], PayInRecord> = {
  table: 'pay_ins',
  columns: PAY_IN_COLUMNS,
  storedOf: storedPayIn,
  named: ({ digest, ...record }) => `pay-in record ${digest} of ${orderOf(record)}`,
  digestOf: (record) => payInDigest(record, record.hasRequest),
  readingOf: (record, settings) => interpretPayIn(record, record.hasRequest, settings)?.reading,
};

const CALLBACKS: Kind<Parameters<typeof storedCallback>[0], CallbackRecord> = {
  table: 'callbacks',
  columns: CALLBACK_COLUMNS,
  storedOf: storedCallback,
  named: ({ digest, ...record }) => `callback ${digest} of ${orderOf(record)}`,
  digestOf: (record) => callbackDigest(record, record.verified),
  readingOf: (record, settings) => interpretCallback(record, settings)?.reading,
};

const STATEMENTS: Kind<Parameters<typeof storedStatement>[0], StatementRecord> = {
  table: 'statements',
  columns: STATEMENT_COLUMNS,
  storedOf: storedStatement,
  named: ({ digest }) => `row of a statement ${digest}`,
  digestOf: statementDigest,
  readingOf: (record, settings) => {
    const format = issuerFormat(settings, record.issuer, 'statement');
    const rowKey = record.rowId ?? unhyphened(record.digest);
    return { ...(format === undefined ? {} : interpretStatement(record, format, settings)), rowKey };
  },
  repeats: {
    areEqualRows: hasOwnKey,
    isRestated: (session, stored, digest) => isRestated(session, 'statement', stored, digest),
  },
};

const BANK_ROWS: Kind<Parameters<typeof storedBankRow>[0], BankRecord> = {
  table: 'bank_rows',
  columns: BANK_COLUMNS,
  storedOf: storedBankRow,
  named: ({ digest }) => `row of a bank ${digest}`,
  // Newer rules may have masked more of a reference than was masked when its digest was made.
  digestOf: (record) => (record.reference?.includes('*') === true ? undefined : bankDigest(record)),
  readingOf: (record, settings) => {
    const format = issuerFormat(settings, record.issuer, 'bank');
    const ownKey = unhyphened(record.digest);
    const isOwn = record.rowId === undefined || record.rowKey === ownKey;
    const rowKey = isOwn ? ownKey : `${record.rowId} ${record.bookedOn}`;
    return { ...(format === undefined ? {} : interpretBankRow(record, format, settings)), rowKey };
  },
  repeats: {
    areEqualRows: hasOwnKey,
    isRestated: (session, stored, digest) => isRestated(session, 'bank', stored, digest),
  },
};

/**
 * Computes the digest of every stored record from its kept texts, and what these texts mean. The meaning is compared only where
 * all sources were read by the current settings and rules, as `renormalise` reads them, and all runs used these time zones.
 */
export async function recordDeviations(verification: Verification, records: number): Promise<Deviation[]> {
  const { progress } = verification;
  const isReadAlike = await areReadAlike(verification);
  progress.begin('Proving the records', records, 'record');
  const deviations = [
    ...(await deviationsOfKind(verification, PAY_INS, isReadAlike)),
    ...(await deviationsOfKind(verification, CALLBACKS, isReadAlike)),
    ...(await deviationsOfKind(verification, STATEMENTS, isReadAlike)),
    ...(await deviationsOfKind(verification, BANK_ROWS, isReadAlike)),
  ];
  progress.end();
  return deviations;
}

async function deviationsOfKind<Row, Record extends { readonly digest: string }>(
  { session, settings, progress }: Verification,
  { table, columns, storedOf, named, digestOf, readingOf, repeats }: Kind<Row, Record>,
  isReadAlike: boolean,
): Promise<Deviation[]> {
  const found: Deviation[] = [];
  const equalRows = new EqualRows();
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const query = sql`select ${names} from ${sql.table(table)}`.compile(session.db);
  for await (const rows of cursorRows<Row>(session, query)) {
    for (const row of rows) {
      const stored = storedOf(row);
      const { record } = stored;
      const digest = digestOf(record);
      const isOwn = digest === undefined || digest === unhyphened(record.digest);
      // One with its own key repeats no correction: nothing is looked up for each of many equal rows.
      if (!isOwn && repeats?.areEqualRows(record) === true)
        equalRows.add(digest, { stored: unhyphened(record.digest), what: named(record) });
      else if (!isOwn && (await repeats?.isRestated(session, stored, digest)) !== true) {
        found.push(otherValues(named(record)));
        continue;
      }
      if (isReadAlike) found.push(...readOtherwise(named(record), record, readingOf(record, settings)));
      if (found.length >= MOST) return found.slice(0, MOST);
    }
    progress.advance(rows.length);
  }
  const most = await mostRecords(session);
  return [...found, ...equalRows.unnumbered(most, MOST - found.length).map(otherValues)];
}

function otherValues(what: string): Deviation {
  return { where: 'store', what, expected: 'the values of which its digest was made', actual: 'others' };
}

/** Rows whose digest is not that of their texts: each has one with its number among the equal rows of a source. */
class EqualRows {
  readonly #byDigest = new Map<string, { readonly stored: string; readonly what: string }[]>();

  add(digest: string, row: { readonly stored: string; readonly what: string }): void {
    const rows = this.#byDigest.get(digest);
    if (rows === undefined) this.#byDigest.set(digest, [row]);
    else rows.push(row);
  }

  /** The first rows with none of the numbers up to that of the most records of a source (014_occurrences.sql of sql/ingest). */
  unnumbered(most: number, limit: number): string[] {
    const found: string[] = [];
    for (const [digest, rows] of this.#byDigest) {
      const left = new Map(rows.map(({ stored, what }) => [stored, what]));
      for (let number = 2; number <= most && left.size > 0; number += 1)
        left.delete(md5(`${hyphened(digest)} ${number}`));
      found.push(...left.values());
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }
}

async function mostRecords(session: Session): Promise<number> {
  const { rows } = await sql<{
    most: number | null;
  }>`select max(records)::integer as most from sources`.execute(session.db);
  return rows[0]!.most ?? 0;
}

/** The values of a record that are not what its texts mean. */
function readOtherwise(named: string, record: object, reading: object | undefined): Deviation[] {
  const stored = record as Readonly<{ [field: string]: unknown }>;
  return Object.entries(reading ?? {}).flatMap(([field, value]) => {
    const [expected, actual] = [valueText(value), valueText(stored[field])];
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return expected === actual ? [] : [{ where: 'store', what: `${column} of ${named}`, expected, actual }];
  });
}

function valueText(value: unknown): string {
  if (value === undefined) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'object' && value !== null)
    return formatInstant(value as Parameters<typeof formatInstant>[0]);
  return shown(String(value));
}

/** Whether every source was read by these settings and rules, and every run used these time zones. */
async function areReadAlike({ session, settings }: Verification): Promise<boolean> {
  const { rows } = await sql<{ otherwise: boolean }>`
    select exists (
             select from sources
             where normalised_by = '' or reading_rules <> ${READING_RULES}::integer or ${isReadOtherwise(settings)}
           )
           or exists (select from runs where zone_version <> ${process.versions['tz'] ?? 'unknown'}::text) as otherwise`.execute(
    session.db,
  );
  return !rows[0]!.otherwise;
}

/**
 * Whether a stored digest is that of a row that repeats what its row said before a correction (026_restated_rows.sql of
 * sql/ingest), or may be: a purge takes out what was withdrawn, and no digest of it is kept.
 */
async function isRestated(
  session: Session,
  kind: 'statement' | 'bank',
  { record, place }: Stored<StatementRecord | BankRecord>,
  digest: string,
): Promise<boolean> {
  const { rowId, issuer, loggedAt } = record;
  if (rowId === undefined) return false;
  const follows = sql`md5(${digest}::uuid::text || ' after ' || digest::text)::uuid = ${record.digest}::uuid`;
  const lookups =
    kind === 'statement'
      ? [
          sql`
            select digest from statements
            where issuer = ${issuer}::text and row_key = ${rowId}::text and row_id is not null`,
        ]
      : [
          sql`select digest from bank_rows where logged_at = ${formatInstant(loggedAt)}::timestamptz`,
          // Before rows of a bank were known by their date, one could correct a row of another date.
          sql`select digest from bank_rows where issuer = ${issuer}::text and row_id = ${rowId}::text`,
        ];
  const taken = kind === 'statement' ? 'statements' : 'bank_rows';
  const found = [
    ...lookups.map((lookup) => sql`${lookup} and ${follows} limit 1`),
    sql`select digest from withdrawn_records where kind = ${kind}::text and ${follows} limit 1`,
    sql`select digest from purged_records where ${follows} limit 1`,
    sql`
      select p.entry
      from audit_entries w
      join audit_entries p on p.action = 'purge' and p.entry > w.entry
      join sources s on s.source_id = ${place.sourceId!}::integer and s.read_at <= w.at
      where w.action = 'withdraw' and strpos(w.after, '"' || ${taken}::text || '":') > 0
      limit 1`,
  ];
  for (const query of found) if ((await query.execute(session.db)).rows.length > 0) return true;
  return false;
}

/** Whether a row of a statement or of the bank is known by its digest, and so may be one of several equal rows. */
function hasOwnKey({ rowKey, digest }: StatementRecord | BankRecord): boolean {
  return rowKey === unhyphened(digest);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function orderOf({ orderNo, merchantId }: { readonly orderNo: string; readonly merchantId: string }): string {
  return `order ${orderNo} of merchant ${merchantId}`;
}

/** A digest as records have it while they are read. */
function unhyphened(digest: string): string {
  return digest.replaceAll('-', '');
}

/** A digest as the server writes it. */
function hyphened(digest: string): string {
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
