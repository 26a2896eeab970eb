import { COPY_HEAD_BYTES, COPY_SIGNATURE } from '../../database/copy-signature.ts';

/** Fields of the current row: where each begins and how long it is, -1 for null. */
export interface Tuple {
  /** Contains the row, as long as it is the current one. */
  bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const END = -1;
/** A chunk, and before it the beginning of a row. */
const FIRST_BYTES = 256 * 1024;

/**
 * Reads rows of PostgreSQL's binary COPY format from chunks that are cut anywhere. Source:
 * https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
 * @param onRow is called for each row, always with the same object
 */
export function createTupleReader(fields: number, onRow: (tuple: Tuple) => void) {
  const tuple: Tuple = {
    bytes: new Uint8Array(0),
    starts: new Int32Array(fields),
    lengths: new Int32Array(fields),
  };
  const waiting = createWaiting();
  let state: 'header' | 'rows' | 'end' = 'header';
  return {
    /**
     * Takes a chunk and calls onRow for every row that it completes. Throws Error for bytes that are not of the
     * format.
     */
    feed(chunk: Uint8Array): void {
      const bytes = waiting.join(chunk);
      let at = 0;
      if (state === 'header') {
        at = headerEnd(bytes);
        if (at !== 0) state = 'rows';
      }
      tuple.bytes = bytes;
      while (state === 'rows') {
        const next = locate(tuple, at);
        if (next === 0) break;
        at = Math.abs(next);
        if (next < 0) state = 'end';
        else onRow(tuple);
      }
      waiting.keep(bytes.subarray(at));
    },
    /** Throws Error if the result was not complete after the last chunk. */
    end(): void {
      if (state !== 'end' || !waiting.isEmpty()) throw new Error('COPY gave an incomplete result');
    },
  };
}

/**
 * The beginning of a row whose end is in a later chunk. One buffer serves all of them; thousands of buffers would
 * burden the garbage collector.
 */
function createWaiting() {
  let buffer = Buffer.alloc(0);
  let length = 0;
  return {
    join(chunk: Uint8Array): Uint8Array {
      if (length === 0) return chunk;
      const whole = length + chunk.length;
      if (whole > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(2 * whole);
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(chunk, length);
      return buffer.subarray(0, whole);
    },
    keep(rest: Uint8Array): void {
      // It may be a part of the same buffer.
      if (rest.length > buffer.length)
        buffer = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, 2 * rest.length));
      buffer.set(rest, 0);
      length = rest.length;
    },
    isEmpty: () => length === 0,
  };
}

/** Where the header ends; 0 while it is incomplete. */
function headerEnd(bytes: Uint8Array): number {
  if (bytes.length < COPY_HEAD_BYTES) return 0;
  if (!COPY_SIGNATURE.equals(bytes.subarray(0, COPY_SIGNATURE.length)))
    throw new Error('COPY gave no binary format');
  const end = COPY_HEAD_BYTES + int32(bytes, COPY_HEAD_BYTES - 4);
  return end > bytes.length ? 0 : end;
}

/**
 * Finds the fields of the row at a position. Returns where it ends: less than 0 at the end of all rows, 0 if it is
 * incomplete.
 */
function locate(tuple: Tuple, start: number): number {
  const { bytes, starts, lengths } = tuple;
  let at = start + 2;
  if (at > bytes.length) return 0;
  const count = int16(bytes, start);
  if (count === END) return -at;
  if (count !== starts.length) throw new Error(`COPY gave a row of ${count} fields, not ${starts.length}`);
  for (let field = 0; field < count; field += 1) {
    if (at + 4 > bytes.length) return 0;
    const length = int32(bytes, at);
    at += 4;
    starts[field] = at;
    lengths[field] = length;
    if (length > 0) at += length;
  }
  return at > bytes.length ? 0 : at;
}

export function int16(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
}

export function int32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** Types of pg_type whose binary form is read here. */
export const TYPE_OIDS = {
  text: 25,
  int2: 21,
  int4: 23,
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamptz: 1184,
} as const;

/** Days and seconds from 1970-01-01, JavaScript's epoch, to 2000-01-01, PostgreSQL's. */
export const EPOCH_DAYS = 10_957;
export const EPOCH_SECONDS = EPOCH_DAYS * 86_400;

const NUMERIC_BASE = 10_000;
const NEGATIVE = 0x4000;
/** NaN and both infinities. */
const NO_NUMBER = 0xc000;
/** The high half of a 64-bit integer that a JavaScript number holds exactly. */
const EXACT_HIGH = 0x1f_ffff;

