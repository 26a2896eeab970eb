import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings.ts';
import type { LineBlock } from './line-blocks.ts';
import { LineReader } from './line-reader.ts';
import { LineSplitter } from './line-splitter.ts';
import { RecordStager, type Staged } from './record-stager.ts';
import { RowBlocks, type StagedRows } from './row-blocks.ts';

/** How lines are read; the same for every block of a source. */
export interface LineReading {
  readonly settings: Settings;
  readonly forcedKind: RecordKind | undefined;
}

/** What lines come to: rows for the staging tables, and their counts. */
export interface ParsedLines {
  readonly counts: Staged;
  readonly staged: readonly StagedRows[];
}

/**
 * Parses, checks, normalises and encodes the lines of a block: the same block and reading always give the same.
 * @param rows where rows are gathered; empty, and empty again afterwards
 */
export function parseLines(
  { bytes, firstLine }: LineBlock,
  reading: LineReading,
  rows: RowBlocks = new RowBlocks(),
): ParsedLines {
  const { settings, forcedKind } = reading;
  const { maxLineBytes } = settings.ingest;
  const stager = new RecordStager(rows, maxLineBytes);
  const lines = new LineSplitter(new LineReader(stager, settings, forcedKind), maxLineBytes, { firstLine });
  lines.push(bytes);
  lines.finish();
  return { counts: stager.counts, staged: rows.take() };
}
