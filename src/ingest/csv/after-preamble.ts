import { type LineSink, withoutMark } from '../lines/line-splitter.ts';
import { hasLoneReturn } from './lone-returns.ts';

/** Passes on the lines from the header on; a quote in a line before it means nothing. */
export class AfterPreamble implements LineSink {
  readonly #sink: LineSink;
  readonly #headerRow: number;
  /** The first line before the header that has a CR within it: the header may be there. */
  loneReturn: number | undefined;

  /** @param headerRow line of the header, counted from 1 */
  constructor(sink: LineSink, headerRow: number) {
    this.#sink = sink;
    this.#headerRow = headerRow;
  }

  line(bytes: Uint8Array, number: number): void {
    if (number === this.#headerRow) this.#sink.line(withoutMarks(bytes), number);
    else if (number > this.#headerRow) this.#sink.line(bytes, number);
    else if (hasLoneReturn(bytes)) this.loneReturn ??= number;
  }

  tooLong(number: number): void {
    if (number >= this.#headerRow) this.#sink.tooLong(number);
  }
}

/** A program that adds a byte order mark to a file that has one makes two, and files put together have one within. */
function withoutMarks(bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  for (let next = withoutMark(rest); next.length < rest.length; next = withoutMark(rest)) rest = next;
  return rest;
}
