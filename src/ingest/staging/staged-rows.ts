import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { inPhase } from '../../phases.ts';
import { CopyBlock, copyFile } from './copy-block.ts';
import {
  BANK_COLUMNS,
  CALLBACK_COLUMNS,
  namesOf,
  PAY_IN_COLUMNS,
  REJECT_COLUMNS,
  STATEMENT_COLUMNS,
  type StagedColumn,
  VIOLATION_COLUMNS,
} from './record-columns.ts';

/** The columns of each staging table, in the order of the rows. */
const STAGED_COLUMNS = {
  stage_pay_ins: PAY_IN_COLUMNS,
  stage_callbacks: CALLBACK_COLUMNS,
  stage_statements: STATEMENT_COLUMNS,
  stage_bank_rows: BANK_COLUMNS,
  stage_violations: VIOLATION_COLUMNS,
  stage_rejects: REJECT_COLUMNS,
  stage_rejected_rows: [
    ['line', 'bigint'],
    ['digest', 'text'],
    ['comes_again', 'boolean'],
  ],
} as const satisfies Readonly<Record<string, readonly StagedColumn[]>>;

type StagedTable = keyof typeof STAGED_COLUMNS;

/** Rows of one staging table in COPY's binary format, without its head and end. */
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
      block = new CopyBlock(STAGED_COLUMNS[table].map(([, type]) => type));
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
    const bytes = copyFile(waiting.map((one) => one.bytes));
    for (const one of waiting) freeBuffer(one.bytes);
    const rows = waiting.reduce((sum, one) => sum + one.rows, 0);
    await this.#sending;
    const copy = async () => {
      await atFaultPoint('ingest.stage', () =>
        this.#session.copyIn(table, namesOf(STAGED_COLUMNS[table]), bytes, rows),
      );
      freeBuffer(bytes);
    };
    this.#sending = inPhase('load', copy, table);
    // The next wait throws an error of this one; until then it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }
}