/** A leading U+FEFF belongs to the text: a value is not a file. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** A field's value as PostgreSQL writes it in UTC; null for null. */
export function fieldText(tuple: Tuple, field: number, typeOid: number): string | null {
  const length = tuple.lengths[field]!;
  if (length < 0) return null;
  const at = tuple.starts[field]!;
  const { bytes } = tuple;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, length);
  switch (typeOid) {
    case TYPE_OIDS.text:
      return utf8.decode(bytes.subarray(at, at + length));
    case TYPE_OIDS.int2:
      return String(int16(bytes, at));
    case TYPE_OIDS.int4:
      return String(int32(bytes, at));
    case TYPE_OIDS.int8:
      return String(view.getBigInt64(0));
    case TYPE_OIDS.numeric:
      return numericText(view);
    case TYPE_OIDS.date:
      return dateText(int32(bytes, at));
    case TYPE_OIDS.timestamptz:
      return instantText(view.getBigInt64(0));
    default:
      throw new Error(`type ${typeOid} is not read from COPY`);
  }
}

/**
 * A whole number, if a JavaScript number holds it exactly, else NaN: then its text must be used. The field must not
 * be null.
 */
export function safeInteger(tuple: Tuple, field: number, typeOid: number): number {
  const at = tuple.starts[field]!;
  const { bytes } = tuple;
  if (typeOid === TYPE_OIDS.int8) return safeInt8(bytes, at);
  if (typeOid === TYPE_OIDS.int4) return int32(bytes, at);
  if (typeOid === TYPE_OIDS.int2) return int16(bytes, at);
  return safeNumeric(bytes, at);
}

/** A 64-bit integer as a number, NaN beyond 2^53. */
export function safeInt8(bytes: Uint8Array, at: number): number {
  const high = int32(bytes, at);
  if (high > EXACT_HIGH || high < -EXACT_HIGH) return Number.NaN;
  return high * 0x1_0000_0000 + (int32(bytes, at + 4) >>> 0);
}

function safeNumeric(bytes: Uint8Array, at: number): number {
  const digits = int16(bytes, at);
  const weight = int16(bytes, at + 2);
  const sign = int16(bytes, at + 4) & 0xffff;
  const scale = int16(bytes, at + 6);
  // At most three digits of base 10,000 and no fraction; a value without digits is zero.
  if (weight > 2 || scale !== 0 || sign === NO_NUMBER || sign > NEGATIVE) return Number.NaN;
  let value = 0;
  for (let index = 0; index <= weight; index += 1) {
    value = value * NUMERIC_BASE + (index < digits ? int16(bytes, at + 8 + 2 * index) : 0);
  }
  return sign === NEGATIVE ? -value : value;
}

function numericText(view: DataView): string {
  const sign = view.getUint16(4);
  if (sign >= NO_NUMBER)
    return ({ 53248: 'Infinity', 61440: '-Infinity' } as Record<number, string>)[sign] ?? 'NaN';
  const digits = view.getInt16(0);
  const weight = view.getInt16(2);
  const scale = view.getInt16(6);
  const group = (index: number) =>
    String(index >= 0 && index < digits ? view.getInt16(8 + 2 * index) : 0).padStart(4, '0');
  const groups = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => group(from + index)).join('');
  const whole = groups(0, weight + 1).replace(/^0+(?=.)/, '') || '0';
  const fraction = groups(weight + 1, weight + 1 + Math.ceil(scale / 4)).slice(0, scale);
  return `${sign === NEGATIVE ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** @param days since 2000-01-01 */
function dateText(days: number): string {
  if (days === 0x7fff_ffff) return 'infinity';
  if (days === -0x8000_0000) return '-infinity';
  const { text, era } = dayText(days + EPOCH_DAYS);
  return `${text}${era}`;
}

/** @param micros since 2000-01-01T00:00:00Z */
function instantText(micros: bigint): string {
  if (micros === 0x7fff_ffff_ffff_ffffn) return 'infinity';
  if (micros === -0x8000_0000_0000_0000n) return '-infinity';
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = Number((micros - fraction) / 1_000_000n) + EPOCH_SECONDS;
  const days = Math.floor(seconds / 86_400);
  const clock = new Date((seconds - days * 86_400) * 1000).toISOString().slice(11, 19);
  const { text, era } = dayText(days);
  const micro = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  return `${text} ${clock}${micro}+00${era}`;
}

/** A day as PostgreSQL writes it, and the era that follows a date before the year 1. */
function dayText(daysSince1970: number): { text: string; era: string } {
  // The Gregorian calendar repeats every 400 years, so that any day can be computed in a year that JavaScript's dates
  // support.
  const cycles = Math.floor(daysSince1970 / 146_097);
  const day = new Date((daysSince1970 - cycles * 146_097) * 86_400_000);
  const year = day.getUTCFullYear() + cycles * 400;
  const shown = year > 0 ? year : 1 - year;
  return {
    text: `${String(shown).padStart(4, '0')}${day.toISOString().slice(4, 10)}`,
    era: year > 0 ? '' : ' BC',
  };
}
