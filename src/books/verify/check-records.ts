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
  /** Whether its digest can be that of a row that is equal to another one, or repeats what was corrected. */
  readonly isDerived?: (
    session: Session,
    record: Record,
    digest: string,
    sourceId: number,
  ) => Promise<boolean>;
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
  isDerived: (session, record, digest, sourceId) =>
    isDerived(session, 'statements', record, digest, sourceId),
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
  isDerived: (session, record, digest, sourceId) => isDerived(session, 'bank_rows', record, digest, sourceId),
};

/**
 * Computes the digest of every stored record from its kept texts, and what these texts mean. The meaning is compared only where
 * all sources were read by the current settings, rules and time zones: `renormalise` reads the others again.
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
  { table, columns, storedOf, named, digestOf, readingOf, isDerived }: Kind<Row, Record>,
  isReadAlike: boolean,
): Promise<Deviation[]> {
  const found: Deviation[] = [];
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const query = sql`select ${names} from ${sql.table(table)}`.compile(session.db);
  for await (const rows of cursorRows<Row>(session, query)) {
    for (const row of rows) {
      const { record, place } = storedOf(row);
      const digest = digestOf(record);
      const isOff =
        digest !== undefined &&
        digest !== unhyphened(record.digest) &&
        (await isDerived?.(session, record, digest, place.sourceId!)) !== true;
      if (isOff) {
        const expected = 'the values of which its digest was made';
        found.push({ where: 'store', what: named(record), expected, actual: 'others' });
      } else if (isReadAlike)
        found.push(...readOtherwise(named(record), record, readingOf(record, settings)));
      if (found.length >= MOST) return found.slice(0, MOST);
    }
    progress.advance(rows.length);
  }
  return found;
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
 * Whether a stored digest is that of a row equal to others of its source, or of one that repeats what its row said before a
 * correction (see 014_occurrences.sql and 026_restated_rows.sql of sql/ingest).
 */
async function isDerived(
  session: Session,
  table: 'statements' | 'bank_rows',
  { digest: stored, rowKey, rowId, loggedAt, issuer }: StatementRecord | BankRecord,
  digest: string,
  sourceId: number,
): Promise<boolean> {
  const own = rowKey === unhyphened(stored);
  const ofRow =
    table === 'statements'
      ? sql`row_key = ${rowId ?? ''}::text`
      : sql`logged_at = ${formatInstant(loggedAt)}::timestamptz`;
  const { rows } = await sql<{ found: boolean }>`
    select ${own}::boolean and exists (
             select
             from (select generate_series(2, (select records from sources where source_id = ${sourceId}::integer)) as n) g
             where md5(${digest}::uuid::text || ' ' || n)::uuid = ${stored}::uuid
           )
           or ${rowId !== undefined}::boolean and exists (
             select
             from (
               select digest from ${sql.table(table)} where issuer = ${issuer}::text and ${ofRow}
               union all
               select digest from withdrawn_records
               union all
               select digest from purged_records
             ) p
             where md5(${digest}::uuid::text || ' after ' || p.digest::text)::uuid = ${stored}::uuid
           ) as found`.execute(session.db);
  return rows[0]!.found;
}

function orderOf({ orderNo, merchantId }: { readonly orderNo: string; readonly merchantId: string }): string {
  return `order ${orderNo} of merchant ${merchantId}`;
}

/** A digest as records have it while they are read. */
function unhyphened(digest: string): string {
  return digest.replaceAll('-', '');
}
