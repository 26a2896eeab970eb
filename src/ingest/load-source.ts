import type { Session } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';
import { normaliseLine } from '../normalise/normalise-line.ts';
import type { RecordKind } from '../normalise/record.ts';
import type { Rejection } from '../normalise/rejection.ts';
import type { Settings } from '../settings.ts';
import { CopyBlock } from './copy-text.ts';
import { type LineSink, LineSplitter } from './line-splitter.ts';
import type { SourceContent } from './open-source.ts';
import {
  CALLBACK_COLUMNS,
  callbackRow,
  PAY_IN_COLUMNS,
  payInRow,
  REJECT_COLUMNS,
  VIOLATION_COLUMNS,
  violationRow,
} from './rows.ts';

/** Characters of a block that goes to the database at once: large enough for COPY, small in memory. */
const BLOCK_CHARACTERS = 2_097_152;

export interface Staged {
  /** Lines that are no blank ones. */
  readonly records: number;
  readonly payIns: number;
  readonly callbacks: number;
  readonly violations: number;
  readonly rejected: number;
}

type BlockTable = 'stage_pay_ins' | 'stage_callbacks' | 'stage_violations' | 'rejects';

const COLUMNS: Readonly<Record<BlockTable, readonly string[]>> = {
  stage_pay_ins: PAY_IN_COLUMNS,
  stage_callbacks: CALLBACK_COLUMNS,
  stage_violations: VIOLATION_COLUMNS,
  rejects: REJECT_COLUMNS,
};

/** Reads a source line by line into the staging tables, in constant memory; rejected lines go to `rejects`. */
export async function stageSource(
  session: Session,
  content: SourceContent,
  sourceId: number,
  settings: Settings,
  forcedKind: RecordKind | undefined,
): Promise<Staged> {
  const blocks = new Blocks(session);
  const stager = new LineStager(blocks, sourceId, settings, forcedKind);
  const splitter = new LineSplitter(stager, settings.ingest.maxLineBytes);
  for await (const chunk of content.chunks) {
    splitter.push(chunk);
    await blocks.send(BLOCK_CHARACTERS);
  }
  splitter.finish();
  await blocks.send(1);
  await blocks.settled();
  return stager.counts;
}

/** Turns each line into rows of the staging tables, or into a rejection. */
class LineStager implements LineSink {
  readonly counts = { records: 0, payIns: 0, callbacks: 0, violations: 0, rejected: 0 };
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #blocks: Blocks;
  readonly #sourceId: number;
  readonly #settings: Settings;
  readonly #forcedKind: RecordKind | undefined;

  constructor(blocks: Blocks, sourceId: number, settings: Settings, forcedKind: RecordKind | undefined) {
    this.#blocks = blocks;
    this.#sourceId = sourceId;
    this.#settings = settings;
    this.#forcedKind = forcedKind;
  }

  line(bytes: Uint8Array, line: number): void {
    if (isBlank(bytes)) return;
    this.counts.records += 1;
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      this.#reject({ reason: 'not_utf8', detail: `${bytes.length} bytes` }, line);
      return;
    }
    const normalised = normaliseLine(text, this.#settings, this.#forcedKind);
    if (normalised.kind === 'rejected') {
      this.#reject(normalised.rejection, line);
      return;
    }
    const place = { sourceId: this.#sourceId, line };
    if (normalised.kind === 'pay-in') {
      this.counts.payIns += 1;
      this.#blocks.of('stage_pay_ins').add(payInRow(normalised.record, place));
    } else {
      this.counts.callbacks += 1;
      this.#blocks.of('stage_callbacks').add(callbackRow(normalised.record, place));
    }
    for (const violation of normalised.violations) {
      this.counts.violations += 1;
      this.#blocks.of('stage_violations').add(violationRow(normalised.record, violation));
    }
  }

  tooLong(line: number): void {
    this.counts.records += 1;
    const detail = `more than ${this.#settings.ingest.maxLineBytes} bytes`;
    this.#reject({ reason: 'line_too_long', detail }, line);
  }

  #reject(rejection: Rejection, line: number): void {
    this.counts.rejected += 1;
    this.#blocks.of('rejects').add([this.#sourceId, line, rejection.reason, rejection.detail]);
  }
}

/** A block per table; one COPY is under way while the next lines are parsed. */
class Blocks {
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

  async send(atLeast: number): Promise<void> {
    for (const [table, block] of this.#blocks) {
      if (block.characters < atLeast) continue;
      await this.#sending;
      const { bytes, rows } = block.take();
      this.#sending = this.#session.copyIn(table satisfies keyof Tables, COLUMNS[table], bytes, rows);
      // An error is told by the next wait; until then it must not count as unhandled.
      this.#sending.catch(() => undefined);
    }
  }

  async settled(): Promise<void> {
    await this.#sending;
  }
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
