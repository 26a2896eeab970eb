import type { LineSink } from '../lines/line-splitter.ts';
import { followQuotes, type QuoteMarks } from './open-quote.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const FIRST_BUFFER_BYTES = 4096;

/** Takes the records of a CSV file; their bytes are valid only during the call. */
export interface RecordSink extends LineSink {
  /**
   * Lines that a quoted cell joins.
   * @param number that of the first line
   * @returns whether they are a record; if not, nothing was done with them
   */
  joined(bytes: Uint8Array, number: number): boolean;
  /** A line with a quoted cell that does not end. */
  unended(number: number): void;
}

/**
 * Puts lines together that belong to one CSV record, because a quoted cell holds the break between them. Where they
 * come to no record, or to none within the limit, only the first line is given up: the others are read again, as if
 * nothing had been open before them. So a stray quote costs its own line, and no more than twice the limit is held.
 */
export class RecordSplitter implements LineSink {
  readonly #sink: RecordSink;
  readonly #maxBytes: number;
  #marks: QuoteMarks;
  #maxCells = Number.POSITIVE_INFINITY;
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

  /** Takes what the header row has shown for the records after it: the marks, and how many cells each has. */
  use(marks: QuoteMarks, maxCells: number): void {
    this.#marks = marks;
    this.#maxCells = maxCells;
  }

  /** Whether lines are held of a record that goes on. */
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

  /** A line past the limit: what it would have closed is not known, so that no record goes on in it. */
  tooLong(number: number): void {
    this.finish();
    this.#sink.tooLong(number);
  }

  /** No record goes on: gives up the first line of one that is open, and reads its others. */
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

  /** Reads the held lines on, until all are done with or a record is open at their end. */
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
      } else if (quotes.broken || this.#begun > this.#maxCells || record.length > this.#maxBytes) {
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
