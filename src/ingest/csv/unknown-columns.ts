import { stringify } from 'yaml';
import { PATH_NAMES } from '../../contract/record-paths.ts';
import { Fault } from '../../errors.ts';
import { nearest } from '../../near.ts';
import { IGNORE } from '../../settings/map-paths.ts';
import type { UnknownColumn } from './column-plan.ts';

const LAST_PARTS: readonly string[] = PATH_NAMES.map(lastOf);

const MOST_NAMED = 20;
const NAME = /^\p{L}[\p{L}\p{M}\p{N}_. -]{0,39}$/u;
/** An identifier, a telephone or account number. */
const LONG_NUMBER = /\p{N}{6}/u;

/**
 * The fault of a CSV file with columns that nobody knows, with the nearest known ones and what to write. A file
 * without a header row begins with data, which may be the payer's: only what looks like a name is told.
 * @param header the cells of the first row
 */
export function unknownColumns(
  columns: readonly UnknownColumn[],
  header: readonly string[],
  where: string,
  file: string,
): Fault {
  const cells = header.filter((cell) => cell !== '');
  const isKnownHeader = columns.length < cells.length;
  // Where nothing is known, one cell that is no name makes all of them doubtful: `Maria Souza` looks like one.
  const named = isKnownHeader || cells.every(isName) ? columns.filter(({ cell }) => isName(cell)) : [];
  const told = named.slice(0, MOST_NAMED);
  return new Fault('SOURCE_COLUMNS', {
    where,
    found: isKnownHeader ? foundUnknown(columns) : foundNone(header.length, told),
    expected:
      'dot paths of a record (request.body.orderNo), of a callback (money.amount), or names of the map',
    ...(told.length === 0 ? {} : { remedy: remedyFor(told, file) }),
  });
}

function foundUnknown(columns: readonly UnknownColumn[]): string {
  const texts = columns
    .slice(0, MOST_NAMED)
    .map(({ cell, number }) => (isName(cell) ? withNearest(cell) : `column ${number}`));
  const more = columns.length > MOST_NAMED ? `; and ${columns.length - MOST_NAMED} more` : '';
  return `unknown columns: ${texts.join('; ')}${more}`;
}

function foundNone(columns: number, told: readonly UnknownColumn[]): string {
  const names = told.length === 0 ? '' : `: ${told.map(({ cell }) => withNearest(cell)).join('; ')}`;
  return `no column that is known, of ${columns}${names}`;
}

function remedyFor(columns: readonly UnknownColumn[], file: string): string {
  const lines = columns.map(({ cell }) => `${quoteYaml(cell)}: ${nearestPath(cell) ?? IGNORE}`);
  return (
    `Say in payin-recon.yaml what each is, or ignore: ` +
    `map: { ${quoteYaml(tableName(file))}: { columns: { ${lines.join(', ')} } } }`
  );
}

/** Whether a cell can be told: it looks like the name of a column, not like a value. */
function isName(cell: string): boolean {
  return NAME.test(cell) && !LONG_NUMBER.test(cell);
}

function withNearest(column: string): string {
  const near = nearestPath(column);
  return near === undefined ? column : `${column} (like ${near})`;
}

/** The known path that a column's name is like, as a whole or in its last part (`order_no`: orderNo). */
export function nearestPath(column: string): string | undefined {
  return (
    nearest(column, PATH_NAMES) ?? PATH_NAMES.find((path) => lastOf(path) === nearest(column, LAST_PARTS))
  );
}

function lastOf(path: string): string {
  return path.split('.').at(-1)!;
}

function tableName(file: string): string {
  const name = file.split(/[\\/]/).at(-1)!;
  return name.replace(/(\.(csv|tsv|txt))?(\.(gz|zst))?$/i, '') || 'table';
}

/** A name as YAML takes it for a key. */
function quoteYaml(name: string): string {
  return stringify(name, { lineWidth: 0 }).trim();
}
