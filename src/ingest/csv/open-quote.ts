/** The bytes that separate and quote the cells of a CSV file; each is a single byte. */
export interface QuoteMarks {
  readonly quote: number;
  /** Last bytes of possible separators: a quote counts only where a cell begins. */
  readonly separators: ReadonlySet<number>;
  /** First bytes of possible separators: nothing else may follow the quote that ends a cell. */
  readonly afterQuote: ReadonlySet<number>;
}

/** The quoted cells of a line. */
export interface LineQuotes {
  /** Whether a quoted cell is open at the end of the line, so that the record continues in the next line. */
  readonly open: boolean;
  /** How many quoted cells begin in the line. */
  readonly begun: number;
  /** Whether text follows a quote that ends a cell, so that no record can contain this line. */
  readonly broken: boolean;
}

const CARRIAGE_RETURN = 13;
const NONE: LineQuotes = { open: false, begun: 0, broken: false };
const ALL: LineQuotes = { open: true, begun: 0, broken: false };

/**
 * Follows the quoted cells through a line. Two quotes within a quoted cell are one quote of its content (RFC 4180).
 * @param open whether a quoted cell was open at the start of the line
 */
export function followQuotes(line: Uint8Array, marks: QuoteMarks, open: boolean): LineQuotes {
  const { quote, separators } = marks;
  if (!line.includes(quote)) return open ? ALL : NONE;
  let begun = 0;
  let broken = false;
  let position = open ? 0 : -1;
  for (;;) {
    if (position >= 0) {
      position = closingQuote(line, quote, position);
      if (position === -1) return { open: true, begun, broken };
      broken ||= !isCellEnd(line, position + 1, marks);
    }
    position = openingQuote(line, quote, separators, position + 1);
    if (position === -1) return { open: false, begun, broken };
    begun += 1;
    position += 1;
  }
}

/** Index of the quote that ends the cell whose content begins at `from`; -1 if it is not in the line. */
function closingQuote(line: Uint8Array, quote: number, from: number): number {
  let position = line.indexOf(quote, from);
  while (position !== -1 && line[position + 1] === quote) position = line.indexOf(quote, position + 2);
  return position;
}

/** Index of the next quote with which a cell begins; -1 if there is none. */
function openingQuote(
  line: Uint8Array,
  quote: number,
  separators: ReadonlySet<number>,
  from: number,
): number {
  let position = line.indexOf(quote, from);
  while (position > 0 && !separators.has(line[position - 1]!)) position = line.indexOf(quote, position + 1);
  return position;
}

function isCellEnd(line: Uint8Array, position: number, { afterQuote }: QuoteMarks): boolean {
  if (position === line.length) return true;
  const byte = line[position]!;
  return afterQuote.has(byte) || (byte === CARRIAGE_RETURN && position + 1 === line.length);
}
