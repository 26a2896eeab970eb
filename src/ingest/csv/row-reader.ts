import { Fault } from '../../errors.ts';
import { normaliseRecord } from '../../normalise/normalise-line.ts';
import type { RecordKind } from '../../normalise/record.ts';
import type { Settings } from '../../settings/schema.ts';
import { isBlank } from '../lines/parse-lines.ts';
import type { RecordStager } from '../staging/record-stager.ts';
import { type ColumnPlan, readColumns } from './column-plan.ts';
import { type Dialect, detectDialect, marksOf, parseRows } from './dialect.ts';
import type { QuoteMarks } from './open-quote.ts';
import type { RecordSink } from './record-splitter.ts';
import { rowRecord } from './row-record.ts';
import { unknownColumns } from './unknown-columns.ts';

/**
 * How much is parsed at once: enough rows that starting the parser costs nothing, and little enough text to stay
 * small.
 */
const BATCH_ROWS = 256;
const BATCH_CHARACTERS = 1_048_576;

interface WaitingRow {
  readonly text: string;
  readonly line: number;
}

/** Turns the records of a CSV file into rows of the staging tables; the first record names the columns. */
export class RowReader implements RecordSink {
  readonly #stager: RecordStager;
  readonly #file: string;
  readonly #settings: Settings;
  readonly #forcedKind: RecordKind | undefined;
  readonly #onHeader: (marks: QuoteMarks, cells: number) => void;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  #dialect: Dialect | undefined;
  #plan: ColumnPlan | undefined;
  #batch: WaitingRow[] = [];
  #characters = 0;

  /** @param onHeader called once with how the file's cells are quoted, and how many a row has */
  constructor(
    stager: RecordStager,
    file: string,
    settings: Settings,
    forcedKind: RecordKind | undefined,
    onHeader: (marks: QuoteMarks, cells: number) => void,
  ) {
    this.#stager = stager;
    this.#file = file;
    this.#settings = settings;
    this.#forcedKind = forcedKind;
    this.#onHeader = onHeader;
    this.#decoder = new TextDecoder(settings.csv.encoding, { fatal: true, ignoreBOM: true });
  }

  line(bytes: Uint8Array, line: number): void {
    if (isBlank(bytes)) return;
    const text = this.#decoded(bytes);
    if (this.#plan === undefined) this.#readHeader(text, line);
    else if (text === undefined) this.#rejectBytes(bytes, line);
    else {
      this.#batch.push({ text, line });
      this.#characters += text.length;
      if (this.#batch.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) this.flush();
    }
  }

  tooLong(line: number): void {
    if (this.#plan === undefined) throw this.#headerFault(line, 'a row longer than ingest.maxLineBytes');
    this.#stager.tooLong(line);
  }

  /** Parses the lines at once, because whether they are a record decides what is read next. */
  joined(bytes: Uint8Array, line: number): boolean {
    const text = this.#decoded(bytes);
    if (this.#plan === undefined) {
      this.#readHeader(text, line);
      return true;
    }
    const readable = text ?? new TextDecoder(this.#settings.csv.encoding).decode(bytes);
    const cells = parseRows(readable, this.#dialect!)?.[0];
    if (cells?.length !== this.#plan.width) return false;
    if (text === undefined) this.#rejectBytes(bytes, line);
    else this.#stage(cells, line);
    return true;
  }

  unended(line: number): void {
    const found = 'a quoted cell that does not end';
    if (this.#plan === undefined) throw this.#headerFault(line, found);
    this.#stager.reject({ reason: 'bad_row', detail: found }, line);
  }

  /** Parses and stages the waiting rows together. */
  flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    const rows = parseRows(batch.map(({ text }) => text).join('\n'), this.#dialect!);
    for (const [index, row] of batch.entries()) {
      // One row with a stray quote must not reject all of them: then each is parsed by itself.
      const alone = rows?.length === batch.length ? rows[index] : parseRows(row.text, this.#dialect!)?.[0];
      this.#stage(alone, row.line);
    }
  }

  /** Undefined for bytes that are not valid in the file's encoding. */
  #decoded(bytes: Uint8Array): string | undefined {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return undefined;
    }
  }

  #rejectBytes(bytes: Uint8Array, line: number): void {
    this.#stager.reject({ reason: 'not_utf8', detail: `row of ${bytes.length} bytes` }, line);
  }

  #readHeader(text: string | undefined, line: number): void {
    if (text === undefined) {
      throw this.#headerFault(
        line,
        `text that is not ${this.#settings.csv.encoding}: see the setting csv.encoding`,
      );
    }
    const { dialect, names } = detectDialect(text, this.#settings, (candidates) => {
      const reading = readColumns(candidates, this.#file, this.#settings);
      return reading.plan.containers.length + reading.plan.fields.length;
    });
    const reading = readColumns(names, this.#file, this.#settings);
    const { plan, unknown, repeated } = reading;
    if (unknown.length > 0) {
      const where = { file: this.#file, line, settings: this.#settings, forcedKind: this.#forcedKind };
      throw unknownColumns({ header: names, reading, ...where });
    }
    if (repeated.length > 0) {
      throw this.#headerFault(line, `two columns for the same value: ${repeated.join(', ')}`);
    }
    this.#dialect = dialect;
    this.#plan = plan;
    this.#onHeader(marksOf([dialect.delimiter], dialect.quote), plan.width);
  }

  #stage(cells: readonly string[] | undefined, line: number): void {
    const plan = this.#plan!;
    if (cells?.every((cell) => cell === '') === true) return;
    if (cells === undefined || cells.length !== plan.width) {
      const detail =
        cells === undefined
          ? 'a quote in the middle of a cell'
          : `${cells.length} cells, the header has ${plan.width}`;
      this.#stager.reject({ reason: 'bad_row', detail }, line);
      return;
    }
    const made = rowRecord(cells, plan);
    if ('rejection' in made) this.#stager.reject(made.rejection, line);
    else {
      const kind = this.#forcedKind ?? plan.kind;
      this.#stager.take(normaliseRecord(made.record, made.violations, this.#settings, kind), line);
    }
  }

  #headerFault(line: number, found: string): Fault {
    return new Fault('SOURCE_COLUMNS', {
      where: `${this.#file}:${line}`,
      found,
      expected: 'a header row that names each column once',
    });
  }
}
