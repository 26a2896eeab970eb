import { stringify } from 'yaml';
import { TABLE_KIND_OF } from '../../contract/record-kinds.ts';
import { namesOfKind } from '../../contract/record-paths.ts';
import { isStated } from '../../contract/statement-fields.ts';
import { Fault } from '../../errors.ts';
import { IGNORE } from '../../settings/map-paths.ts';
import type { Settings } from '../../settings/schema.ts';
import { counted, plain } from '../../terminal-text.ts';
import { type ColumnReading, findTable, type UnknownColumn } from './column-plan.ts';
import { type Proposal, proposeColumns } from './propose-columns.ts';
import { tableName } from './table-name.ts';

const MOST_NAMED = 20;

const BELOW_MARK =
  "The first line only tells Excel the separator. In the table's entry of map, set headerRow: 2.";

const NAME = /^\p{L}[\p{L}\p{M}\p{N}_. -]{0,39}$/u;
/** An identifier, a telephone or account number. */
const LONG_NUMBER = /\p{N}{6}/u;

/** A header row with unknown columns, and where it is. */
export interface UnknownHeader {
  /** The cells of the first row. */
  readonly header: readonly string[];
  readonly reading: ColumnReading;
  readonly file: string;
  /** Of the header row, counted from 1. */
  readonly line: number;
  readonly settings: Settings;
}

/**
 * The fault of a CSV file with unknown columns, with the columns that they resemble and what to write into the
 * settings. A file without a header row begins with data, which may be the payer's: only texts that look like names
 * are shown.
 */
export function unknownColumns(unknown: UnknownHeader): Fault {
  const { header, reading, file, line } = unknown;
  const columns = reading.unknown;
  const cells = header.filter((cell) => cell !== '');
  const isKnownHeader = columns.length < cells.length;
  // Where no column is known, one cell that is no name makes all of them doubtful: `Maria Souza` looks like a name.
  const named = isKnownHeader || cells.every(isName) ? columns.filter(({ cell }) => isName(cell)) : [];
  const shown = named.slice(0, MOST_NAMED).map(({ cell }) => cell);
  const proposal = proposeColumns(shown, knownOf(unknown));
  const found = shown.length === 0 ? undefined : remedyFor(proposal, unknown);
  const remedy = isExcelMark(cells) ? BELOW_MARK : found;
  return new Fault('SOURCE_COLUMNS', {
    where: `${file}:${line}`,
    found: isKnownHeader ? foundUnknown(columns, proposal) : foundNone(header.length, shown, proposal),
    expected: isStated(proposal.kind)
      ? `names of the map, or of a value of its rows (${namesOfKind(proposal.kind).join(', ')})`
      : 'dot paths of a record (request.body.orderNo), of a callback (money.amount), or names of the map',
    ...(remedy === undefined ? {} : { remedy }),
  });
}

function knownOf({ reading, file }: UnknownHeader) {
  const { containers, fields, values, kind } = reading.plan;
  const paths = [...containers, ...fields].map(({ path }) => path.join('.'));
  return {
    kind,
    paths: [...paths, ...values.map(([path]) => path.join('.'))],
    name: tableName(file).name,
  };
}

function foundUnknown(columns: readonly UnknownColumn[], proposal: Proposal): string {
  const texts = columns
    .slice(0, MOST_NAMED)
    .map(({ cell, number }) => (isName(cell) ? withPath(cell, proposal) : `column ${number}`));
  const more = columns.length > MOST_NAMED ? `; and ${columns.length - MOST_NAMED} more` : '';
  return `unknown columns: ${texts.join('; ')}${more}`;
}

function foundNone(columns: number, shown: readonly string[], proposal: Proposal): string {
  const names = shown.length === 0 ? '' : `: ${shown.map((cell) => withPath(cell, proposal)).join('; ')}`;
  return `no column that is known, of ${columns}${names}`;
}

/**
 * How many columns a header has, and those of its cells that can be shown; none where the row may be data. A cell may hold several
 * names, where another separator is looked for.
 */
