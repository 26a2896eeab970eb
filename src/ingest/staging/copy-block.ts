import { COPY_HEAD_BYTES, COPY_SIGNATURE } from '../../database/copy-signature.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { CopyType, CopyValue } from './record-columns.ts';

const FIRST_BYTES = 65_536;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const BYTES_A_UNIT = 3;
/** More than a number, an instant or a uuid takes with its length. */
const MOST_FIXED_BYTES = 20;
const NULL_LENGTH = -1;
/** 2000-01-01T00:00:00Z in seconds since 1970: PostgreSQL counts from then. */
const EPOCH_SECONDS = 946_684_800;
const MICROS = 1_000_000;
const WORD = 4_294_967_296;

const encoder = new TextEncoder();

/**
 * Rows in COPY's binary format, gathered into blocks that are sent whole: PostgreSQL takes them in half the time of texts.
 * Source: PostgreSQL manual, COPY, "Binary Format".
 */
export class CopyBlock {
  readonly #types: readonly CopyType[];
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #rows = 0;

  /** @param types of the columns, in their order */
  constructor(types: readonly CopyType[]) {
    this.#types = types;
  }

  get rows(): number {
    return this.#rows;
  }

  /** How many bytes have been gathered. */
  get length(): number {
    return this.#length;
  }

  /** Adds a row, its values in the order of the columns. */
  add(values: readonly CopyValue[]): void {
    const types = this.#types;
    if (values.length !== types.length)
      throw new Error(`${values.length} values for ${types.length} columns`);
    this.#room(2);
    this.#view.setInt16(this.#length, types.length);
    this.#length += 2;
    for (let index = 0; index < types.length; index += 1) this.#value(types[index]!, values[index]);
    this.#rows += 1;
  }

  /** The gathered bytes, and an empty block. */
  take(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number } {
    const taken = { bytes: this.#bytes.slice(0, this.#length), rows: this.#rows };
    this.#length = 0;
    this.#rows = 0;
    return taken;
  }

  #value(type: CopyType, value: CopyValue): void {
    if (type === 'text' && value !== undefined) {
      this.#text(value as string);
      return;
    }
    this.#room(MOST_FIXED_BYTES);
    const [view, at] = [this.#view, this.#length + 4];
    let length = 0;
    if (value === undefined) length = NULL_LENGTH;
    else if (type === 'boolean') {
      view.setUint8(at, value === true ? 1 : 0);
      length = 1;
    } else if (type === 'integer') {
      view.setInt32(at, value as number);
      length = 4;
    } else if (type === 'uuid') {
      setUuid(view, at, value as string);
      length = 16;
    } else {
      if (type === 'instant') setInstant(view, at, value as Instant);
      else view.setBigInt64(at, BigInt(value as bigint | number));
      length = 8;
    }
    view.setInt32(at - 4, length);
    this.#length = at + Math.max(0, length);
  }

  #text(text: string): void {
    this.#room(text.length * BYTES_A_UNIT + 4);
    const bytes = this.#bytes;
    const start = this.#length + 4;
    let end = start;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 128) {
        end += encoder.encodeInto(text.slice(index), bytes.subarray(end)).written;
        break;
      }
      bytes[end++] = unit;
    }
    this.#view.setInt32(start - 4, end - start);
    this.#length = end;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** @param text 32 hexadecimal digits, with or without the hyphens that a database writes */
function setUuid(view: DataView, at: number, text: string): void {
  const digits = text.length === 36 ? text.replaceAll('-', '') : text;
  if (!/^[\da-f]{32}$/.test(digits)) throw new Error('a uuid has 32 hexadecimal digits');
  for (let byte = 0; byte < 16; byte += 4) {
    view.setUint32(at + byte, Number.parseInt(digits.slice(byte * 2, byte * 2 + 8), 16));
  }
}

/** Writes microseconds since 2000 in two words: most instants need no bigint that way, which would be garbage. */
function setInstant(view: DataView, at: number, { seconds, micros }: Instant): void {
  const total = (seconds - EPOCH_SECONDS) * MICROS + micros;
  if (Number.isSafeInteger(total)) {
    const high = Math.floor(total / WORD);
    view.setInt32(at, high);
    view.setUint32(at + 4, total - high * WORD);
  } else view.setBigInt64(at, BigInt(seconds - EPOCH_SECONDS) * BigInt(MICROS) + BigInt(micros));
}

/** A row of -1 columns is the end. */
const END = Uint8Array.from([0xff, 0xff]);

/** Rows of {@link CopyBlock.take} as a whole file of COPY's binary format. */
export function copyFile(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, COPY_HEAD_BYTES + END.length));
  // The rest of the head is zeros: no flags, no extension.
  all.set(COPY_SIGNATURE);
  let at = COPY_HEAD_BYTES;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  all.set(END, at);
  return all;
}
