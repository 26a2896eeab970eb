import type { Violation } from '../contract/violation.ts';
import type { Session } from '../database/store.ts';
import type { Tables } from '../database/tables.ts';
import { normaliseLine } from '../normalise/normalise-line.ts';
import type { CallbackRecord, PayInRecord, RecordKind } from '../normalise/record.ts';
import type { Rejection } from '../normalise/rejection.ts';
import type { Settings } from '../settings.ts';
import { CopyBlock } from './copy-text.ts';
import { LineSplitter } from './line-splitter.ts';
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
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const blocks = new Blocks(session);
  const counts = { records: 0, payIns: 0, callbacks: 0, violations: 0, rejected: 0 };

  const reject = (rejection: Rejection, line: number) => {
    counts.rejected += 1;
    blocks.of('rejects').add([sourceId, line, rejection.reason, rejection.detail]);
  };
  const keepViolations = (record: PayInRecord | CallbackRecord, violations: readonly Violation[]) => {
    for (const violation of violations) {
      counts.violations += 1;
      blocks.of('stage_violations').add(violationRow(record, violation));
    }
  };
  const splitter = new LineSplitter(
    {
      line: (bytes, line) => {
        if (isBlank(bytes)) return;
        counts.records += 1;
        let text: string;
        try {
          text = decoder.decode(bytes);
        } catch {
          reject({ reason: 'not_utf8', detail: `${bytes.length} bytes` }, line);
          return;
        }
        const normalised = normaliseLine(text, settings, forcedKind);
        if (normalised.kind === 'rejected') {
          reject(normalised.rejection, line);
          return;
        }
        if (normalised.kind === 'pay-in') {
          counts.payIns += 1;
          blocks.of('stage_pay_ins').add(payInRow(normalised.record, { sourceId, line }));
        } else {
          counts.callbacks += 1;
          blocks.of('stage_callbacks').add(callbackRow(normalised.record, { sourceId, line }));
        }
        keepViolations(normalised.record, normalised.violations);
      },
      tooLong: (line) => {
        counts.records += 1;
        const detail = `more than ${settings.ingest.maxLineBytes} bytes`;
        reject({ reason: 'line_too_long', detail }, line);
      },
    },
    settings.ingest.maxLineBytes,
  );

  for await (const chunk of content.chunks) {
    splitter.push(chunk);
    await blocks.send(BLOCK_CHARACTERS);
  }
  splitter.finish();
  await blocks.send(1);
  await blocks.settled();
  return counts;
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
