const LINE_FEED = 10;
/** What a line may have beside its content: a byte order mark, a CR, and one byte more than it may hold. */
const BEYOND_LIMIT_BYTES = 5;

/** Whole lines of a log, to be parsed by themselves wherever there is time for it. */
export interface LineBlock {
  /** Of the first line, from 1. */
  readonly firstLine: number;
  /** Lines with their LF; the last of a source may be without. Belongs to whoever takes the block. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Cuts the bytes of a log into blocks of whole lines, in constant memory: of a line longer than the limit only so much
 * is kept that it is still seen to be too long.
 */
export class LineBlocks {
  readonly #blockBytes: number;
  readonly #mostHeld: number;
  #held: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Where the line that has not ended begins. */
  #lineStart = 0;
  #firstLine = 1;
  #lines = 0;

  /** @param blockBytes what a block comes to at least, but for the last */
  constructor(maxLineBytes: number, blockBytes: number) {
    this.#blockBytes = blockBytes;
    this.#mostHeld = maxLineBytes + BEYOND_LIMIT_BYTES;
    this.#held = new Uint8Array(blockBytes * 2);
  }

  /** Takes a chunk, whose memory may be used again afterwards, and gives a block once there is one. */
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

  /** Whether bytes have come of a line that has not ended. */
  get isOpen(): boolean {
    return this.#length > this.#lineStart;
  }

  /**
   * The lines that are left.
   * @param withOpen whether a line that did not end is one of them
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
