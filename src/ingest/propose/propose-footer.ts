import type { StatedKind } from '../../contract/statement-fields.ts';
import { Fault } from '../../errors.ts';
import { ROWS } from '../../settings/map-paths.ts';
import type { TableFormat } from '../../settings/table-format.ts';
import { plain } from '../../terminal-text.ts';
import { NEEDED_OF_ROW } from '../csv/stated-columns.ts';
import { PART_OF_ROW } from './first-rows.ts';
import { type ProposedTable, tryProposal } from './try-proposal.ts';

const AMOUNTS: Readonly<Record<StatedKind, readonly string[]>> = {
  statement: ['gross', 'fee', 'net'],
  bank: ['amount'],
};

/** The columns of a table, by what they may mean. */
export interface MeantColumns {
  readonly kind: StatedKind;
  /** Names of the columns by their places in a row; empty for a place without one. */
  readonly header: readonly string[];
  /** What each named column may mean. */
  readonly means: ReadonlyMap<string, string>;
}

/** What a footer has to say, and what a person has to decide. */
export interface ProposedFooter {
  readonly format: Pick<TableFormat, 'footer' | 'totals'>;
  readonly open: readonly string[];
}

/** A number of the footer that may be the number of rows, or the sum of a column. */
interface Total {
  readonly name: string;
  readonly column: string | number;
  readonly text: string;
}

/**
 * The rows at the end of a table that can be no records, since they have no order, or no time; none if all are so, or if one is part
 * of a row, which may be a record.
 */
export function footersOf(rows: ReadonlyArray<readonly string[]>, columns: MeantColumns): string[][] {
  const isKnown = NEEDED_OF_ROW[columns.kind].every(([, fields]) => placesOf(fields, columns).length > 0);
  const last = rows.findLastIndex((row) => isRecord(row, columns));
  const footers = rows.slice(last + 1);
  const areRows = !footers.includes(PART_OF_ROW);
  return isKnown && last !== -1 && areRows ? footers.map((row) => [...row]) : [];
}

/**
 * Proposes to leave the footer out, and of its numbers those as totals that agree with the rows: the file is read by the proposal
 * to its end.
 */
export async function proposeFooter(
  footers: ReadonlyArray<readonly string[]>,
  columns: MeantColumns,
  proposed: ProposedTable,
): Promise<ProposedFooter> {
  if (footers.length === 0) return { format: {}, open: [] };
  const footer = footers.length;
  const one = footer === 1;
  const shape =
    `The last ${one ? 'row is' : `${footer} rows are`} no record${one ? '' : 's'}: without an order or payout, or without a date. ` +
    `footer: ${footer} leaves ${one ? 'it' : 'them'} out.`;
  const whole = await tryProposal(proposed, { footer });
  if (whole === undefined || whole instanceof Fault) return { format: { footer }, open: [shape] };
  const candidates = totalsOf(footers, columns, whole.records);
  const agreeing = await agreeingTotals(proposed, footer, candidates);
  const others = candidates.filter((total) => !agreeing.includes(total));
  const named = agreeing.map(({ name, text }) => `${name} ${plain(text)}`).join(', ');
  return {
    format: {
      footer,
      ...(agreeing.length === 0
        ? {}
        : { totals: Object.fromEntries(agreeing.map(({ name, column }) => [name, column])) }),
    },
    open: [
      `${shape}${named === '' ? '' : ` Its numbers agree with the rows: ${named}.`}`,
      ...others.map(
        ({ name, text, column }) =>
          `The footer has ${plain(text)} in the column ${plain(String(column))}, which is not the sum of ${name}: it is not in totals.`,
      ),
    ],
  };
}

/** Amounts of a footer without words beside them, which show how large amounts are written. */
export function footerAmounts(footers: ReadonlyArray<readonly string[]>, columns: MeantColumns): string[] {
  const places = placesOf(AMOUNTS[columns.kind], columns);
  const cells = footers.flatMap((row) => places.map((place) => row[place] ?? ''));
  return cells.filter((cell) => hasDigit(cell) && !/\p{L}/u.test(cell));
}

/** Whether a row has what every row needs; a footer seldom has. */
function isRecord(row: readonly string[], columns: MeantColumns): boolean {
  return NEEDED_OF_ROW[columns.kind].every(([, fields], index) =>
    placesOf(fields, columns).some((place) => {
      const cell = row[place] ?? '';
      // Numbers of orders may be letters; dates and amounts are not.
      return columns.kind === 'statement' && index === 0 ? cell !== '' : hasDigit(cell);
    }),
  );
}

function placesOf(fields: readonly string[], { header, means }: MeantColumns): number[] {
  return header.flatMap((name, place) => (fields.includes(means.get(name) ?? '') ? [place] : []));
}

/** The numbers of a footer below the columns of amounts, and the first that is the number of rows. */
function totalsOf(
  footers: ReadonlyArray<readonly string[]>,
  columns: MeantColumns,
  records: number,
): Total[] {
  const textAt = (place: number) => footers.map((row) => row[place] ?? '').findLast(hasDigit);
  const columnAt = (place: number) => columns.header[place] || place + 1;
  const sums = AMOUNTS[columns.kind].flatMap((name) =>
    placesOf([name], columns).flatMap((place) => {
      const text = textAt(place);
      return text === undefined ? [] : [{ name, column: columnAt(place), text }];
    }),
  );
  const ofAmounts = placesOf(AMOUNTS[columns.kind], columns);
  const counted = columns.header.findIndex(
    (_name, place) => !ofAmounts.includes(place) && digitsOf(textAt(place) ?? '') === String(records),
  );
  const rows = { name: ROWS, column: columnAt(counted), text: String(records) };
  return [...(counted === -1 ? [] : [rows]), ...sums];
}

/** Those that agree with the rows: all at once, else each by itself. */
async function agreeingTotals(
  proposed: ProposedTable,
  footer: number,
  candidates: readonly Total[],
): Promise<readonly Total[]> {
  const agree = async (some: readonly Total[]) => {
    const totals = Object.fromEntries(some.map(({ name, column }) => [name, column]));
    const read = await tryProposal(proposed, { footer, totals });
    return read !== undefined && !(read instanceof Fault);
  };
  if (candidates.length === 0 || (await agree(candidates))) return candidates;
  const agreeing: Total[] = [];
  for (const one of candidates) if (await agree([one])) agreeing.push(one);
  return agreeing;
}

function hasDigit(text: string): boolean {
  return /\p{Nd}/u.test(text);
}

/** The only number in a text; undefined for several, or one with marks in it. */
function digitsOf(text: string): string | undefined {
  const numbers = text.match(/[\p{Nd}.,]*\p{Nd}[\p{Nd}.,]*/gu) ?? [];
  return numbers.length === 1 ? numbers[0] : undefined;
}
