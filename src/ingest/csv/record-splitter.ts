import type { LineSink } from '../line-splitter.ts';
import { isQuoteOpen, type QuoteMarks } from './open-quote.ts';

const CARRIAGE_RETURN = 13;
const LINE_FEED = Buffer.from('\n');

/**
 * Puts lines together that belong to one CSV record, because a quoted cell holds the break between them. A record
 * has the number of its first line; its bytes are valid only during the call.
 */
export class RecordSplitter implements LineSink {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  #marks: QuoteMarks;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #open = false;
  #first = 0;
  #skipping = false;

  constructor(sink: LineSink, marks: QuoteMarks, maxBytes: number) {
    this.#sink = sink;
    this.#marks = marks;
    this.#maxBytes = maxBytes;
  }

  /** Takes other marks from the next record on: those that the header row has shown. */
  use(marks: QuoteMarks): void {
    this.#marks = marks;
  }

  /** The line on which a quoted cell was opened that has not ended; undefined if all are closed. */
  get openSince(): number | undefined {
    return this.#open ? this.#first : undefined;
  }

  line(bytes: Uint8Array, number: number): void {
    if (!this.#open) this.#first = number;
    const open = isQuoteOpen(bytes, this.#marks, this.#open);
    if (!this.#open && !open) {
      this.#sink.line(withoutReturn(bytes), number);
      return;
    }
    this.#hold(bytes);
    this.#open = open;
    if (!open) this.#end();
  }

  /** A line past the limit: what it would have opened or closed is not known, so its record ends with it. */
  tooLong(number: number): void {
    const first = this.#open ? this.#first : number;
    this.#reset();
    this.#sink.tooLong(first);
  }

  #hold(bytes: Uint8Array): void {
    if (this.#skipping) return;
    this.#bytes += bytes.length + 1;
    if (this.#bytes > this.#maxBytes) {
      this.#skipping = true;
      this.#parts = [];
      return;
    }
    if (this.#parts.length > 0) this.#parts.push(LINE_FEED);
    this.#parts.push(Uint8Array.prototype.slice.call(bytes));
  }

  #end(): void {
    const { first, whole, skipped } = { first: this.#first, whole: this.#parts, skipped: this.#skipping };
    this.#reset();
    if (skipped) this.#sink.tooLong(first);
    else this.#sink.line(withoutReturn(Buffer.concat(whole)), first);
  }

  #reset(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#open = false;
    this.#skipping = false;
  }
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, line.length - 1) : line;
}
