import { parseDecimal } from '../contract/decimal-text.ts';
import type { Settings } from '../settings/schema.ts';
import { type Instant, parseWrittenTime, secondsBetween, toInstant } from './instant.ts';
import { readLocal } from './zone.ts';

/** How the offset of a time was found. */
export type OffsetSource = 'explicit' | 'region' | 'header' | 'utc' | 'none';

export type TimeFlag = 'TIME_UNREADABLE' | 'TIME_AMBIGUOUS' | 'OFFSET_DISAGREES';

export interface TimeReading {
  readonly instant: Instant | undefined;
  readonly source: OffsetSource;
  readonly flags: readonly TimeFlag[];
}

export interface TimeContext {
  /** IANA zone by whose rules a time without an offset is read first. */
  readonly zone: string;
  /** When the message certainly existed: no later time is possible. If absent, no time is. */
  readonly reference?: Instant | undefined;
  /** Offset of the message's X-TIMESTAMP in seconds, if it has one. */
  readonly headerOffsetSeconds?: number | undefined;
  readonly allowedSkewSeconds: number;
}

const NO_FLAGS: readonly TimeFlag[] = Object.freeze([]);
/** The reading of an absent or unreadable time where one is required. */
export const UNREADABLE: TimeReading = Object.freeze({
  instant: undefined,
  source: 'none' as const,
  flags: Object.freeze(['TIME_UNREADABLE'] as const),
});

/**
 * Whether a time is at most the skew later than its message's reference. Any earlier time is possible: a notification
 * may come days after the payment.
 */
export function isPossible(
  instant: Instant,
  reference: Instant | undefined,
  allowedSkewSeconds: number,
): boolean {
  return reference !== undefined && secondsBetween(reference, instant) <= allowedSkewSeconds;
}

/** Whether there is a reference and the time is later than it by more than the skew, however the time was read. */
export function isImpossible(
  instant: Instant | undefined,
  reference: Instant | undefined,
  allowedSkewSeconds: number,
): boolean {
  return (
    instant !== undefined && reference !== undefined && !isPossible(instant, reference, allowedSkewSeconds)
  );
}

/**
 * Reads a time of the interface. Its own offset counts first. Without one the zone's reading counts if it is
 * possible, else the header's if possible, else UTC's if possible, else the zone's. A time that the zone skips moves
 * forward by the gap. A time that occurs twice is the later instant if that is possible, else the earlier.
 * @example readTime('2026-11-19T10:05:00', { zone: 'America/Sao_Paulo', allowedSkewSeconds: 300 })
 *   // 2026-11-19T13:05:00Z, source 'region'
 */
export function readTime(text: string, context: TimeContext): TimeReading {
  const written = parseWrittenTime(text);
  if (written === undefined) return UNREADABLE;
  const { localSeconds, micros, offsetSeconds } = written;
  if (offsetSeconds !== undefined)
    return reading(toInstant(localSeconds - offsetSeconds, micros), 'explicit', NO_FLAGS);

  const possible = (instant: Instant | undefined): instant is Instant =>
    instant !== undefined && isPossible(instant, context.reference, context.allowedSkewSeconds);
  const local = readLocal(context.zone, localSeconds);
  const later = toInstant(local.later, micros);
  const byZone = local.kind === 'twice' && !possible(later) ? toInstant(local.earlier, micros) : later;
  const flags: TimeFlag[] = local.kind === 'once' ? [] : ['TIME_AMBIGUOUS'];

  const header = context.headerOffsetSeconds;
  const byHeader = header === undefined ? undefined : toInstant(localSeconds - header, micros);
  if (byHeader !== undefined && byHeader.seconds !== byZone?.seconds) flags.push('OFFSET_DISAGREES');
  if (possible(byZone)) return reading(byZone, 'region', flags);
  if (possible(byHeader)) return reading(byHeader, 'header', flags);
  const byUtc = toInstant(localSeconds, micros);
  if (possible(byUtc)) {
    if (!flags.includes('OFFSET_DISAGREES')) flags.push('OFFSET_DISAGREES');
    return reading(byUtc, 'utc', flags);
  }
  return reading(byZone, 'region', flags);
}

