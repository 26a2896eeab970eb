import { COMMON_ZONES, TOLERANCE_SECONDS } from '../../ingest/sample/statement-pairs.ts';
import { parseWrittenTime } from '../../normalise/instant.ts';
import { readEpoch, readTime } from '../../normalise/read-time.ts';
import type { Settings } from '../../settings/schema.ts';
import { placeOf } from './callback-row.ts';
import {
  fixedOffsets,
  instantsIn,
  isFixed,
  isoOf,
  type OffsetReading,
  withBetterOffsets,
} from './offset-readings.ts';
import { type Question, ReadingTally, rank, type Tally } from './question.ts';
import type { StatementRow, StatementTable } from './statement-row.ts';

/** In which zone a statement writes times without an offset: a payment's time is that of its callback. */
export class StatementZone implements Tally<StatementRow> {
  readonly #table: StatementTable;
  readonly #skew: number;
  readonly #zone: string;
  readonly #inUse: ReadingTally;
  readonly #candidates: readonly OffsetReading[];
  #compared = 0;
  #alone = 0;

  constructor(table: StatementTable, { regions, allowedSkewSeconds }: Settings) {
    this.#table = table;
    this.#skew = allowedSkewSeconds;
    this.#zone = table.format.zone ?? table.region.zone;
    this.#inUse = new ReadingTally(this.#zone);
    const path = table.pathOf('zone');
    const zones = new Set([...regions.map(({ zone }) => zone), ...COMMON_ZONES]);
    zones.delete(this.#zone);
    this.#candidates = [
      ...[...zones].map((zone) => ({
        tally: new ReadingTally(zone, { [path]: zone }),
        read: (localSeconds: number) => instantsIn(zone, localSeconds),
      })),
      ...fixedOffsets(path),
    ];
  }

  take(row: StatementRow): void {
    const text = row.completed_at_text;
    const written = text === null || readEpoch(text) !== undefined ? undefined : parseWrittenTime(text);
    if (written === undefined || written.offsetSeconds !== undefined) return;
    if (row.called_at === null) {
      this.#alone += 1;
      return;
    }
    this.#compared += 1;
    const called = row.called_at.split(' ').map(Number);
    const { instant } = readTime(text!, { zone: this.#zone, allowedSkewSeconds: this.#skew });
    const inUse = instant === undefined ? [] : [instant.seconds];
    this.#add(this.#inUse, inUse, inUse, row, called);
    for (const { tally, read } of this.#candidates)
      this.#add(tally, read(written.localSeconds), inUse, row, called);
  }

  question(): Question {
    const { region, name: table } = this.#table;
    const asked = { topic: 'statement_zone', region: region.name, table } as const;
    const tallies = this.#candidates.map(({ tally }) => tally);
    // There are many zones: only those with which a time agrees say something.
    const named = tallies.filter((one) => !isFixed(one) && one.agree > 0);
    const others = withBetterOffsets(this.#inUse, named, tallies.filter(isFixed));
    return rank({ ...asked, compared: this.#compared, alone: this.#alone }, this.#inUse, others);
  }

  #add(
    tally: ReadingTally,
    instants: readonly number[],
    inUse: readonly number[],
    row: StatementRow,
    called: readonly number[],
  ): void {
    const isNear = (one: number) => called.some((at) => Math.abs(one - at) <= TOLERANCE_SECONDS);
    const found = instants.find(isNear);
    const readAs = found ?? instants.at(-1);
    const result = found !== undefined ? 'agree' : readAs === undefined ? 'unreadable' : 'disagree';
    tally.take(result, readAs === inUse[0], () => ({
      ...placeOf(row),
      text: row.completed_at_text!,
      readAs: readAs === undefined ? null : isoOf(readAs),
      against: `notified ${called.map(isoOf).join(' or ')}`,
    }));
  }
}
