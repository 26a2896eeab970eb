import { sql } from 'kysely';
import { type SqlParameters, sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { namedIssuer } from '../../normalise/issuer.ts';
import { inPhase } from '../../phases.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, grouped, plain, quoted } from '../../terminal-text.ts';
import { formatByName } from '../files/source-format.ts';
import { type Evidence, stagedOf } from './add-new.ts';

/** A source of the same bytes as the one that is being kept. */
export interface EarlierSource {
  readonly source_id: number;
  readonly name: string;
  /** Its place in the order of reading, where that is not its number. */
  readonly place: number | null;
}

/** Staged rows that would count beside those of an earlier source. */
interface SecondRows {
  readonly source_id: number;
  /** The source that has the earlier rows; another one where it brought them first. */
  readonly holder_id: number;
  readonly issuer: string;
  readonly own_issuer: string;
  readonly rows: number;
}

const FILE = 'ingest/019_second_rows.sql';
const AGAIN_FILE = 'ingest/021_rows_again.sql';

/**
 * Refuses a file whose bytes were read before, by settings that made other rows of its lines: rows without an identifier of their own
 * are known by their values, so that both would count. Only once equal rows are numbered, and before any is added.
 * @throws Fault SOURCE_READ_OTHERWISE
 */
export async function refuseSecondRows(
  session: Session,
  settings: Settings,
  { table, copies }: Evidence,
  name: string,
  before: readonly EarlierSource[],
): Promise<void> {
  if (before.length === 0) return;
  const statement = sqlPart(FILE, {
    ...partsOf({ table, copies }),
    sources: before.map(({ source_id }) => source_id),
  });
  const { rows } = await inPhase('merge', () => statement.execute(session.db), FILE);
  const nameOf = new Map(before.map((one) => [one.source_id, one.name]));
  const second = (rows as SecondRows[]).filter(
    (one) => !isOtherTable(settings, one, name, nameOf.get(one.source_id)!),
  );
  if (second.length === 0) return;
  const names = new Set(second.map(({ source_id }) => nameOf.get(source_id)!));
  for (const one of await namesOf(session, second)) names.add(one);
  throw secondRowsFault(name, second[0]!.rows, [...names]);
}

function partsOf({ table, copies }: Pick<Evidence, 'table' | 'copies'>): SqlParameters {
  return {
    ...{ staged: stagedOf(table), stored: sql.table(table), kind: copies.kind, of_order: copies.of_order },
    of_copy: table === 'bank_rows' ? sql`true` : sql`p.order_no = c.order_no`,
  };
}

/**
 * Refuses the rows of a query whose columns or settings have changed, unless all rows that were read of it before come again: what is
 * added then may be the same rows with other values, which would count beside them. Only once equal rows are numbered, before those of
 * purged records are taken out.
 * @throws Fault SOURCE_READ_OTHERWISE
 */
export async function refuseOtherRows(session: Session, evidence: Evidence, name: string): Promise<void> {
  const before = await session.db
    .selectFrom('sources')
    .select(['source_id', 'purged_accepted'])
    .where('name', '=', name)
    .where('withdrawn_by', 'is', null)
    .execute();
  const statement = sqlPart(AGAIN_FILE, {
    ...partsOf(evidence),
    sources: before.map(({ source_id }) => source_id),
    purged: String(before.reduce((sum, one) => sum + BigInt(one.purged_accepted), 0n)),
  });
  const { rows } = await inPhase('merge', () => statement.execute(session.db), AGAIN_FILE);
  const { missing, added } = rows[0] as { readonly missing: string; readonly added: string };
  if (missing === '0' || added === '0') return;
  throw new Fault('SOURCE_READ_OTHERWISE', {
    where: name,
    found:
      `by other columns, types or settings; rows read before that do not come again: ${grouped(missing)}; ` +
      `new rows, which may be the same ones: ${grouped(added)}`,
    expected: 'the same rows as before, or that what was read before is withdrawn',
    remedy: [
      'If the settings are right now, withdraw what was read before. The next ingest then reads the query from its first row:',
      `payin-recon withdraw ${quoted(name)} --reason "read by other settings"`,
      'If the query no longer gives the rows of before, give the source another name instead.',
    ].join('\n'),
  });
}

/**
 * Whether a file is read by several tables of the settings on purpose: the sheets of a workbook by one each, and files of two tables
 * may have the same bytes.
 */
function isOtherTable(
  settings: Settings,
  { issuer, own_issuer }: SecondRows,
  name: string,
  earlier: string,
): boolean {
  if (issuer === own_issuer) return false;
  return (
    formatByName(name) === 'workbook' || (name !== earlier && namedIssuer(settings, issuer) !== undefined)
  );
}

async function namesOf({ db }: Session, second: readonly SecondRows[]): Promise<string[]> {
  const holders = second.map(({ holder_id }) => holder_id);
  const rows = await db.selectFrom('sources').select('name').where('source_id', 'in', holders).execute();
  return rows.map(({ name }) => name);
}

function secondRowsFault(where: string, rows: number, names: readonly string[]): Fault {
  const files = names.length === 1 ? 'the file' : 'each of these files';
  const commands = names.map(
    (name) => `payin-recon withdraw ${quoted(name)} --reason "read by other settings"`,
  );
  const sheets = 'If another sheet of the workbook is meant, give it a table of its own instead.';
  return new Fault('SOURCE_READ_OTHERWISE', {
    where,
    found: `${counted(rows, 'row')} that the same bytes did not give before, as ${plain(names[0]!)}: both would count`,
    expected: 'the same rows as before, or that what was read before is withdrawn',
    remedy: [
      `If the settings are right now, withdraw what was read before, then read ${files} again:`,
      ...commands,
      ...(formatByName(where) === 'workbook' ? [sheets] : []),
    ].join('\n'),
  });
}