function reading(
  instant: Instant | undefined,
  source: OffsetSource,
  flags: readonly TimeFlag[],
): TimeReading {
  return instant === undefined ? UNREADABLE : { instant, source, flags };
}

/** Collects the flags of the times of a record, each once, in a fixed order. */
export class TimeFlags {
  #flags: readonly TimeFlag[] = NO_FLAGS;

  /** Adds a reading's flags and returns its instant. */
  take(reading: TimeReading): Instant | undefined {
    // Most records have none.
    if (reading.flags.length > 0) this.#flags = [...new Set([...this.#flags, ...reading.flags])].sort();
    return reading.instant;
  }

  list(): readonly TimeFlag[] {
    return this.#flags;
  }
}

/** Offset of a header's X-TIMESTAMP in seconds east of UTC, if it can be read and has one. */
export function headerOffset(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseWrittenTime(text)?.offsetSeconds;
}

/** The instant of a header's X-TIMESTAMP, only if it has an offset: only then can it be a reference. */
export function headerInstant(text: string | undefined): Instant | undefined {
  const written = text === undefined ? undefined : parseWrittenTime(text);
  if (written?.offsetSeconds === undefined) return undefined;
  return toInstant(written.localSeconds - written.offsetSeconds, written.micros);
}

/**
 * A time of the merchant's own clock: a count since 1970, or a text, which without an offset is in the zone of the
 * setting logs.zone.
 */
export function readOwnTime(text: string, settings: Settings): TimeReading {
  const counted = readEpoch(text);
  if (counted !== undefined) return reading(counted, 'explicit', NO_FLAGS);
  return readTime(text, { zone: settings.logs.zone, allowedSkewSeconds: settings.allowedSkewSeconds });
}

/** A time of the merchant's own clock read without any setting: no offset means UTC. */
export function readOwnPlainly(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : (readEpoch(text) ?? readPlainly(text));
}

/** A text read without any setting: no offset means UTC. */
export function readPlainly(text: string | undefined): Instant | undefined {
  const written = text === undefined ? undefined : parseWrittenTime(text);
  if (written === undefined) return undefined;
  return toInstant(written.localSeconds - (written.offsetSeconds ?? 0), written.micros);
}

/** Digits before the point in a count of seconds, and of milliseconds, from 2001 to 2286. */
const SECONDS_DIGITS = 10;
const MILLISECONDS_DIGITS = 13;
const MICROS = 1_000_000n;
const COLON = 0x3a;

/**
 * Reads a count of seconds or milliseconds since 1970-01-01T00:00:00Z, as loggers write it, to the microsecond (the
 * rest is cut). Seconds have ten digits, milliseconds thirteen; undefined for anything else, so that a date without
 * separators (`20261119130500`) is never read as a count.
 * @example readEpoch('1763557500') // 2025-11-19T13:05:00Z
 * @example readEpoch('1763557500123') // 2025-11-19T13:05:00.123Z
 */
export function readEpoch(text: string): Instant | undefined {
  // Most texts are a date with a time.
  if (text.charCodeAt(13) === COLON) return undefined;
  const value = parseDecimal(text);
  if (value === undefined || value.negative) return undefined;
  const wholeDigits = value.digits.length + value.power;
  if (wholeDigits !== SECONDS_DIGITS && wholeDigits !== MILLISECONDS_DIGITS) return undefined;
  const toMicros = wholeDigits === SECONDS_DIGITS ? 6 : 3;
  const micros = BigInt(value.digits.slice(0, wholeDigits + toMicros).padEnd(wholeDigits + toMicros, '0'));
  return toInstant(Number(micros / MICROS), Number(micros % MICROS));
}
