/** CSV rows in the order of merchant and order, with the rows of some orders replaced. */

/** An order and the rows that it has now: none where all of its rows are gone. */
export interface ReplacedOrder {
  readonly merchantId: Buffer;
  readonly orderNo: Buffer;
  /** Whole rows with their ends. */
  readonly rows: Buffer;
}

/** Indexes of the columns by which rows are in order, bytewise. */
export interface KeyColumns {
  readonly merchantId: number;
  readonly orderNo: number;
}

const NOTHING = Buffer.alloc(0);
const COMMA = 0x2c;
const LF = 0x0a;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** What becomes of the rows of a file. */
export interface Splicing {
  readonly key: KeyColumns;
  /** In the order of the rows, each order once. */
  readonly replaced: readonly ReplacedOrder[];
  /** Called with the number of rows of the file that were left out. */
  readonly onDropped: (rows: number) => void;
  /** Changes the cells of rows that are copied: whole rows, valid until the next but one call. */
  readonly changed?: ((rows: Buffer) => Buffer) | undefined;
}

/**
 * Copies rows of a CSV of the profile standard, and replaces those of some orders. Only the rows around these are looked at.
 * @param chunks the file, from its header on; a chunk's memory may be used again from the next but one on
 * @param header its first row
 * @returns the rows of the new file in blocks, without the header; a block is valid until the next but one is requested
 * @throws NotSpliced where a cell has several lines, a cell before an order's number is in quotes, or that number is not written
 * as it is, so that rows or their order are not known from their bytes; or if the file does not begin with the header
 */
export async function* spliceRows(
  chunks: AsyncIterable<Buffer>,
  header: Buffer,
  splicing: Splicing,
): AsyncGenerator<Buffer> {
  const splice = new Splice(splicing);
  // The beginning of a row whose end is in a later chunk.
  let rest: Buffer = NOTHING;
  for await (const read of afterHeader(chunks, header)) {
    const end = read.lastIndexOf(LF) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, read]);
      // A block for each chunk, so that the one before is valid as long as promised.
      yield NOTHING;
      continue;
    }
    // Only the row that is cut is copied.
    const first = rest.length === 0 ? 0 : read.indexOf(LF) + 1;
    if (first > 0) yield* splice.block(Buffer.concat([rest, read.subarray(0, first)]));
    if (end > first) yield* splice.block(read.subarray(first, end));
    rest = Buffer.from(read.subarray(end));
  }
  if (rest.length > 0) throw endWithinRow();
  yield* splice.rest();
}

