import {
  formatInstant,
  type Instant,
  instantOfText,
  isoSeconds,
  parseWrittenTime,
} from '../../normalise/instant.ts';
import { headerInstant, headerOffset, readOwnTime, readTime } from '../../normalise/read-time.ts';
import { offsetText, readLocal } from '../../normalise/zone.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import { type CallbackRow, placeOf } from './callback-row.ts';
import { type Question, ReadingTally, rank, type Tally } from './question.ts';

const STEP_SECONDS = 900;
const HOUR_SECONDS = 3600;
/** The offsets that zones of the world have. */
const OFFSETS = { first: -12 * HOUR_SECONDS, last: 14 * HOUR_SECONDS };
/** So many fixed offsets are shown. */
const SHOWN_OFFSETS = 3;
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
    const asked = { topic: 'callback_offset', region: name, compared: this.#compared } as const;
    const named = this.#candidates.filter(({ tally }) => !isFixed(tally)).map(({ tally }) => tally);
    const distinct = named.filter((one) => one.same < this.#compared);
    // Offsets that agree no better than what has a name say nothing more.
    const best = Math.max(this.#inUse.agree, ...named.map(({ agree }) => agree));
    const fixed = this.#candidates
      .map(({ tally }) => tally)
      .filter((tally) => isFixed(tally) && tally.agree > best)
      .toSorted((one, other) => other.agree - one.agree)
      .slice(0, SHOWN_OFFSETS);
    return rank({ ...asked, alone: this.#alone }, this.#inUse, [...distinct, ...fixed]);
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

function instantsIn(zone: string, localSeconds: number): number[] {
  const { earlier, later } = readLocal(zone, localSeconds);
  return earlier === later ? [earlier] : [earlier, later];
}

/** Every offset, each with the zone of the settings that has it always, if there is one. */
function fixedOffsets(path: string): Candidate[] {
  const count = (OFFSETS.last - OFFSETS.first) / STEP_SECONDS + 1;
  return Array.from({ length: count }, (_, index) => {
    const offset = OFFSETS.first + index * STEP_SECONDS;
    const hours = offset / HOUR_SECONDS;
    // Signs of these zones are the other way round: Etc/GMT-8 is eight hours east of Greenwich.
    const zone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
    const settings: Record<string, string> = Number.isInteger(hours) ? { [path]: zone } : {};
    return {
      tally: new ReadingTally(offsetText(offset), settings),
      read: (localSeconds) => [localSeconds - offset],
    };
  });
}

function isFixed({ name }: ReadingTally): boolean {
  return /^[+-]\d\d:\d\d$/.test(name);
}

function isoOf(seconds: number): string {
  const instant: Instant = { seconds, micros: 0 };
  return isoSeconds(formatInstant(instant));
}
