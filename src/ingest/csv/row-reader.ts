import { isBlank } from '../lines/parse-lines.ts';
import type { RecordStager } from '../staging/record-stager.ts';
import { UNDECODABLE } from './as-utf8.ts';
import { findTable, readColumns } from './column-plan.ts';
import { type CsvFormat, csvFormat } from './csv-format.ts';
import { type Dialect, detectDialect, marksOf, parseRows } from './dialect.ts';
import { utf16Of } from './encodings.ts';
import { Footer } from './footer.ts';
import { hasLoneReturnUnquoted, loneReturns } from './lone-returns.ts';
import type { QuoteMarks } from './open-quote.ts';
import type { RecordSink } from './record-splitter.ts';
import { type TableReading, TableStager } from './table-stager.ts';

/**
 * How much is parsed at once: enough rows that starting the parser costs nothing, and little enough text to stay
 * small.
 */
const BATCH_ROWS = 256;
const BATCH_CHARACTERS = 1_048_576;

const NO_CELLS = () => [];

interface WaitingRow {
  readonly text: string;
  readonly line: number;
}

/** Turns the records of a CSV file, as UTF-8, into rows of the staging tables; the first record names the columns. */
export class RowReader implements RecordSink {
  readonly #stager: RecordStager;
  readonly #table: TableStager;
  readonly #reading: TableReading;
  readonly #format: CsvFormat;
  readonly #footer: Footer;
  readonly #onHeader: (marks: QuoteMarks, cells: number) => void;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #isUtf8: boolean;
  #dialect: Dialect | undefined;
  #batch: WaitingRow[] = [];
  #characters = 0;

  /** @param onHeader called once with how the file's cells are quoted, and how many a row has */
  constructor(
    stager: RecordStager,
    reading: TableReading,
    onHeader: (marks: QuoteMarks, cells: number) => void,
  ) {
    this.#stager = stager;
    this.#table = new TableStager(stager, reading);
    this.#reading = reading;
    this.#format = csvFormat(reading.settings, reading.file);
    this.#isUtf8 = new TextDecoder(this.#format.encoding).encoding === 'utf-8';
    this.#footer = new Footer(findTable(reading.settings, reading.file)?.table ?? {});
    this.#onHeader = onHeader;
  }

  /** Whether the header row was read. */
  get hasHeader(): boolean {
    return this.#table.plan !== undefined;
  }

  line(bytes: Uint8Array, line: number): void {
    if (isBlank(bytes)) return;
    const text = this.#decoded(bytes);
    if (this.#table.plan === undefined) this.#readHeader(text, bytes, line);
    else if (text === undefined) this.#rejectBytes(bytes, line);
    else {
      const cells = () => parseRows(text, this.#dialect!)?.[0] ?? [];
      this.#footer.pass({ text, line, work: () => this.#wait({ text, line }), cells });
    }
  }

  tooLong(line: number): void {
    if (this.#table.plan === undefined) {
      throw this.#table.headerFault(line, 'a row longer than ingest.maxLineBytes');
    }
    this.#stager.tooLong(line);
  }

  /**
   * Parses the lines at once, because whether they are a record decides what is read next. They are one also with more
   * or fewer cells than the header: otherwise the text in a quoted cell would be read as rows.
   */
  joined(bytes: Uint8Array, line: number): boolean {
    const text = this.#decoded(bytes);
    if (this.#table.plan === undefined) {
      this.#readHeader(text, bytes, line);
      return true;
    }
    const readable = text ?? new TextDecoder().decode(bytes);
    const rows = parseRows(readable, this.#dialect!);
    if (rows?.length !== 1) return false;
    const cells = rows[0]!;
    if (text === undefined) this.#rejectBytes(bytes, line);
    else this.#footer.pass({ text, line, work: () => this.#table.row(cells, line), cells: () => cells });
    return true;
  }

  unended(line: number): void {
    const found = 'a quoted cell that does not end';
    if (this.#table.plan === undefined) throw this.#table.headerFault(line, found);
    this.#footer.pass({ text: '', line, work: () => this.#table.reject(found, line), cells: NO_CELLS });
  }

  /**
   * @param isCut whether the table goes on after what was read of it
   * @throws Fault SOURCE_TOTALS
   */
  finish(isCut: boolean): void {
    if (isCut) this.#footer.release();
    this.#flush();
    if (!isCut) this.#table.checkFooter(this.#footer);
    this.#stager.note(this.#footer.noted());
  }

  #wait(row: WaitingRow): void {
    this.#batch.push(row);
    this.#characters += row.text.length;
    if (this.#batch.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) this.#flush();
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    const rows = parseRows(batch.map(({ text }) => text).join('\n'), this.#dialect!);
    for (const [index, row] of batch.entries()) {
      // One row with a stray quote must not reject all of them: then each is parsed by itself.
      const alone = rows?.length === batch.length ? rows[index] : parseRows(row.text, this.#dialect!)?.[0];
      if (alone === undefined) this.#table.reject('a quote in the middle of a cell', row.line);
      else this.#table.row(alone, row.line);
    }
  }

  /** Undefined for bytes that are not valid in the file's encoding. */
  #decoded(bytes: Uint8Array): string | undefined {
    try {
      const text = this.#decoder.decode(bytes);
      return !this.#isUtf8 && text.includes(UNDECODABLE) ? undefined : text;
    } catch {
      return undefined;
    }
  }

  #rejectBytes(bytes: Uint8Array, line: number): void {
    const rejection = { reason: 'not_utf8', detail: `row of ${bytes.length} bytes` } as const;
    this.#footer.pass({ text: '', line, work: () => this.#stager.reject(rejection, line), cells: NO_CELLS });
  }

  #readHeader(text: string | undefined, bytes: Uint8Array, line: number): void {
    const { file, settings, forcedKind } = this.#reading;
    const { encoding } = this.#format;
    // UTF-16 that is read as another encoding has zeros, and so has UTF-32 that is read as UTF-16.
    if (text === undefined || utf16Of(bytes) !== undefined) {
      throw this.#table.headerFault(
        line,
        `text that is not ${encoding}`,
        encodingRemedy(bytes, line, encoding),
      );
    }
    if (hasLoneReturnUnquoted(text, this.#format.quote)) throw loneReturns(file, line);
    const { dialect, names } = detectDialect(text, this.#format, (candidates) => {
      const { plan } = readColumns(candidates, file, settings, forcedKind);
      return plan.containers.length + plan.fields.length;
    });
    const { width } = this.#table.header(names, line);
    this.#dialect = dialect;
    this.#onHeader(marksOf([dialect.delimiter], dialect.quote), width);
  }
}

/** The setting for all files knows no other encoding than windows-1252. */
function encodingRemedy(bytes: Uint8Array, line: number, encoding: string): string {
  const wide = utf16Of(bytes);
  if (wide !== undefined && new TextDecoder(encoding).encoding.startsWith('utf-16'))
    return 'UTF-32 is not read. Save the file as CSV UTF-8.';
  // Of a later line nothing shows which of two bytes comes first: half of the LF before it is missing.
  const shown = line > 1 && wide !== undefined ? 'utf-16le or utf-16be' : wide;
  const named = shown ?? 'windows-1252, or windows-1256 for Arabic';
  const forAll = wide === undefined ? ' If all files are in windows-1252, set csv.encoding to it.' : '';
  return `In the table's entry of map, set encoding: ${named}.${forAll}`;
}
