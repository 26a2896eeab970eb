import { AfterPreamble } from './csv/after-preamble.ts';
import { asUtf8 } from './csv/as-utf8.ts';
import { csvFormat } from './csv/csv-format.ts';
import { marksOf, possibleDelimiters } from './csv/dialect.ts';
import { loneReturns } from './csv/lone-returns.ts';
import { RecordSplitter } from './csv/record-splitter.ts';
import { RowReader } from './csv/row-reader.ts';
import type { SourceContent } from './files/open-source.ts';
import { type SourceFormat, sniffFormat } from './files/source-format.ts';
import { type LineBlock, LineBlocks } from './lines/line-blocks.ts';
import { LineSplitter } from './lines/line-splitter.ts';
import type { LineReading, ParsedLines } from './lines/parse-lines.ts';
import type { ParsePool } from './lines/parse-pool.ts';
import { stageOfx } from './ofx/stage-ofx.ts';
import { addCounts, NOTHING_STAGED, RecordStager, type Staged } from './staging/record-stager.ts';
import { RowBlocks, type StageSender } from './staging/staged-rows.ts';
import { stageWorkbook } from './workbook/stage-workbook.ts';

/** How many bytes of lines are parsed at once. */
const BLOCK_BYTES = 262_144;
/** How many bytes of rows are gathered before they are sent. */
const GATHERED_BYTES = 524_288;

/** How a source is read, and with what. */
export interface Staging extends LineReading {
  readonly pool: ParsePool;
  /** Its place among the sources that are read at the same time, in the order in which they are kept; absent for one. */
  readonly place?: number;
  readonly sender: Pick<StageSender, 'add' | 'finish'>;
}

export interface StagedSource extends Staged {
  /** Whether the last record was left out, because it was still being written. */
  readonly isCut: boolean;
}

/**
 * Reads a source into the staging tables, in constant memory.
 * @throws Fault SOURCE_COLUMNS, WORKER_FAILED, and what its content throws
 */
export async function stageSource(
  name: string,
  content: SourceContent,
  staging: Staging,
): Promise<StagedSource> {
  try {
    const { format, chunks } = await sniffFormat(name, content.chunks, staging.settings, staging.forcedKind);
    const source = { ...content, chunks };
    const staged = await STAGE[format](name, source, staging);
    await staging.sender.finish();
    return staged;
  } finally {
    // A file that is refused by its beginning is not read to its end.
    await content.chunks[Symbol.asyncIterator]().return?.();
  }
}

const STAGE: Readonly<
  Record<SourceFormat, (name: string, content: SourceContent, staging: Staging) => Promise<StagedSource>>
> = { lines: stageLines, csv: stageRows, workbook: stageSheet, ofx: stageTransactions };

/** Lines are parsed on any free thread, and sent in their order. */
async function stageLines(
  _name: string,
  { chunks, grew }: SourceContent,
  { pool, sender, settings, place }: Staging,
): Promise<StagedSource> {
  const blocks = new LineBlocks(settings.ingest.maxLineBytes, BLOCK_BYTES);
  const parsing: Promise<ParsedLines>[] = [];
  let counts = NOTHING_STAGED;
  const takeOldest = async () => {
    const parsed = await parsing.shift()!;
    counts = addCounts(counts, parsed.counts);
    await sender.add(parsed.staged);
  };
  const parse = (block: LineBlock, isOnly: boolean) => {
    const parsed = pool.parse(block, isOnly, place);
    // An error is thrown where its result is awaited; until then it must not count as unhandled.
    parsed.catch(() => undefined);
    parsing.push(parsed);
  };
  let isFirst = true;
  for await (const chunk of chunks) {
    const block = blocks.push(chunk);
    if (block === undefined) continue;
    parse(block, false);
    isFirst = false;
    while (parsing.length >= pool.depth) await takeOldest();
  }
  const isCut = grew() && blocks.isOpen;
  const last = blocks.finish(!isCut);
  if (last !== undefined) parse(last, isFirst);
  while (parsing.length > 0) await takeOldest();
  return { ...counts, isCut };
}

/** Rows are parsed here, because only the lines before a line show which record it belongs to. */
function stageRows(
  name: string,
  { chunks, grew, firstRows }: SourceContent,
  { sender, settings, forcedKind }: Staging,
): Promise<StagedSource> {
  const { maxLineBytes } = settings.ingest;
  const format = csvFormat(settings, name);
  return inBlocks(sender, settings, async (stager, onRows) => {
    const reading = { file: name, settings, forcedKind };
    const rows = new RowReader(stager, reading, (marks, cells) => records.use(marks, cells));
    const records = new RecordSplitter(rows, marksOf(possibleDelimiters(format), format.quote), maxLineBytes);
    const table = new AfterPreamble(records, format.headerRow);
    const lines = new LineSplitter(table, maxLineBytes, { returns: 'keep' });
    for await (const chunk of asUtf8(chunks, format.encoding)) {
      lines.push(chunk);
      await onRows();
    }
    const isCut = grew() && (lines.isOpen || records.isOpen);
    if (!isCut) {
      lines.finish();
      records.finish();
      if (!rows.hasHeader && table.loneReturn !== undefined) throw loneReturns(name, table.loneReturn);
    }
    // Of a sample, the last rows are no footer.
    rows.finish(isCut || (firstRows !== undefined && grew()));
    return isCut;
  });
}

function stageSheet(
  file: string,
  { chunks, firstRows }: SourceContent,
  { sender, settings, forcedKind }: Staging,
): Promise<StagedSource> {
  return inBlocks(sender, settings, (stager, onRows) =>
    stageWorkbook(chunks, stager, { file, settings, forcedKind, firstRows, onRows }),
  );
}

function stageTransactions(
  file: string,
  { chunks }: SourceContent,
  { sender, settings, forcedKind }: Staging,
): Promise<StagedSource> {
  return inBlocks(sender, settings, async (stager, onRows) => {
    await stageOfx(chunks, stager, { file, settings, forcedKind, onRows });
    return false;
  });
}

/**
 * Sends rows in blocks.
 * @param stage stages all rows, calls back after each block of them, and says whether the last was left out
 */
export async function inBlocks(
  sender: Pick<StageSender, 'add'>,
  { ingest }: Staging['settings'],
  stage: (stager: RecordStager, onRows: () => Promise<void>, blocks: RowBlocks) => Promise<boolean>,
): Promise<StagedSource> {
  const blocks = new RowBlocks();
  const stager = new RecordStager(blocks, ingest.maxLineBytes);
  const isCut = await stage(stager, () => sender.add(blocks.take(GATHERED_BYTES)), blocks);
  await sender.add(blocks.take());
  return { ...stager.staged(), isCut };
}
