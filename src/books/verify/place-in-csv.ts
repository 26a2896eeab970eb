import { type FileHandle, open } from 'node:fs/promises';
import type { Column } from '../../../reports/report.ts';
import { type Difference, LOOK_AHEAD_BYTES, readAt } from './compare-bytes.ts';
import { cellsOf, firstRows, RowCounter } from './csv-rows.ts';
import { type Deviation, shown } from './verified.ts';

/** A deviation but for the file in which it is. */
export type CsvPlace = Omit<Deviation, 'where'>;

type RowDifference = Pick<Deviation, 'what' | 'expected' | 'actual' | 'column'>;

const BLOCK_BYTES = 1 << 20;
const NO_MORE = 'the end of the file';

/** What a difference in a CSV is to its reader: a row too many or too few, or which cell of which column. */
export async function placeInCsv(
  path: string,
  { offset, expected }: Difference,
  columns: readonly Column[],
  delimiter: string,
): Promise<CsvPlace> {
  const file = await open(path, 'r');
  try {
    const row = await rowAt(file, offset);
    const actual = await readAt(file, row.start, offset - row.start + LOOK_AHEAD_BYTES);
    const wanted = Buffer.concat([actual.subarray(0, offset - row.start), expected]);
    const difference = compareRows(firstRows(wanted, 2), firstRows(actual, 2), columns, delimiter);
    return {
      ...difference,
      what: `line ${row.line}, ${difference.what} (byte ${offset})`,
      byte: offset,
      line: row.line,
    };
  } finally {
    await file.close();
  }
}

/** Where the row begins to which a byte belongs. */
async function rowAt(
  file: FileHandle,
  offset: number,
): Promise<{ readonly start: number; readonly line: number }> {
  const counter = new RowCounter();
  for (let at = 0; at < offset; at += BLOCK_BYTES) {
    counter.add(await readAt(file, at, Math.min(BLOCK_BYTES, offset - at)));
  }
  return { start: counter.rowStart, line: counter.rowLine };
}

/** The rows are those from the first that differs on. */
function compareRows(
  [wanted, expectedNext]: readonly Buffer[],
  [found, foundNext]: readonly Buffer[],
  columns: readonly Column[],
  delimiter: string,
): RowDifference {
  if (wanted === undefined) return { what: 'a row too many', expected: NO_MORE, actual: rowText(found) };
  if (found === undefined) return { what: 'a row is missing', expected: rowText(wanted), actual: NO_MORE };
  if (expectedNext?.equals(found)) {
    return {
      what: 'a row is missing',
      expected: rowText(wanted),
      actual: `the row after it: ${rowText(found)}`,
    };
  }
  if (foundNext?.equals(wanted)) {
    return { what: 'a row too many', expected: rowText(wanted), actual: rowText(found) };
  }
  const expectedCells = cellsOf(wanted, delimiter);
  const foundCells = cellsOf(found, delimiter);
  const most = Math.max(expectedCells.length, foundCells.length);
  const index = Array.from({ length: most }).findIndex((_, at) => expectedCells[at] !== foundCells[at]);
  if (index === -1) {
    // The same cells, written otherwise: quotes, line breaks, a byte order mark.
    return { what: 'written otherwise', expected: bytesText(wanted), actual: bytesText(found) };
  }
  const column = columns[index]?.name;
  return {
    what: column === undefined ? 'a cell beyond the last column' : `column ${column}`,
    expected: cellText(expectedCells[index]),
    actual: cellText(foundCells[index]),
    column,
  };
}

function cellText(cell: string | undefined): string {
  if (cell === undefined) return 'no such cell';
  return cell === '' ? 'an empty cell' : shown(cell);
}

function rowText(row: Buffer | undefined): string {
  return shown((row?.toString('utf8') ?? '').replace(/\r?\n$/, ''));
}

function bytesText(row: Buffer): string {
  return shown(JSON.stringify(row.toString('utf8')));
}
