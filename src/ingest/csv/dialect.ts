import { type Options, parse } from 'csv-parse/sync';
import type { CsvFormat } from './csv-format.ts';
import type { QuoteMarks } from './open-quote.ts';

/** The characters that separate and quote the cells of a file. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
}

const CANDIDATES = [',', ';', '\t', '|'];
const AUTO = 'auto';

/** The separators that a file may have before its header row has been read. */
export function possibleDelimiters({ delimiter }: CsvFormat): readonly string[] {
  return delimiter === AUTO ? CANDIDATES : [delimiter.replaceAll('\\t', '\t')];
}

/**
 * The separator with which a header row has the most known columns; if several have as many, the one with the most
 * columns.
 */
export function detectDialect(
  header: string,
  format: CsvFormat,
  known: (names: readonly string[]) => number,
): { readonly dialect: Dialect; readonly names: readonly string[] } {
  const readings = possibleDelimiters(format).map((delimiter) => {
    const dialect = { delimiter, quote: format.quote };
    const names = parseRows(header, dialect)?.[0] ?? [header];
    return { dialect, names, known: known(names) };
  });
  readings.sort((a, b) => b.known - a.known || b.names.length - a.names.length);
  return readings[0]!;
}

/** The cells of complete rows; undefined where a quote is in a place that allows none. */
export function parseRows(text: string, dialect: Dialect): string[][] | undefined {
  const options: Options = {
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    // The default of the option is the double quote, whatever the quote is.
    escape: dialect.quote,
    record_delimiter: '\n',
    relax_column_count: true,
  };
  try {
    return parse(text, options) as string[][];
  } catch {
    return undefined;
  }
}

/** Where quoted cells begin and end in bytes of a file. */
export function marksOf(delimiters: readonly string[], quote: string): QuoteMarks {
  return {
    quote: Buffer.from(quote, 'utf8')[0]!,
    separators: new Set(delimiters.map((delimiter) => Buffer.from(delimiter, 'utf8').at(-1)!)),
    afterQuote: new Set(delimiters.map((delimiter) => Buffer.from(delimiter, 'utf8')[0]!)),
  };
}
