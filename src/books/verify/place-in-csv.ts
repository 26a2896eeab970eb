import type { FileHandle } from 'node:fs/promises';
import type { Column } from '../../../reports/report.ts';
import { openRegular } from '../../export/publish/regular-file.ts';
import { type Difference, LOOK_AHEAD_BYTES, readAt } from './compare-bytes.ts';
import { cellsOf, firstRows, RowCounter } from './csv-rows.ts';
import { type Deviation, shown } from './verified.ts';

/** A deviation without the file that it is in. */
export type CsvPlace = Omit<Deviation, 'where'>;

type RowDifference = Pick<Deviation, 'what' | 'expected' | 'actual' | 'column'>;

const BLOCK_BYTES = 1 << 20;
const NO_MORE = 'the end of the file';

/** Describes a difference in a CSV: an added or missing row, or the cell and column that differ. */
export async function placeInCsv(
  path: string,
  { offset, expected }: Difference,
  columns: readonly Column[],
  delimiter: string,
): Promise<CsvPlace> {
  const file = await openRegular(path);
  try {
    const row = await rowAt(file, offset);
    const actual = await readAt(file, row.start, offset - row.start + LOOK_AHEAD_BYTES);
    const expectedRows = Buffer.concat([actual.subarray(0, offset - row.start), expected]);
    const difference = compareRows(firstRows(expectedRows, 2), firstRows(actual, 2), columns, delimiter);
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

/** The offset and line of the row that contains a byte. */
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

/** Compares rows, beginning with the first row that differs. */
function compareRows(
  [expected, expectedNext]: readonly Buffer[],
  [found, foundNext]: readonly Buffer[],
  columns: readonly Column[],
  delimiter: string,
): RowDifference {
  if (expected === undefined) return { what: 'a row too many', expected: NO_MORE, actual: rowText(found) };
  if (found === undefined) return { what: 'a row is missing', expected: rowText(expected), actual: NO_MORE };
  if (expectedNext?.equals(found)) {
    return {
      what: 'a row is missing',
      expected: rowText(expected),
      actual: `the row after it: ${rowText(found)}`,
    };
  }
  if (foundNext?.equals(expected)) {
    return { what: 'a row too many', expected: rowText(expected), actual: rowText(found) };
  }
  const expectedCells = cellsOf(expected, delimiter);
  const foundCells = cellsOf(found, delimiter);
  const most = Math.max(expectedCells.length, foundCells.length);
  const index = Array.from({ length: most }).findIndex((_, at) => expectedCells[at] !== foundCells[at]);
  if (index === -1) {
    // The cells are equal but written differently: quotes, line breaks, a byte order mark.
    return { what: 'written otherwise', expected: bytesText(expected), actual: bytesText(found) };
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
