import type { Session } from '../../database/store.ts';
import { inPhase } from '../../phases.ts';
import { freeBuffer } from '../lines/free-buffer.ts';
import { STAGED_COLUMNS, type StagedRows, type StagedTable } from './staged-rows.ts';

/** Bytes of a table's rows that go to the database at once: large enough for COPY, small in memory. */
const SEND_BYTES = 524_288;

/** Sends rows to the staging tables; one COPY is under way while the next rows are made. */
export class StageSender {
  readonly #session: Session;
  readonly #waiting = new Map<StagedTable, StagedRows[]>();
  #sending: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes rows, and sends those of a table once they are many enough. */
  async add(staged: readonly StagedRows[]): Promise<void> {
    for (const rows of staged) {
      const waiting = this.#waiting.get(rows.table) ?? [];
      waiting.push(rows);
      this.#waiting.set(rows.table, waiting);
      const bytes = waiting.reduce((sum, one) => sum + one.bytes.length, 0);
      if (bytes >= SEND_BYTES) await this.#send(rows.table, waiting);
    }
  }

  /** Sends what is left and waits until all of it has arrived. */
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
    // An error is told by the next wait; until then it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }
}

/** All parts in one; their memory is given back. */
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
