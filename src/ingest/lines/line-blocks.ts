const LINE_FEED = 10;
/** What a line may have beside its content: a byte order mark, a CR, and one byte more than the limit. */
const BEYOND_LIMIT_BYTES = 5;

/** Whole lines of a log, which can be parsed without the rest. */
export interface LineBlock {
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Lines with their LF; the last line of a source may have none. The receiver owns the memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Cuts the bytes of a log into blocks of whole lines, in constant memory: of a line longer than the limit it keeps
 * only as much as shows that the line is too long.
 */
export class LineBlocks {
  readonly #blockBytes: number;
  readonly #mostHeld: number;
  #held: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Where the unfinished line begins. */
  #lineStart = 0;
  #firstLine = 1;
  #lines = 0;

  /** @param blockBytes the least size of a block, except the last */
  constructor(maxLineBytes: number, blockBytes: number) {
    this.#blockBytes = blockBytes;
    this.#mostHeld = maxLineBytes + BEYOND_LIMIT_BYTES;
    this.#held = new Uint8Array(blockBytes * 2);
  }

  /** Takes a chunk and returns a block once there is one. The chunk's memory may be used again afterwards. */
  push(chunk: Uint8Array): LineBlock | undefined {
    let open = this.#length - this.#lineStart;
    let copied = 0;
    let start = 0;
    for (;;) {
      const found = chunk.indexOf(LINE_FEED, start);
      const end = found === -1 ? chunk.length : found;
      const kept = Math.min(open + end - start, this.#mostHeld);
      if (kept < open + end - start) {
        this.#append(chunk.subarray(copied, start + kept - open));
        copied = end;
      }
      open = kept;
      if (found === -1) break;
      open = 0;
      start = end + 1;
      this.#lines += 1;
    }
    this.#append(chunk.subarray(copied));
    this.#lineStart = this.#length - open;
    return this.#lineStart >= this.#blockBytes ? this.#take(this.#lineStart) : undefined;
  }

  /** Whether the last line is unfinished. */
  get isOpen(): boolean {
    return this.#length > this.#lineStart;
  }

  /**
   * The remaining lines.
   * @param withOpen whether to include an unfinished line
   */
  finish(withOpen: boolean): LineBlock | undefined {
    const end = withOpen ? this.#length : this.#lineStart;
    return end === 0 ? undefined : this.#take(end);
  }

  #append(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > this.#held.length) {
      const larger = new Uint8Array(Math.max(length, this.#held.length * 2));
      larger.set(this.#held.subarray(0, this.#length));
      this.#held = larger;
    }
    this.#held.set(part, this.#length);
    this.#length = length;
  }

  #take(end: number): LineBlock {
    const block = { firstLine: this.#firstLine, bytes: this.#held.slice(0, end) };
    this.#held.copyWithin(0, end, this.#length);
    this.#length -= end;
    this.#lineStart = 0;
    this.#firstLine += this.#lines;
    this.#lines = 0;
    return block;
  }
}
