import { normaliseLine } from '../../normalise/normalise-line.ts';
import type { Normalised, RecordKind } from '../../normalise/record.ts';
import { ShapedLines } from '../../normalise/shaped-lines.ts';
import type { Settings } from '../../settings/schema.ts';
import { RecordStager, type Staged } from '../staging/record-stager.ts';
import { RowBlocks, type StagedRows } from '../staging/staged-rows.ts';
import type { LineBlock } from './line-blocks.ts';
import { type LineSink, LineSplitter } from './line-splitter.ts';

/** How lines are read; the same for every block of a source. */
export interface LineReading {
  readonly settings: Settings;
  readonly forcedKind: RecordKind | undefined;
}

/** The result of parsing lines: rows for the staging tables, and their counts. */
export interface ParsedLines {
  readonly counts: Staged;
  readonly staged: readonly StagedRows[];
}

/**
 * Parses, checks, normalises and encodes the lines of a block. The same block and reading always give the same
 * result.
 * @param rows gathers the rows; must be empty, and is empty again afterwards
 */
export function parseLines(
  { bytes, firstLine }: LineBlock,
  reading: LineReading,
  rows: RowBlocks = new RowBlocks(),
): ParsedLines {
  const { maxLineBytes } = reading.settings.ingest;
  const stager = new RecordStager(rows, maxLineBytes);
  const lines = new LineSplitter(new LineReader(stager, reading), maxLineBytes, { firstLine });
  lines.push(bytes);
  lines.finish();
  return { counts: stager.staged(), staged: rows.take() };
}

/** Turns each line of a log into rows of the staging tables, or into a rejection. */
class LineReader implements LineSink {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #stager: RecordStager;
  readonly #reading: LineReading;
  readonly #shapes: ShapedLines;

  constructor(stager: RecordStager, reading: LineReading) {
    this.#stager = stager;
    this.#reading = reading;
    this.#shapes = shapesOf(reading);
  }

  line(bytes: Uint8Array, line: number): void {
    if (isBlank(bytes)) return;
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      this.#stager.reject({ reason: 'not_utf8', detail: `${bytes.length} bytes` }, line);
      return;
    }
    this.#stager.take(this.#normalise(text), line);
  }

  #normalise(text: string): Normalised {
    const known = this.#shapes.read(text);
    if (known !== undefined) return known;
    const normalised = normaliseLine(text, this.#reading.settings, this.#reading.forcedKind);
    this.#shapes.learn(text, normalised);
    return normalised;
  }

  tooLong(line: number): void {
    this.#stager.tooLong(line);
  }
}

const known = new WeakMap<Settings, Map<RecordKind | undefined, ShapedLines>>();

/** The shapes that were learned on this thread; blocks are small, and the next one has the same. */
function shapesOf({ settings, forcedKind }: LineReading): ShapedLines {
  const byKind = known.get(settings) ?? new Map<RecordKind | undefined, ShapedLines>();
  known.set(settings, byKind);
  const shapes = byKind.get(forcedKind) ?? new ShapedLines(settings);
  byKind.set(forcedKind, shapes);
  return shapes;
}

/** Whether a line has only blanks: then it is no record. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
