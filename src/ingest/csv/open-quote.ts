/** How the bytes of a CSV file are to be taken apart; each a single byte. */
export interface QuoteMarks {
  readonly quote: number;
  /** Last bytes of what may separate cells: a quote counts only where a cell begins. */
  readonly separators: ReadonlySet<number>;
}

/**
 * Whether a quoted cell is still open at the end of a line, so that the record goes on in the next.
 * Two quotes within a quoted cell are one that belongs to it (RFC 4180).
 * @param open whether a quoted cell was open at the line's start
 */
export function isQuoteOpen(line: Uint8Array, { quote, separators }: QuoteMarks, open: boolean): boolean {
  let position = open ? 0 : -1;
  for (;;) {
    if (position >= 0) {
      position = closingQuote(line, quote, position);
      if (position === -1) return true;
    }
    position = openingQuote(line, quote, separators, position + 1);
    if (position === -1) return false;
    position += 1;
  }
}

/** Index of the quote that ends the cell whose content begins at `from`; -1 if the line does not have it. */
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
