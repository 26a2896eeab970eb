import type { Normalised } from '../normalise/record.ts';
import type { Rejection } from '../normalise/rejection.ts';
import { callbackRow, payInRow, violationRow } from './rows.ts';
import type { StageBlocks } from './stage-blocks.ts';

/** What was staged of a source: records = payIns + callbacks + rejected. */
export interface Staged {
  /** Lines or rows that are no blank ones. */
  readonly records: number;
  readonly payIns: number;
  readonly callbacks: number;
  readonly violations: number;
  readonly rejected: number;
}

/** Puts records into the staging tables, and why a line belongs to no order among the rejects. */
export class RecordStager {
  readonly counts = { records: 0, payIns: 0, callbacks: 0, violations: 0, rejected: 0 };
  readonly #blocks: StageBlocks;
  readonly #sourceId: number;
  readonly #maxLineBytes: number;

  constructor(blocks: StageBlocks, sourceId: number, maxLineBytes: number) {
    this.#blocks = blocks;
    this.#sourceId = sourceId;
    this.#maxLineBytes = maxLineBytes;
  }

  /** Stages what a line or row came to, and counts it as read. */
  take(normalised: Normalised, line: number): void {
    if (normalised.kind === 'rejected') {
      this.reject(normalised.rejection, line);
      return;
    }
    this.counts.records += 1;
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
      this.#blocks.of('stage_violations').add(violationRow(normalised.record, violation, place));
    }
  }

  reject(rejection: Rejection, line: number): void {
    this.counts.records += 1;
    this.counts.rejected += 1;
    this.#blocks.of('rejects').add([this.#sourceId, line, rejection.reason, rejection.detail]);
  }

  tooLong(line: number): void {
    this.reject({ reason: 'line_too_long', detail: `more than ${this.#maxLineBytes} bytes` }, line);
  }
}
