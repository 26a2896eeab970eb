import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
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
  /** Called once at the end. */
  finish(): void;
}

/**
 * Reads a source into the staging tables, in constant memory; rejected lines go to `rejects`.
 * @throws Fault SOURCE_COLUMNS, SOURCE_BROKEN, and what its content throws
 */
export async function stageSource(
  session: Session,
  name: string,
  content: SourceContent,
  sourceId: number,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Promise<Staged> {
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
  reader.finish();
  await blocks.finish();
  return stager.counts;
}

function linesReader(stager: RecordStager, settings: Settings, forcedKind: RecordKind | undefined): Reader {
  return new LineSplitter(new LineReader(stager, settings, forcedKind), settings.ingest.maxLineBytes);
}

function rowsReader(
  stager: RecordStager,
  name: string,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Reader {
  const { maxLineBytes } = settings.ingest;
  const rows = new RowReader(stager, name, settings, forcedKind, (marks) => records.use(marks));
  const anyMarks = marksOf(possibleDelimiters(settings), settings.csv.quote);
  const records = new RecordSplitter(rows, anyMarks, maxLineBytes);
  const lines = new LineSplitter(records, maxLineBytes, 'keep returns');
  return {
    push: (chunk) => lines.push(chunk),
    finish: () => {
      lines.finish();
      if (records.openSince !== undefined) {
        throw new Fault('SOURCE_BROKEN', {
          where: `${name}:${records.openSince}`,
          found: 'a quoted cell that begins in this row and does not end',
          expected: `a closing ${settings.csv.quote}; the setting csv.quote names another quote`,
        });
      }
      rows.flush();
    },
  };
}
