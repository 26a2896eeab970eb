import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';
import {
  CALLBACK_COLUMNS,
  type CopyValue,
  PAY_IN_COLUMNS,
  REJECT_COLUMNS,
  VIOLATION_COLUMNS,
} from './record-columns.ts';

export type StagedTable =
  | 'stage_pay_ins'
  | 'stage_callbacks'
  | 'stage_violations'
  | 'stage_rejects'
  | 'stage_rejected_rows';

/** The columns of each staging table, in the order of the rows. */
const STAGED_COLUMNS: Readonly<Record<StagedTable, readonly string[]>> = {
  stage_pay_ins: PAY_IN_COLUMNS,
  stage_callbacks: CALLBACK_COLUMNS,
  stage_violations: VIOLATION_COLUMNS,
  stage_rejects: REJECT_COLUMNS,
  stage_rejected_rows: ['line', 'digest', 'comes_again'],
};

/** Rows of one staging table in COPY's text format. */
export interface StagedRows {
  readonly table: StagedTable;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: number;
}

/** Gathers rows, in one block for each table. */
export class RowBlocks {
  readonly #blocks = new Map<StagedTable, CopyBlock>();

  of(table: StagedTable): CopyBlock {
    let block = this.#blocks.get(table);
    if (block === undefined) {
      block = new CopyBlock();
      this.#blocks.set(table, block);
    }
    return block;
  }

  /** The rows of each table whose block has so many bytes; the block is empty afterwards. */
  take(atLeastBytes = 1): StagedRows[] {
    return [...this.#blocks]
      .filter(([, block]) => block.length >= atLeastBytes)
      .map(([table, block]) => ({ table, ...block.take() }));
  }
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BACKSLASH = 92;
const BODIES = { n: 110, r: 114, t: 116, f: 102, N: 78 } as const;
const FIRST_BYTES = 65_536;
/** The most bytes that a UTF-16 unit takes: three of UTF-8, or two with its escape. */
const BYTES_A_UNIT = 3;

const encoder = new TextEncoder();

/** Rows in COPY's text format, gathered into blocks that are sent whole and encoded at once. */
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

  /** Writes the rest of a text, from its first character outside ASCII. */
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

/** The letter that follows a backslash in the escape of a character; undefined for a character without an escape. */
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

/**
 * Frees the memory of bytes at once. The garbage collector would leave dozens of used blocks, because it counts
 * objects and these are few. Every view of these bytes is empty afterwards.
 * @throws Error for bytes that share their memory with others
 */
export function freeBuffer({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  if (byteLength !== buffer.byteLength) throw new Error('bytes that share their memory are not given back');
  buffer.transfer(0);
}

/** Bytes of a table's rows that are sent at once: large enough for COPY, small in memory. */
const SEND_BYTES = 524_288;

/** Sends rows to the staging tables; one COPY runs while the next rows are made. */
export class StageSender {
  readonly #session: Session;
  readonly #waiting = new Map<StagedTable, StagedRows[]>();
  #sending: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes rows, and sends those of a table once there are enough. */
  async add(staged: readonly StagedRows[]): Promise<void> {
    for (const rows of staged) {
      const waiting = this.#waiting.get(rows.table) ?? [];
      waiting.push(rows);
      this.#waiting.set(rows.table, waiting);
      const bytes = waiting.reduce((sum, one) => sum + one.bytes.length, 0);
      if (bytes >= SEND_BYTES) await this.#send(rows.table, waiting);
    }
  }

  /** Sends the remaining rows and waits until all have arrived. */
  async finish(): Promise<void> {
    for (const [table, waiting] of this.#waiting) await this.#send(table, waiting);
    await this.#sending;
  }

  async #send(table: StagedTable, waiting: readonly StagedRows[]): Promise<void> {
    this.#waiting.delete(table);
    const bytes = joined(waiting.map((one) => one.bytes));
    const rows = waiting.reduce((sum, one) => sum + one.rows, 0);
    await this.#sending;
    const copy = async () => {
      await this.#session.copyIn(table, STAGED_COLUMNS[table], bytes, rows);
      freeBuffer(bytes);
    };
    this.#sending = inPhase('load', copy, table);
    // The next wait throws an error of this one; until then it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }
}

/** Joins parts into one and frees their memory. */
function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
    freeBuffer(part);
  }
  return all;
}
