import { type CsvError, parse } from 'csv-parse/sync';
import { trimmed } from '../../blank-text.ts';
import { Fault } from '../../errors.ts';
import type { Settings } from '../../settings/schema.ts';

/** A row of a decisions file, with its cells as they were before a spreadsheet saved them. */
export interface DecisionRow {
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly code: string;
  readonly merchant: string;
  readonly order: string;
  readonly action: string;
  readonly note: string;
  /** What the row shows of the finding, by column; undefined for a file that does not show it. */
  readonly shown?: Readonly<Partial<Record<ShownColumn, string>>> | undefined;
}

type Role = Exclude<keyof DecisionRow, 'line' | 'shown'>;

/** Names of each column. findings.csv has other names for two of them. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  code: ['code'],
  merchant: ['merchant', 'merchant_id'],
  order: ['order', 'order_no'],
  action: ['action'],
  note: ['note'],
};

const ROLES = Object.keys(NAMES) as Role[];
/** Columns of a list of findings that show what is decided about. */
const SHOWN = [
  ...(['expected', 'actual', 'reason', 'awaiting', 'awaiting_amount'] as const),
  ...(['write_off_amount', 'newest_entry'] as const),
] as const;
export type ShownColumn = (typeof SHOWN)[number];
/** Names that a person may give a column of his own. */
const COMMON: readonly ShownColumn[] = ['reason', 'awaiting'];
const DELIMITERS = [',', ';', '\t'];
const LONGEST_ROW = 1024 * 1024;
/** How .xlsx files begin, as all zip files do. */
const WORKBOOK = [0x50, 0x4b, 0x03, 0x04];

/**
 * Reads a CSV of decisions as a spreadsheet may have saved it: commas, semicolons or tabs, with a byte order mark, any
 * line ends, numbers written as `="0012"`, and apostrophes before text that could start a formula. Columns are found by
 * name, in any order. Columns that are not of a list of findings are ignored, and rows without an action are skipped.
 * @param name of the file, for messages
 * @param encoding the encoding of a file that is not UTF-8: the setting csv.encoding
 * @throws Fault DECISIONS_INVALID
 */
export function readDecisions(
  content: Uint8Array,
  name: string,
  encoding: Settings['csv']['encoding'] = 'utf-8',
): DecisionRow[] {
  const text = decoded(content, name, encoding);
  const delimiter = delimiterOf(text, name);
  const [header, ...rows] = records(text, delimiter, name);
  const places = placesOf(header?.cells ?? [], name);
  const shownPlaces = placesOfShown(header?.cells ?? []);
  return rows
    .map(({ line, cells }) => {
      const cell = (role: Role) => (places[role] === undefined ? '' : original(cells[places[role]] ?? ''));
      return {
        line,
        code: cell('code').trim(),
        merchant: cell('merchant'),
        order: cell('order'),
        action: cell('action').trim().toLowerCase(),
        note: trimmed(cell('note')),
        shown: shownPlaces && shownOf(cells, shownPlaces),
      };
    })
    .filter(({ action }) => action !== '');
}

/**
 * Decodes UTF-8, or UTF-16 as in Excel's "Unicode text". Any other encoding must be set, since a guess may be wrong.
 */
function decoded(content: Uint8Array, name: string, encoding: Settings['csv']['encoding']): string {
  if (WORKBOOK.every((byte, place) => content[place] === byte)) {
    throw new Fault('DECISIONS_INVALID', {
      where: name,
      found: 'an Excel workbook',
      expected: 'CSV',
      remedy: 'Save its sheet as "CSV UTF-8", and apply that file.',
    });
  }
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(content);
  } catch {
    if (!isUtf16 && encoding !== 'utf-8') return new TextDecoder(encoding).decode(content);
    throw new Fault('DECISIONS_INVALID', {
      where: name,
      found: 'bytes that are not UTF-8',
      expected: 'a file that Excel saved as "CSV UTF-8"',
      remedy:
        'Save it as "CSV UTF-8"; or, where Excel saves CSV files in windows-1252, as it does in Brazil, set in ' +
        'payin-recon.yaml\ncsv: { encoding: windows-1252 }\nand apply the file again.',
    });
  }
}

