import { statedMinor } from '../../normalise/issuer.ts';
import { placeOf } from './callback-row.ts';
import { type Question, ReadingTally, rank, type Tally } from './question.ts';
import type { StatementRow, StatementTable } from './statement-row.ts';

const UNITS = ['major', 'minor'] as const;

/** Whether the amounts of a statement are major or minor units: a payment's amount is that of its callback. */
export class StatementUnit implements Tally<StatementRow> {
  readonly #table: StatementTable;
  readonly #candidates: ReadonlyArray<{
    readonly unit: (typeof UNITS)[number];
    readonly tally: ReadingTally;
  }>;
  #compared = 0;
  #alone = 0;

  constructor(table: StatementTable) {
    this.#table = table;
    const { unit: inUse = 'major' } = table.format;
    this.#candidates = UNITS.toSorted((one, other) => Number(other === inUse) - Number(one === inUse)).map(
      (unit) => ({ unit, tally: new ReadingTally(unit, { [table.pathOf('unit')]: unit }) }),
    );
  }

  take(row: StatementRow): void {
    if (row.gross_text === null) return;
    if (row.called_minor === null) {
      this.#alone += 1;
      return;
    }
    this.#compared += 1;
    const called = row.called_minor.split(' ').map(BigInt);
    const currency = row.currency!;
    const read = this.#candidates.map(({ unit }) => statedMinor(row.gross_text!, currency, unit));
    for (const [index, { tally }] of this.#candidates.entries()) {
      const minor = read[index];
      const agrees = minor !== undefined && called.includes(minor);
      const result = agrees ? 'agree' : minor === undefined ? 'unreadable' : 'disagree';
      tally.take(result, minor === read[0], () => ({
        ...placeOf(row),
        text: row.gross_text!,
        readAs: minor === undefined ? null : `${minor} minor units of ${currency}`,
        against: `notified ${called.join(' or ')}`,
      }));
    }
  }

  question(): Question {
    const [inUse, other] = this.#candidates.map(({ tally }) => tally);
    const { region, name: table } = this.#table;
    const asked = { topic: 'statement_unit', region: region.name, table } as const;
    return rank({ ...asked, compared: this.#compared, alone: this.#alone }, inUse!, [other!]);
  }
}