async function* afterHeader(chunks: AsyncIterable<Buffer>, header: Buffer): AsyncGenerator<Buffer> {
  let begin: Buffer = NOTHING;
  let isBegun = false;
  for await (const chunk of chunks) {
    if (isBegun) {
      yield chunk;
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    if (begin.length < header.length) continue;
    if (!begin.subarray(0, header.length).equals(header)) throw new NotSpliced('another header');
    isBegun = true;
    yield begin.subarray(header.length);
  }
  if (!isBegun) throw endWithinRow();
}

function endWithinRow(): NotSpliced {
  return new NotSpliced('an end within a row');
}

/** Why a file cannot be made from an earlier one. */
export class NotSpliced extends Error {}

type Key = Pick<ReplacedOrder, 'merchantId' | 'orderNo'>;

class Splice {
  readonly #key: KeyColumns;
  readonly #replaced: readonly ReplacedOrder[];
  readonly #onDropped: (rows: number) => void;
  readonly #changed: (rows: Buffer) => Buffer;
  /** How many replaced orders have their rows already. */
  #done = 0;

  constructor({ key, replaced, onDropped, changed = (rows) => rows }: Splicing) {
    this.#key = key;
    this.#replaced = replaced;
    this.#onDropped = onDropped;
    this.#changed = changed;
  }

  /** @param rows whole rows */
  *block(rows: Buffer): Generator<Buffer> {
    expectLinesOfRows(rows);
    const last = this.#keyAt(rows, rows.lastIndexOf(LF, rows.length - 2) + 1);
    // Rows of an order may go on from the block before.
    const before = this.#replaced[this.#done - 1];
    let at = before === undefined ? 0 : this.#afterRowsOf(before, rows, 0);
    for (; this.#done < this.#replaced.length; this.#done += 1) {
      const next = this.#replaced[this.#done]!;
      if (compare(next, last) > 0) break;
      const found = this.#firstFrom(next, rows, at);
      if (found > at) yield this.#changed(rows.subarray(at, found));
      yield next.rows;
      at = this.#afterRowsOf(next, rows, found);
    }
    if (at < rows.length) yield this.#changed(rows.subarray(at));
  }

  /** The rows of orders that come after the last row. */
  *rest(): Generator<Buffer> {
    for (; this.#done < this.#replaced.length; this.#done += 1) yield this.#replaced[this.#done]!.rows;
  }

  /** Where the first row begins that is an order's or comes after it, not before an offset; found by halving. */
  #firstFrom(order: Key, rows: Buffer, from: number): number {
    let [low, high] = [from, rows.length];
    while (low < high) {
      const middle = low + ((high - low) >> 1);
      const row = middle === 0 ? 0 : Math.max(low, rows.lastIndexOf(LF, middle - 1) + 1);
      if (compare(this.#keyAt(rows, row), order) < 0) low = rows.indexOf(LF, middle) + 1;
      else high = row;
    }
    return low;
  }

  /** Where an order's rows end that begin at an offset. */
  #afterRowsOf(order: Key, rows: Buffer, from: number): number {
    let [at, dropped] = [from, 0];
    for (; at < rows.length && compare(this.#keyAt(rows, at), order) === 0; dropped += 1)
      at = rows.indexOf(LF, at) + 1;
    if (dropped > 0) this.#onDropped(dropped);
    return at;
  }

  #keyAt(rows: Buffer, row: number): Key {
    return keyOf(rows, row, this.#key);
  }
}

/** Throws NotSpliced if a line ends within quotes. */
function expectLinesOfRows(rows: Buffer): void {
  let end = rows.indexOf(LF);
  for (let open = rows.indexOf(QUOTE); open >= 0; ) {
    const close = rows.indexOf(QUOTE, open + 1);
    if (end < open) end = rows.indexOf(LF, open);
    if (close < 0 || end < close) throw new NotSpliced('a cell of several lines');
    open = rows.indexOf(QUOTE, close + 1);
  }
}

/**
 * Adds to the whole number in a column of rows.
 * @param column its index
 * @returns what changes the cells of whole rows; throws NotSpliced where a cell is no such number
 */
export function addedTo(column: number, by: number): (rows: Buffer) => Buffer {
  // What is returned is valid until the next but one call.
  const buffers: [Buffer, Buffer] = [NOTHING, NOTHING];
  let turn = 0;
  return (rows) => {
    turn = 1 - turn;
    const most = rows.length * 2;
    if (buffers[turn]!.length < most) buffers[turn] = Buffer.allocUnsafeSlow(most);
    const output = buffers[turn]!;
    let [copied, at] = [0, 0];
    for (let row = 0; row < rows.length; row = rows.indexOf(LF, row) + 1) {
      const start = startOfCell(rows, row, column);
      const end = rows.indexOf(COMMA, start);
      const text = rows.toString('latin1', start, end);
      if (!/^\d{1,15}$/.test(text)) throw new NotSpliced('a cell that is no whole number');
      at += rows.copy(output, at, copied, start);
      at += output.write(String(Number(text) + by), at, 'latin1');
      copied = end;
      row = end;
    }
    at += rows.copy(output, at, copied);
    return output.subarray(0, at);
  };
}

/** Where a cell of the row begins that begins at an offset; cells before it may be in quotes. */
function startOfCell(rows: Buffer, row: number, column: number): number {
  let at = row;
  for (let index = 0; index < column; index += 1) {
    while (rows[at] === QUOTE) at = rows.indexOf(QUOTE, at + 1) + 1;
    at = rows.indexOf(COMMA, at) + 1;
  }
  return at;
}

/** Merchant and order of the row that begins at an offset. Throws NotSpliced if a cell may be written otherwise than its value. */
export function keyOf(rows: Buffer, row: number, { merchantId, orderNo }: KeyColumns): Key {
  return { merchantId: plainCell(rows, row, merchantId), orderNo: plainCell(rows, row, orderNo) };
}

function plainCell(rows: Buffer, row: number, column: number): Buffer {
  let start = row;
  for (let index = 0; index < column; index += 1) {
    if (rows[start] === QUOTE) throw new NotSpliced('a cell in quotes');
    start = rows.indexOf(COMMA, start) + 1;
  }
  const first = rows[start];
  // An apostrophe precedes what a spreadsheet would take for a formula.
  if (first === APOSTROPHE || first === QUOTE) throw new NotSpliced('a cell that is not written as it is');
  return rows.subarray(start, rows.indexOf(COMMA, start));
}

export function compare(one: Key, other: Key): number {
  return Buffer.compare(one.merchantId, other.merchantId) || Buffer.compare(one.orderNo, other.orderNo);
}
