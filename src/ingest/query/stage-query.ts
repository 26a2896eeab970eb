import { createHash } from 'node:crypto';
import type { Session } from '../../database/store.ts';
import { sha256Of } from '../../sha256.ts';
import type { Cell } from '../cells/table-cell.ts';
import { type CellsReading, stageCells } from '../csv/table-stager.ts';
import { inBlocks, type StagedSource } from '../stage-source.ts';
import { StageSender } from '../staging/staged-rows.ts';
import type { QueryRow } from './query-rows.ts';

export interface RowStaging extends CellsReading {
  /** For each column, a function from what the database wrote to a cell. */
  readonly cells: ReadonlyArray<(written: string) => Cell>;
  /** Called with how many rows have been read since the last call. */
  readonly onRows: (rows: number) => void;
}

export interface StagedQuery {
  readonly staged: StagedSource;
  /** Bytes of the rows as they were read: for each a JSON list of what the database wrote, and a line feed. */
  readonly bytes: number;
  readonly sha256: string;
}

/** Stages the rows of a query in their order, in constant memory; a row's number, from 1, is its line. */
export async function stageQuery(
  session: Session,
  rows: AsyncIterable<readonly QueryRow[]>,
  staging: RowStaging,
): Promise<StagedQuery> {
  const { settings } = staging;
  const sender = new StageSender(session);
  const digest = createHash('sha256');
  let bytes = 0;
  let line = 0;
  const staged = await inBlocks(sender, settings, async (stager, onRows, blocks) => {
    for await (const block of rows) {
      for (const { cells, comesAgain } of block) {
        line += 1;
        const read = Buffer.from(`${JSON.stringify(cells)}\n`);
        digest.update(read);
        bytes += read.length;
        const rejected = stager.counts.rejected;
        if (read.length > settings.ingest.maxLineBytes) stager.tooLong(line);
        else stageCells(stager, cellsOf(cells, staging), line, staging);
        if (stager.counts.rejected === rejected) continue;
        blocks.of('stage_rejected_rows').add([line, sha256Of(read).slice(0, 32), comesAgain]);
      }
      await onRows();
      staging.onRows(block.length);
    }
    return false;
  });
  await sender.finish();
  return { staged, bytes, sha256: digest.digest('hex') };
}

function cellsOf(written: QueryRow['cells'], { cells }: RowStaging): Cell[] {
  return written.map((cell, index) => (cell === null ? '' : cells[index]!(cell)));
}
