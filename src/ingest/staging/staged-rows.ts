import { CopyBlock } from './copy-block.ts';
import { CALLBACK_COLUMNS, PAY_IN_COLUMNS, REJECT_COLUMNS, VIOLATION_COLUMNS } from './record-columns.ts';

export type StagedTable =
  | 'stage_pay_ins'
  | 'stage_callbacks'
  | 'stage_violations'
  | 'stage_rejects'
  | 'stage_rejected_rows';

/** The columns of a staging table, as the rows of this folder have them. */
export const STAGED_COLUMNS: Readonly<Record<StagedTable, readonly string[]>> = {
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

/** Gathers rows, a block a table. */
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

  /** The rows of each table that has come to so many bytes; its block is empty then. */
  take(atLeastBytes = 1): StagedRows[] {
    return [...this.#blocks]
      .filter(([, block]) => block.length >= atLeastBytes)
      .map(([table, block]) => ({ table, ...block.take() }));
  }
}
