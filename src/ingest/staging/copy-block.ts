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
const EPOCH_DAYS = EPOCH_SECONDS / 86_400;
const DAY_MILLISECONDS = 86_400_000;
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

  /** How many bytes have been gathered. */
  get length(): number {
    return this.#length;
  }

  /** Adds a row, its values in the order of the columns. */
  add(values: readonly CopyValue[]): void {
    const types = this.#types;
    if (values.length !== types.length)
      throw new Error(`${values.length} values for ${types.length} columns`);
    this.#room(2 + types.length * MOST_FIXED_BYTES);
    this.#view.setInt16(this.#length, types.length);
    this.#length += 2;
    for (let index = 0; index < types.length; index += 1) {
      const value = values[index];
      if (value === undefined) {
        this.#view.setInt32(this.#length, NULL_LENGTH);
        this.#length += 4;
      } else if (types[index] === 'text') {
        this.#text(value as string, types.length - index);
      } else {
        this.#length += this.#fixed(types[index]!, value, this.#length);
      }
    }
    this.#rows += 1;
  }

  /** The gathered bytes, and an empty block. */
  take(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number } {
    const taken = { bytes: this.#bytes.slice(0, this.#length), rows: this.#rows };
    this.#length = 0;
    this.#rows = 0;
    return taken;
  }

  /** Writes a value of a fixed size with its length before it; there is room. @returns how many bytes that takes */
  #fixed(type: CopyType, value: CopyValue, at: number): number {
    const view = this.#view;
    if (type === 'boolean') {
      view.setInt32(at, 1);
      view.setUint8(at + 4, value === true ? 1 : 0);
      return 5;
    }
    if (type === 'integer') {
      view.setInt32(at, 4);
      view.setInt32(at + 4, value as number);
      return 8;
    }
    if (type === 'date') {
      view.setInt32(at, 4);
      view.setInt32(at + 4, Math.round(Date.parse(`${value}T00:00:00Z`) / DAY_MILLISECONDS) - EPOCH_DAYS);
      return 8;
    }
    if (type === 'uuid') {
      view.setInt32(at, 16);
      setUuid(this.#bytes, at + 4, value as string);
      return 20;
    }
    view.setInt32(at, 8);
    if (type === 'instant') setInstant(view, at + 4, value as Instant);
    else if (typeof value === 'number') setWhole(view, at + 4, value);
    else view.setBigInt64(at + 4, value as bigint);
    return 12;
  }

  /** Writes a text, and leaves room for the columns after it, of which there are fewer than `left`. */
  #text(text: string, left: number): void {
    this.#room(text.length * BYTES_A_UNIT + 4 + left * MOST_FIXED_BYTES);
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
function setUuid(bytes: Uint8Array, at: number, text: string): void {
  const digits = text.length === 36 ? text.replaceAll('-', '') : text;
  let all = digits.length === 32 ? 0 : -1;
  for (let byte = 0; byte < 16; byte += 1) {
    const value = (hexDigit(digits, byte * 2) << 4) | hexDigit(digits, byte * 2 + 1);
    all |= value;
    bytes[at + byte] = value;
  }
  if (all < 0) throw new Error('a uuid has 32 hexadecimal digits');
}

/** The value of a hexadecimal digit; less than 0 for anything else. */
function hexDigit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  return unit >= 0x61 && unit <= 0x66 ? unit - 0x57 : -1;
}

function setInstant(view: DataView, at: number, { seconds, micros }: Instant): void {
  const total = (seconds - EPOCH_SECONDS) * MICROS + micros;
  if (Number.isSafeInteger(total)) setWhole(view, at, total);
  else view.setBigInt64(at, BigInt(seconds - EPOCH_SECONDS) * BigInt(MICROS) + BigInt(micros));
}

/** Writes a number in two words: as a bigint it would be garbage. */
function setWhole(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / WORD);
  view.setInt32(at, high);
  view.setUint32(at + 4, value - high * WORD);
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
