/** A value in COPY's text format; undefined becomes NULL. */
export type CopyValue = string | number | bigint | boolean | undefined;

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const BODIES = { n: 110, r: 114, t: 116, f: 102, N: 78 } as const;
const FIRST_BYTES = 65_536;
/** Bytes that a UTF-16 unit comes to at most: three of UTF-8, or two with its escape. */
const BYTES_A_UNIT = 3;

const encoder = new TextEncoder();

/** Rows in COPY's text format, gathered into blocks that are sent whole. Written at once as the bytes that they come to. */
export class CopyBlock {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** How many bytes have been gathered. */
  get length(): number {
    return this.#length;
  }

  /** Adds a row, its values in the order of the table's column list. */
  add(values: readonly CopyValue[]): void {
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) this.#put(TAB);
      this.#value(values[index]);
    }
    this.#put(LINE_FEED);
    this.#rows += 1;
  }

  /** The gathered bytes, and an empty block. */
  take(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number } {
    const taken = { bytes: this.#bytes.slice(0, this.#length), rows: this.#rows };
    this.#length = 0;
    this.#rows = 0;
    return taken;
  }

  #value(value: CopyValue): void {
    if (value === undefined) {
      this.#put(BACKSLASH);
      this.#put(BODIES.N);
    } else if (typeof value === 'boolean') this.#put(value ? BODIES.t : BODIES.f);
    else this.#text(typeof value === 'string' ? value : String(value));
  }

  #text(text: string): void {
    this.#room(text.length * BYTES_A_UNIT);
    const bytes = this.#bytes;
    let end = this.#length;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 128) {
        this.#length = end;
        this.#beyondAscii(text.slice(index));
        return;
      }
      if (unit === BACKSLASH || (unit <= CARRIAGE_RETURN && unit >= TAB)) {
        const escaped = escapeOf(unit);
        if (escaped !== undefined) bytes[end++] = BACKSLASH;
        bytes[end++] = escaped ?? unit;
      } else bytes[end++] = unit;
    }
    this.#length = end;
  }

  /** What is left of a text from the first letter on that is not one byte. */
  #beyondAscii(rest: string): void {
    const escaped = rest.replace(
      /[\\\n\r\t]/g,
      (letter) => `\\${String.fromCharCode(escapeOf(letter.charCodeAt(0))!)}`,
    );
    this.#room(escaped.length * BYTES_A_UNIT);
    this.#length += encoder.encodeInto(escaped, this.#bytes.subarray(this.#length)).written;
  }

  #put(byte: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = byte;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** The letter that stands for a character after a backslash; undefined for one that stands for itself. */
function escapeOf(unit: number): number | undefined {
  switch (unit) {
    case BACKSLASH:
      return BACKSLASH;
    case LINE_FEED:
      return BODIES.n;
    case CARRIAGE_RETURN:
      return BODIES.r;
    case TAB:
      return BODIES.t;
    default:
      return undefined;
  }
}
