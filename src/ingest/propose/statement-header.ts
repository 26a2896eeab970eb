import type { StatedKind } from '../../contract/statement-fields.ts';
import { Fault } from '../../errors.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { plain, quoted } from '../../terminal-text.ts';
import { findTable } from '../csv/column-plan.ts';
import { statedFieldsNamed } from '../csv/stated-names.ts';
import { isRegularFile } from '../files/paths-of-command.ts';
import { type FirstRows, firstRows } from './first-rows.ts';

/** A header is looked for in so many first lines. */
const MOST_LINES = 30;

/** A table of a file, with its most likely header. */
export interface StatementHeader {
  readonly found: FirstRows;
  readonly kind: StatedKind;
  /** Index of the header among the rows. */
  readonly at: number;
  /** How many of its columns have names that such tables commonly have. */
  readonly known: number;
}

/** What a bank's account statement does not have. */
const OF_PROVIDER = ['order_no', 'trade_no', 'payout_id', 'fee', 'net'];
/** What tables of orders and callbacks do not have. */
const OF_STATEMENT = ['fee', 'net', 'payout_id', 'settled_on'];

/** A table's header: the row with the most common names; the first if none has any. */
export function headerOf(found: FirstRows): StatementHeader {
  const rows = found.rows.slice(0, MOST_LINES);
  const [statement, bank] = (['statement', 'bank'] as const).map((kind) => {
    const known = rows.map((row) => row.filter((cell) => statedFieldsNamed(kind, cell).length > 0).length);
    const most = Math.max(0, ...known);
    return { found, kind, at: most === 0 ? 0 : known.indexOf(most), known: most };
  });
  return isBank(cellsOf(bank!)) ? bank! : statement!;
}

/** The header that looks most like that of a statement, of all tables of a file. */
export function mostLikely(headers: readonly StatementHeader[]): StatementHeader {
  return headers.reduce((most, one) => (one.known > most.known ? one : most));
}

/**
 * A fault of unknown columns, with a word on what the table may be: a statement that the settings do not know as one. Other
 * faults, and those of tables whose kind is given, stay as they are.
 */
export async function withStatementHint(
  fault: Fault,
  file: string,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Promise<Fault> {
  const kind = forcedKind ?? findTable(settings, file)?.table.kind;
  if (fault.code !== 'SOURCE_COLUMNS' || kind !== undefined) return fault;
  const header = await readHeader(file, settings);
  if (header === undefined || !isLikely(header)) return fault;
  const { sheet } = header.found.format;
  const where = `line ${header.at + 1}${sheet === undefined ? '' : ` of the sheet ${plain(sheet)}`}`;
  const what = header.kind === 'bank' ? 'an account statement of a bank' : 'a statement of the provider';
  const { remedy } = fault.detail;
  const otherwise =
    remedy === undefined ? '' : `\nIf it is none: ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`;
  return new Fault(fault.code, {
    ...fault.detail,
    remedy:
      `The header in ${where} looks like that of ${what}.\n` +
      `payin-recon init --statement ${quoted(file)} proposes how to read it.${otherwise}`,
  });
}

/** Undefined for what cannot be read again, or at all. */
async function readHeader(file: string, settings: Settings): Promise<StatementHeader | undefined> {
  try {
    if (!(await isRegularFile(file))) return undefined;
    return mostLikely((await firstRows(file, settings)).map(headerOf));
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function isLikely(header: StatementHeader): boolean {
  const cells = cellsOf(header);
  const has = (field: string) => hasField(cells, 'statement', field);
  if (header.kind === 'bank') return true;
  const hasTime = ['completed_at', 'settled_on'].some(has);
  // A fee and what is left after it are of no other table, also where its time has another name.
  const isNet = has('fee') && has('net');
  return OF_STATEMENT.some(has) && ['order_no', 'trade_no', 'payout_id'].some(has) && (hasTime || isNet);
}

/** Whether a header has a booking date, an amount and a reference, and nothing that only the provider's statement has. */
function isBank(header: readonly string[]): boolean {
  return (
    ['booked_on', 'amount', 'reference'].every((field) => hasField(header, 'bank', field)) &&
    !OF_PROVIDER.some((field) => hasField(header, 'statement', field))
  );
}

function hasField(header: readonly string[], kind: StatedKind, field: string): boolean {
  return header.some((cell) => statedFieldsNamed(kind, cell).includes(field));
}

function cellsOf({ found, at }: Pick<StatementHeader, 'found' | 'at'>): readonly string[] {
  return found.rows[at] ?? [];
}
