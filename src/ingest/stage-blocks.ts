import type { Session } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';
import { inPhase } from '../phases.ts';
import { CopyBlock } from './copy-text.ts';
import { CALLBACK_COLUMNS, PAY_IN_COLUMNS, REJECT_COLUMNS, VIOLATION_COLUMNS } from './rows.ts';

export type BlockTable = 'stage_pay_ins' | 'stage_callbacks' | 'stage_violations' | 'rejects';

const COLUMNS: Readonly<Record<BlockTable, readonly string[]>> = {
  stage_pay_ins: PAY_IN_COLUMNS,
  stage_callbacks: CALLBACK_COLUMNS,
  stage_violations: VIOLATION_COLUMNS,
  rejects: REJECT_COLUMNS,
};

/** A block per table; one COPY is under way while the next lines are parsed. */
export class StageBlocks {
  readonly #session: Session;
  readonly #blocks = new Map<BlockTable, CopyBlock>();
  #sending: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  of(table: BlockTable): CopyBlock {
    let block = this.#blocks.get(table);
    if (block === undefined) {
      block = new CopyBlock();
      this.#blocks.set(table, block);
    }
    return block;
  }

  /** Sends each block that has come to so many characters. */
  async send(atLeast: number): Promise<void> {
    for (const [table, block] of this.#blocks) {
      if (block.characters < atLeast) continue;
      await this.#sending;
      const { bytes, rows } = block.take();
      const copy = () => this.#session.copyIn(table satisfies keyof Tables, COLUMNS[table], bytes, rows);
      this.#sending = inPhase('load', copy, table);
      // An error is told by the next wait; until then it must not count as unhandled.
      this.#sending.catch(() => undefined);
    }
  }

  /** Sends what is left and waits until all of it has arrived. */
  async finish(): Promise<void> {
    await this.send(1);
    await this.#sending;
  }
}
