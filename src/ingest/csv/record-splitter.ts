import type { LineSink } from '../lines/line-splitter.ts';
import { followQuotes, type QuoteMarks } from './open-quote.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const FIRST_BUFFER_BYTES = 4096;
/** Beyond twice the cells of the header, so that few columns may be followed by many more. */
const SPARE_CELLS = 64;

/** Takes the records of a CSV file; their bytes are valid only during the call. */
export interface RecordSink extends LineSink {
  /**
   * The lines that belong to one record, because a quoted cell joins them.
   * @param number of the first line
   * @returns whether they are a record; if not, the sink has done nothing with them
   */
  joined(bytes: Uint8Array, number: number): boolean;
  /** A line with a quoted cell that never ends. */
  unended(number: number): void;
}

/**
 * Joins the lines of one CSV record: a quoted cell may hold line breaks. Where the lines are no record, or exceed the
 * limit, only the first of them is rejected, and the others are read again as if no cell had been open before. So a
 * stray quote costs only its own line, and at most twice the limit is held in memory.
 */
export class RecordSplitter implements LineSink {
  readonly #sink: RecordSink;
  readonly #maxBytes: number;
  #marks: QuoteMarks;
  #mostCells = Number.POSITIVE_INFINITY;
  /** Lines of the open record, each with its LF, from `#first` to `#end`. */
  #held = Buffer.alloc(FIRST_BUFFER_BYTES);
  #first = 0;
  #next = 0;
  #end = 0;
  #firstNumber = 0;
  #nextNumber = 0;
  #open = false;
  #begun = 0;

  constructor(sink: RecordSink, marks: QuoteMarks, maxBytes: number) {
    this.#sink = sink;
    this.#marks = marks;
    this.#maxBytes = maxBytes;
  }

  /**
   * Sets how the records after the header row are read: the separator and quote bytes, and the number of cells of a row. A
   * record may have more; one with many times as many is none, so that lines are not held, and read again, for ever.
   */
  use(marks: QuoteMarks, cells: number): void {
    this.#marks = marks;
    this.#mostCells = 2 * cells + SPARE_CELLS;
  }

  /** Whether it holds lines of an unfinished record. */
  get isOpen(): boolean {
    return this.#end > 0;
  }

  line(bytes: Uint8Array, number: number): void {
    if (!this.isOpen) {
      if (!followQuotes(bytes, this.#marks, false).open) {
        this.#sink.line(withoutReturn(bytes), number);
        return;
      }
      this.#firstNumber = number;
      this.#nextNumber = number;
    }
    this.#hold(bytes);
    this.#readHeld();
  }

  /** For a line beyond the limit: nobody knows which cell it would have closed, so no record continues in it. */
  tooLong(number: number): void {
    this.finish();
    this.#sink.tooLong(number);
  }

  /** Ends the unfinished record: rejects its first line, and reads the others again. */
  finish(): void {
    while (this.isOpen) {
      this.#giveUpFirst();
      this.#readHeld();
    }
  }

  #hold(bytes: Uint8Array): void {
    const end = this.#end + bytes.length + 1;
    if (end > this.#held.length) {
      const larger = Buffer.alloc(Math.max(end, 2 * this.#held.length));
      this.#held.copy(larger, 0, 0, this.#end);
      this.#held = larger;
    }
    this.#held.set(bytes, this.#end);
    this.#held[end - 1] = LINE_FEED;
    this.#end = end;
  }

  /** Reads the held lines until all are done or the last record is unfinished. */
  #readHeld(): void {
    while (this.#next < this.#end) {
      const end = this.#held.indexOf(LINE_FEED, this.#next);
      const quotes = followQuotes(this.#held.subarray(this.#next, end), this.#marks, this.#open);
      const isSingle = this.#next === this.#first && !quotes.open;
      this.#open = quotes.open;
      this.#begun += quotes.begun;
      this.#next = end + 1;
      this.#nextNumber += 1;
      const record = this.#held.subarray(this.#first, end);
      if (isSingle) {
        this.#sink.line(withoutReturn(record), this.#firstNumber);
        this.#begin();
      } else if (quotes.broken || this.#begun > this.#mostCells || record.length > this.#maxBytes) {
        this.#giveUpFirst();
      } else if (!quotes.open) {
        if (this.#sink.joined(withoutReturn(record), this.#firstNumber)) this.#begin();
        else this.#giveUpFirst();
      }
    }
    this.#dropRead();
  }

  /** The next record begins with the next line. */
  #begin(): void {
    this.#first = this.#next;
    this.#firstNumber = this.#nextNumber;
    this.#open = false;
    this.#begun = 0;
  }

  #giveUpFirst(): void {
    this.#sink.unended(this.#firstNumber);
    this.#next = this.#held.indexOf(LINE_FEED, this.#first) + 1;
    this.#nextNumber = this.#firstNumber + 1;
    this.#begin();
  }

  #dropRead(): void {
    if (this.#first === 0) return;
    this.#held.copyWithin(0, this.#first, this.#end);
    this.#end -= this.#first;
    this.#next -= this.#first;
    this.#first = 0;
  }
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, line.length - 1) : line;
}