/** The separator that gives the header row the most known columns. */
function delimiterOf(text: string, name: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => {
    const [header] = records(first, delimiter, name);
    return { delimiter, known: (header?.cells ?? []).filter((cell) => roleOf(cell) !== undefined).length };
  });
  return counts.toSorted((a, b) => b.known - a.known)[0]!.delimiter;
}

function records(text: string, delimiter: string, name: string): Array<{ line: number; cells: string[] }> {
  try {
    // Inside a cell, the library counts a CRLF as two lines.
    const found = parse(text.replace(/\r\n?/g, '\n'), {
      delimiter,
      bom: true,
      info: true,
      max_record_size: LONGEST_ROW,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as Array<{ record: string[]; info: { lines: number } }>;
    return found.map(({ record, info }) => ({
      // The library gives the row's last line, and a cell may span several lines.
      line: info.lines - (record.join('').match(/\n/g)?.length ?? 0),
      cells: record,
    }));
  } catch (error) {
    const { code = '', lines } = error as CsvError & { lines?: number };
    throw new Fault('DECISIONS_INVALID', {
      where: lines === undefined ? name : `${name}:${lines}`,
      found: code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote that does not end' : `no CSV (${code})`,
      expected: 'a CSV file with a header row',
    });
  }
}

function placesOf(header: readonly string[], name: string): Partial<Record<Role, number>> {
  const places: Partial<Record<Role, number>> = {};
  for (const [place, cell] of header.entries()) {
    const role = roleOf(cell);
    if (role === undefined) continue;
    if (places[role] !== undefined) {
      throw new Fault('DECISIONS_INVALID', {
        where: `${name}:1`,
        found: `two columns ${NAMES[role].join(' or ')}`,
        expected: 'one of them',
      });
    }
    places[role] = place;
  }
  const missing = ROLES.filter((role) => role !== 'note' && places[role] === undefined);
  if (missing.length === 0) return places;
  throw new Fault('DECISIONS_INVALID', {
    where: `${name}:1`,
    found: `no column ${missing.join(', ')}`,
    expected: `a header row with ${ROLES.join(', ')}`,
  });
}

/** Without the other columns of a list, a column `reason` may be somebody's own. */
function placesOfShown(header: readonly string[]): ReadonlyMap<ShownColumn, number> | undefined {
  const names = header.map(nameOf);
  const places = new Map(
    SHOWN.map((column) => [column, names.indexOf(column)] as const).filter(([, place]) => place >= 0),
  );
  return [...places.keys()].some((column) => !COMMON.includes(column)) ? places : undefined;
}

function shownOf(cells: readonly string[], places: ReadonlyMap<ShownColumn, number>): DecisionRow['shown'] {
  return Object.fromEntries([...places].map(([column, place]) => [column, original(cells[place] ?? '')]));
}

function roleOf(cell: string): Role | undefined {
  const named = nameOf(cell);
  return ROLES.find((role) => NAMES[role].includes(named));
}

function nameOf(cell: string): string {
  return original(cell).trim().toLowerCase();
}

/** `="0012"` as the Excel profiles write it; longer texts are several constants. */
const CONSTANT = /^=("(?:[^"]|"")*")(?:&"(?:[^"]|"")*")*$/;
/** The apostrophe that the CSVs put before text that could start a formula. */
export const GUARD = /^'(?= *[=+\-@]|[\t\r\n\0])/;

/** A cell's text without what was added for spreadsheets. */
function original(cell: string): string {
  if (!CONSTANT.test(cell)) return cell.replace(GUARD, '');
  return [...cell.matchAll(/"((?:[^"]|"")*)"/g)].map(([, part]) => part!.replaceAll('""', '"')).join('');
}
