import { type Instant, instantOfText, parseWrittenTime } from '../../normalise/instant.ts';
import { headerInstant, headerOffset, readOwnTime, readTime } from '../../normalise/read-time.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import { type CallbackRow, placeOf } from './callback-row.ts';
import { fixedOffsets, instantsIn, isFixed, isoOf, withBetterOffsets } from './offset-readings.ts';
import { type Question, ReadingTally, rank, type Tally } from './question.ts';

const HEADER = 'offset of X-TIMESTAMP';

/** When a callback can have been completed, in epoch seconds: from the request until it was received, with the skew. */
interface Window {
  readonly from: number;
  readonly to: number;
}

interface Candidate {
  readonly tally: ReadingTally;
  /** The instants that a local time may be, in epoch seconds; none if it cannot be read. */
  readonly read: (localSeconds: number, row: CallbackRow) => readonly number[];
}

/**
 * Which offset a region's callbacks mean whose transactionTime has none: a payment is made after the request and before the
 * callback is received.
 */
export class CallbackOffset implements Tally<CallbackRow> {
  readonly #region: RegionSettings;
  readonly #settings: Settings;
  readonly #inUse: ReadingTally;
  readonly #candidates: readonly Candidate[];
  #compared = 0;
  #alone = 0;

  constructor(region: RegionSettings, settings: Settings) {
    this.#region = region;
    this.#settings = settings;
    this.#inUse = new ReadingTally(`as now: ${region.zone}, else ${HEADER}, else UTC`);
    const path = `regions.${region.name}.zone`;
    const zones = new Set([...settings.regions.map(({ zone }) => zone), 'UTC']);
    this.#candidates = [
      ...[...zones].map((zone) => ({
        tally: new ReadingTally(zone, zone === region.zone ? {} : { [path]: zone }),
        read: (localSeconds: number) => instantsIn(zone, localSeconds),
      })),
      {
        tally: new ReadingTally(HEADER),
        read: (localSeconds, { timestamp_text: header }) => {
          const offset = headerOffset(header ?? undefined);
          return offset === undefined ? [] : [localSeconds - offset];
        },
      },
      ...fixedOffsets(path),
    ];
  }

  take(row: CallbackRow): void {
    const text = row.transaction_time_text;
    const written = text === null ? undefined : parseWrittenTime(text);
    if (written === undefined || written.offsetSeconds !== undefined) return;
    const received = this.#receivedAt(row);
    if (received === undefined || row.requested_at === null) {
      this.#alone += 1;
      return;
    }
    this.#compared += 1;
    const { allowedSkewSeconds: skew } = this.#settings;
    const window = { from: instantOfText(row.requested_at).seconds - skew, to: received.seconds + skew };
    const { instant } = readTime(text!, {
      zone: this.#region.zone,
      reference: received,
      headerOffsetSeconds: headerOffset(row.timestamp_text ?? undefined),
      allowedSkewSeconds: skew,
    });
    const inUse = instant === undefined ? [] : [instant.seconds];
    this.#add(this.#inUse, inUse, inUse, row, window);
    for (const { tally, read } of this.#candidates) {
      this.#add(tally, read(written.localSeconds, row), inUse, row, window);
    }
  }

  question(): Question {
    const { name } = this.#region;
    const asked = { topic: 'callback_offset', region: name, table: null, compared: this.#compared } as const;
    const tallies = this.#candidates.map(({ tally }) => tally);
    const named = tallies.filter((one) => !isFixed(one) && one.same < this.#compared);
    const others = withBetterOffsets(this.#inUse, named, tallies.filter(isFixed));
    return rank({ ...asked, alone: this.#alone }, this.#inUse, others);
  }

  #receivedAt({ received_at_text: logged, timestamp_text: header }: CallbackRow): Instant | undefined {
    const own = logged === null ? undefined : readOwnTime(logged, this.#settings).instant;
    return own ?? headerInstant(header ?? undefined);
  }

  #add(
    tally: ReadingTally,
    instants: readonly number[],
    inUse: readonly number[],
    row: CallbackRow,
    window: Window,
  ): void {
    const found = instants.find((one) => one >= window.from && one <= window.to);
    const readAs = found ?? instants.at(-1);
    const result = found !== undefined ? 'agree' : readAs === undefined ? 'unreadable' : 'disagree';
    const skew = this.#settings.allowedSkewSeconds;
    tally.take(result, readAs === inUse[0], () => ({
      ...placeOf(row),
      text: row.transaction_time_text!,
      readAs: readAs === undefined ? null : isoOf(readAs),
      against: `requested ${isoOf(window.from + skew)}, received ${isoOf(window.to - skew)}`,
    }));
  }
}
