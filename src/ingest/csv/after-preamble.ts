import type { LineSink } from '../lines/line-splitter.ts';

/** Passes on the lines from the header on; a quote in a line before it means nothing. */
export class AfterPreamble implements LineSink {
  readonly #sink: LineSink;
  readonly #headerRow: number;

  /** @param headerRow line of the header, counted from 1 */
  constructor(sink: LineSink, headerRow: number) {
    this.#sink = sink;
    this.#headerRow = headerRow;
  }

  line(bytes: Uint8Array, number: number): void {
    if (number >= this.#headerRow) this.#sink.line(bytes, number);
  }

  tooLong(number: number): void {
    if (number >= this.#headerRow) this.#sink.tooLong(number);
  }
}
