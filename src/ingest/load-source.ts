import type { Session } from '../database/store.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Settings } from '../settings.ts';
import { marksOf, possibleDelimiters } from './csv/dialect.ts';
import { RecordSplitter } from './csv/record-splitter.ts';
import { RowReader } from './csv/row-reader.ts';
import { LineReader } from './line-reader.ts';
import { LineSplitter } from './line-splitter.ts';
import type { SourceContent } from './open-source.ts';
import { RecordStager, type Staged } from './record-stager.ts';
import { sniffFormat } from './source-format.ts';
import { StageBlocks } from './stage-blocks.ts';

/** Characters of a block that goes to the database at once: large enough for COPY, small in memory. */
const BLOCK_CHARACTERS = 2_097_152;

/** Takes a source's bytes and stages what they hold. */
interface Reader {
  push(chunk: Uint8Array): void;
  /** Whether the bytes so far end within a record. */
  isOpen(): boolean;
  /** Takes what is open for whole. Called at the end, unless that is to be left. */
  finish(): void;
  /** Stages what has been read. Called once, last. */
  flush(): void;
}

export interface StagedSource extends Staged {
  /** Whether the last record was left alone, because it was still being written. */
  readonly isCut: boolean;
}

/**
 * Reads a source into the staging tables, in constant memory; rejected lines go to `rejects`.
 * @throws Fault SOURCE_COLUMNS, and what its content throws
 */
export async function stageSource(
  session: Session,
  name: string,
  content: SourceContent,
  sourceId: number,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Promise<StagedSource> {
  const blocks = new StageBlocks(session);
  const stager = new RecordStager(blocks, sourceId, settings.ingest.maxLineBytes);
  const { format, chunks } = await sniffFormat(name, content.chunks, settings);
  const reader =
    format === 'csv'
      ? rowsReader(stager, name, settings, forcedKind)
      : linesReader(stager, settings, forcedKind);
  for await (const chunk of chunks) {
    reader.push(chunk);
    await blocks.send(BLOCK_CHARACTERS);
  }
  const isCut = content.grew() && reader.isOpen();
  if (!isCut) reader.finish();
  reader.flush();
  await blocks.finish();
  return { ...stager.counts, isCut };
}

function linesReader(stager: RecordStager, settings: Settings, forcedKind: RecordKind | undefined): Reader {
  const reader = new LineReader(stager, settings, forcedKind);
  const lines = new LineSplitter(reader, settings.ingest.maxLineBytes);
  return {
    push: (chunk) => lines.push(chunk),
    isOpen: () => lines.isOpen,
    finish: () => lines.finish(),
    flush: () => undefined,
  };
}

function rowsReader(
  stager: RecordStager,
  name: string,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Reader {
  const { maxLineBytes } = settings.ingest;
  const rows = new RowReader(stager, name, settings, forcedKind, (marks, cells) => records.use(marks, cells));
  const anyMarks = marksOf(possibleDelimiters(settings), settings.csv.quote);
  const records = new RecordSplitter(rows, anyMarks, maxLineBytes);
  const lines = new LineSplitter(records, maxLineBytes, 'keep returns');
  return {
    push: (chunk) => lines.push(chunk),
    isOpen: () => lines.isOpen || records.isOpen,
    finish: () => {
      lines.finish();
      records.finish();
    },
    flush: () => rows.flush(),
  };
}
