import type { StatedKind } from '../../contract/statement-fields.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import { plain } from '../../terminal-text.ts';
import { readerOf } from '../cells/unread-cells.ts';

/** A column, and the value of a row that it may be. */
interface MeantColumn {
  readonly column: string;
  readonly means: string | null;
}

type ValuesOf = (column: string) => readonly string[];

/** What the columns of a table cannot say as they are, and the columns that are not to be ignored therefore. */
export interface ColumnRemarks {
  readonly open: readonly string[];
  readonly needed: readonly string[];
}

const DIRECTIONS = new Set(['c', 'd', 'cr', 'dr', 'credit', 'debit', 'credito', 'debito']);
const OF_CREDITS = /^((valor|amount|value) )?(credit|credito)s?\b/;
const OF_DEBITS = /^((valor|amount|value) )?(debit|debito)s?\b/;

/** Remarks on a table whose dates would be midnights, or whose amounts lack their sign. */
export function remarksOn(
  kind: StatedKind,
  columns: readonly MeantColumn[],
  format: TableFormat,
  valuesOf: ValuesOf,
): ColumnRemarks {
  const unsigned = unsignedAmounts(kind, columns, valuesOf);
  return { open: [...datesAsTimes(columns, format, valuesOf), ...unsigned.open], needed: unsigned.needed };
}

/** A date as `completed_at` is read at midnight, and no column of times can be joined with it. */
function datesAsTimes(columns: readonly MeantColumn[], { times }: TableFormat, valuesOf: ValuesOf): string[] {
  const column = columns.find(({ means }) => means === 'completed_at')?.column;
  const dates = [times ?? []].flat().filter((form) => !/[Hh]/.test(form.replace(/'[^']*'/g, '')));
  if (column === undefined || dates.length === 0) return [];
  const read = readerOf('date', { times: dates });
  if (!valuesOf(column).some((text) => read(text) !== undefined)) return [];
  const hasDate = columns.some(({ means }) => means === 'settled_on');
  const name = hasDate ? 'ignore it, as another column is settled_on' : 'name it settled_on';
  return [
    `The column ${plain(column)} has dates without a time of day: as completed_at they would be midnights. Export it with the ` +
      `time in the same cell, or ${name}. A column of times beside it cannot be joined with it.`,
  ];
}

/** Amounts of a bank need their sign: a column of directions, or one column for each of them, is not read. */
function unsignedAmounts(
  kind: StatedKind,
  columns: readonly MeantColumn[],
  valuesOf: ValuesOf,
): ColumnRemarks {
  const [credits, debits] = [OF_CREDITS, OF_DEBITS].map(
    (names) => columns.find(({ column }) => names.test(plainWord(column)))?.column,
  );
  if (credits !== undefined && debits !== undefined)
    return {
      open: [
        `The amounts are in two columns, ${plain(credits)} and ${plain(debits)}. Export them in one, with a minus for debits: with one ` +
          'of the two ignored, its amounts are not read.',
      ],
      needed: [credits, debits],
    };
  const amount = columns.find(({ means }) => means === 'amount')?.column;
  const direction = columns.find(
    ({ column, means }) => means === null && isDirection(valuesOf(column)),
  )?.column;
  if (kind !== 'bank' || amount === undefined || direction === undefined) return { open: [], needed: [] };
  if (valuesOf(amount).some((text) => /^\W*[-−]|-\W*$/.test(text))) return { open: [], needed: [] };
  return {
    open: [
      `The column ${plain(direction)} says which amounts are debits, and ${plain(amount)} has no sign. Export amounts with a minus for ` +
        `debits: with ${plain(direction)} ignored, debits would count as credits.`,
    ],
    needed: [direction],
  };
}

function isDirection(values: readonly string[]): boolean {
  return values.length > 0 && values.every((text) => DIRECTIONS.has(plainWord(text)));
}

/** In small letters without accents. */
function plainWord(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
