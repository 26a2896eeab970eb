const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** What a line may have beside its content: a byte order mark and a CR. */
const ENDS_BYTES = 4;

export interface LineSink {
  /** A line's bytes, without its end; valid only during the call. */
  line(bytes: Uint8Array, number: number): void;
  /** A line longer than the limit; its content was skipped. */
  tooLong(number: number): void;
}

export interface LineOptions {
  /** `keep` leaves the CR before an LF to the sink: within a quoted cell it is content. */
  readonly returns?: 'keep';
  /** Number of the first line that comes. */
  readonly firstLine?: number;
}

/**
 * Cuts bytes into lines at LF. Removes one CR before it, and a byte order mark before line 1; a lone CR is content.
 * Never holds a line longer than the limit.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxLineBytes: number;
  readonly #keepsReturns: boolean;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #skipping = false;
  #number: number;

  constructor(sink: LineSink, maxLineBytes: number, { returns, firstLine = 1 }: LineOptions = {}) {
    this.#sink = sink;
    this.#number = firstLine - 1;
    this.#maxLineBytes = maxLineBytes;
    this.#keepsReturns = returns !== undefined;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      this.#end(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** Whether the last line is unfinished. */
  get isOpen(): boolean {
    return this.#pendingBytes > 0 || this.#skipping;
  }

  /** Ends the last line, if the bytes did not end with LF. */
  finish(): void {
    if (this.isOpen) this.#end(new Uint8Array(0), 0, 0);
  }

  #hold(part: Uint8Array): void {
    if (this.#skipping) return;
    this.#pendingBytes += part.length;
    if (this.#pendingBytes > this.#maxLineBytes + ENDS_BYTES) {
      this.#skipping = true;
      this.#pending = [];
      return;
    }
    // The chunk's memory may be used again by its stream.
    this.#pending.push(Uint8Array.prototype.slice.call(part));
  }

  /** Ends a line with a part of a chunk. Lines are many: most need only one view of the chunk. */
  #end(chunk: Uint8Array, start: number, end: number): void {
    this.#number += 1;
    const skipped = this.#skipping;
    const isWhole = this.#pending.length === 0 || skipped;
    const line = isWhole ? chunk : Buffer.concat([...this.#pending, chunk.subarray(start, end)]);
    if (!isWhole || skipped) this.#pending = [];
    this.#pendingBytes = 0;
    this.#skipping = false;
    const content = isWhole ? this.#trimmed(line, start, end) : this.#trimmed(line, 0, line.length);
    if (skipped || content.length > this.#maxLineBytes) this.#sink.tooLong(this.#number);
    else this.#sink.line(content, this.#number);
  }

  #trimmed(bytes: Uint8Array, start: number, end: number): Uint8Array {
    const hasReturn = !this.#keepsReturns && end > start && bytes[end - 1] === CARRIAGE_RETURN;
    const last = hasReturn ? end - 1 : end;
    const line = bytes.subarray(start, last);
    return this.#number === 1 ? withoutMark(line) : line;
  }
}

/** A line without the byte order mark that it begins with. */
export function withoutMark(line: Uint8Array): Uint8Array {
  const isMarked = BYTE_ORDER_MARK.every((byte, index) => line[index] === byte);
  return isMarked ? line.subarray(BYTE_ORDER_MARK.length) : line;
}