export function columnsText(header: readonly string[], hasKnown: boolean): string {
  const cells = header.filter((cell) => cell.trim() !== '');
  const areNames = (cell: string) => cell.split(/[,;\t|]/).every(isName);
  const names = hasKnown || cells.every(areNames) ? cells.filter(areNames) : [];
  const more = names.length > MOST_NAMED ? `; and ${names.length - MOST_NAMED} more` : '';
  const shown = names.length === 0 ? '' : `: ${names.slice(0, MOST_NAMED).join('; ')}${more}`;
  return `of ${counted(header.length, 'column')}${shown}`;
}

/** Whether the first row is `sep=;`, which spreadsheets write above the header. */
function isExcelMark(cells: readonly string[]): boolean {
  return cells.length === 1 && /^"?sep=/i.test(cells[0]!);
}

/** Whether a cell can be shown: it looks like the name of a column, not like a value. Spaces around it do not matter. */
function isName(cell: string): boolean {
  return NAME.test(cell.trim()) && !LONG_NUMBER.test(cell);
}

/** A column with the path that it resembles. */
export function withPath(column: string, { columns }: Proposal): string {
  const path = columns.get(column);
  // Spaces around a name are seen only in quotes.
  const shown = column === column.trim() ? column : JSON.stringify(column);
  return path === undefined ? shown : `${shown} (like ${path})`;
}

/**
 * What to write so that the file can be read: a whole entry of the map only where the file has none. What is there may say more of
 * the table than its columns, such as its unit, and must not be replaced.
 */
function remedyFor(proposal: Proposal, { file, settings }: UnknownHeader): string {
  const task = 'In payin-recon.yaml, give each of them a path or ignore';
  const columns = proposedColumns(proposal);
  const found = findTable(settings, file);
  if (found !== undefined) {
    const ofSource = /^source (.+)$/s.exec(found.name)?.[1];
    const where =
      ofSource === undefined
        ? `in the table ${plain(found.name)} of map`
        : `of the source ${plain(ofSource)}`;
    if (Object.keys(columns).length === 0) return `${task}, as columns ${where}.${openText(proposal)}`;
    return `${task}. Add to columns ${where}:\n${linesOf(columns)}${openText(proposal)}`;
  }
  const { name, files } = tableName(file);
  const kind = TABLE_KIND_OF[proposal.kind];
  const entry = { [name]: { kind, ...(files === undefined ? {} : { files }), columns } };
  const hasMap = Object.keys(settings.map).length > 0;
  const text = hasMap ? `. Add to map:\n${entryLine(entry)}` : `:\nmap: ${flow(entry)}`;
  return `${task}${text}${openText(proposal)}`;
}

/** Each column with its path; where the map has all that an order needs, the others can be ignored. */
export function proposedColumns({ columns, others, missing }: Proposal): Record<string, string> {
  const ignored = missing.length > 0 ? [] : others.map((column) => [column, IGNORE] as const);
  return Object.fromEntries([...columns, ...ignored]);
}

/** What else to add by hand, because no column resembles it; empty for nothing. */
export function openText({ others, missing }: Proposal): string {
  if (missing.length === 0) return '';
  const what = missing.map(({ meaning, path }) => `${meaning} (${path})`).join(', ');
  const rest = others.length === 0 ? '' : `, or the others (${others.join(', ')}) to ignore`;
  return (
    `\nNo column looks like ${what}: add to columns which one it is${rest}. What is the same on every row and in no ` +
    'column goes into values, as { path: text }.'
  );
}

/** A line of YAML for each column, to be pasted below those that are there. */
function linesOf(columns: Readonly<Record<string, string>>): string {
  return stringify(columns, { lineWidth: 0 }).trim();
}

/** The entries of a map in one line of YAML, to be pasted below those that are there. */
export function entryLine(entry: object): string {
  return flow(entry).slice(1, -1).trim();
}

/** YAML in one line, to be pasted. */
export function flow(value: object): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
