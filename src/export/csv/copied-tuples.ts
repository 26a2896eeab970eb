/** Fields of the row at hand: where each begins and how long it is, -1 for what does not exist. */
export interface Tuple {
  /** Holds the row; only while it is at hand. */
  bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Signature, flags, and length of what follows of the header. */
const HEADER_BYTES = SIGNATURE.length + 8;
const END = -1;
/** A chunk and the beginning of a row before it. */
const FIRST_BYTES = 256 * 1024;

/**
 * Reads rows of PostgreSQL's binary COPY format from chunks that are cut anywhere.
 * Source: https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format".
 * @param onRow is given each row, always the same object
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
    /** Takes a chunk and gives every row that it completes. Throws Error where it is not of the format. */
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
    /** Throws Error if the last chunk was not the last of a whole result. */
    end(): void {
      if (state !== 'end' || !waiting.isEmpty()) throw new Error('COPY gave an incomplete result');
    },
  };
}

/** The beginning of a row whose end is in a later chunk. One buffer serves all: thousands would be the collector's work. */
function createWaiting() {
  let buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
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
      // May be a part of the same buffer.
      buffer = rest.length > buffer.length ? Buffer.allocUnsafeSlow(2 * rest.length) : buffer;
      buffer.set(rest, 0);
      length = rest.length;
    },
    isEmpty: () => length === 0,
  };
}

/** Where the header ends, 0 while it is not whole. */
function headerEnd(bytes: Uint8Array): number {
  if (bytes.length < HEADER_BYTES) return 0;
  if (!SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))) throw new Error('COPY gave no binary format');
  const end = HEADER_BYTES + int32(bytes, HEADER_BYTES - 4);
  return end > bytes.length ? 0 : end;
}

/** Finds the fields of the row at a position. Gives where it ends, less than 0 at the end of rows; 0 if it is not whole. */
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
