import type { StatedKind } from '../../contract/statement-fields.ts';
import type { Normalised } from '../../normalise/record.ts';
import type { Rejection } from '../../normalise/rejection.ts';
import { UnreadCells, type UnreadColumn } from '../cells/unread-cells.ts';
import { addTallies, FieldTallier, type FieldTally, NO_FIELDS } from '../field-tally.ts';
import { bankRow, callbackRow, payInRow, statementRow, violationRow } from './record-columns.ts';
import type { NotedRows } from './remarkable-rows.ts';
import type { RowBlocks } from './staged-rows.ts';

/** What was staged of a source: records = payIns + callbacks + statements + bankRows + rejected. */
export interface Staged extends NotedRows {
  /** Lines or rows that are not blank. */
  readonly records: number;
  readonly payIns: number;
  readonly callbacks: number;
  readonly statements: number;
  readonly bankRows: number;
  readonly violations: number;
  readonly rejected: number;
  readonly fields: FieldTally;
  /** Cells of a table that are not written as it says. */
  readonly unread: readonly UnreadColumn[];
}

const NO_RECORDS = {
  ...{ records: 0, payIns: 0, callbacks: 0, statements: 0, bankRows: 0, violations: 0, rejected: 0 },
};

export const NOTHING_STAGED: Staged = { ...NO_RECORDS, fields: NO_FIELDS, unread: [] };

export function addCounts(a: Staged, b: Staged): Staged {
  const names = Object.keys(NO_RECORDS) as (keyof typeof NO_RECORDS)[];
  const sums = Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as typeof NO_RECORDS;
  return { ...sums, fields: addTallies(a.fields, b.fields), unread: [...a.unread, ...b.unread] };
}

/** Adds records to the staging tables, and the reasons why lines belong to no order. */
export class RecordStager {
  readonly counts = { ...NO_RECORDS };
  readonly #fields = new FieldTallier();
  readonly #unread = new UnreadCells();
  #noted: NotedRows = {};
  readonly #blocks: RowBlocks;
  readonly #maxLineBytes: number;

  constructor(blocks: RowBlocks, maxLineBytes: number) {
    this.#blocks = blocks;
    this.#maxLineBytes = maxLineBytes;
  }

  /** What was staged so far. */
  staged(): Staged {
    const [fields, unread] = [this.#fields.tally(), this.#unread.list()];
    return { ...this.counts, fields, unread, ...this.#noted };
  }

  /** Stages the result of a line or row, and counts it as read. */
  take(normalised: Normalised, line: number): void {
    if (normalised.kind === 'rejected') {
      this.reject(normalised.rejection, line);
      return;
    }
    this.counts.records += 1;
    this.#fields.take(normalised);
    if (normalised.kind === 'pay-in') {
      this.counts.payIns += 1;
      this.#blocks.of('stage_pay_ins').add(payInRow(normalised.record, { line }));
    } else if (normalised.kind === 'callback') {
      this.counts.callbacks += 1;
      this.#blocks.of('stage_callbacks').add(callbackRow(normalised.record, { line }));
    } else {
      this.#takeStated(normalised, line);
      return;
    }
    for (const violation of normalised.violations) {
      this.counts.violations += 1;
      this.#blocks.of('stage_violations').add(violationRow(normalised.record, violation));
    }
  }

  #takeStated(normalised: Extract<Normalised, { kind: StatedKind }>, line: number): void {
    if (normalised.kind === 'statement') {
      this.counts.statements += 1;
      this.#blocks.of('stage_statements').add(statementRow(normalised.record, { line }));
    } else {
      this.counts.bankRows += 1;
      this.#blocks.of('stage_bank_rows').add(bankRow(normalised.record, { line }));
    }
  }

  /** Notes what its reader has seen of the source's rows. */
  note(rows: NotedRows): void {
    this.#noted = { ...this.#noted, ...rows };
  }

  /** Counts cells of a row that are written as its table says, and those that are not. */
  takeCells(...row: Parameters<UnreadCells['takeRow']>): void {
    this.#unread.takeRow(...row);
  }

  reject(rejection: Rejection, line: number): void {
    this.counts.records += 1;
    this.counts.rejected += 1;
    this.#blocks.of('stage_rejects').add([line, rejection.reason, rejection.detail]);
  }

  tooLong(line: number): void {
    this.reject({ reason: 'line_too_long', detail: `more than ${this.#maxLineBytes} bytes` }, line);
  }
}
