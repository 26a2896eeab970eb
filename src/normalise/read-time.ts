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
  /** IANA zone by whose rules a time without offset is first read. */
  readonly zone: string;
  /** When the message was certainly under way: bounds what is possible. Absent: nothing is. */
  readonly reference?: Instant | undefined;
  /** Offset of the message's X-TIMESTAMP in seconds, if it has one. */
  readonly headerOffsetSeconds?: number | undefined;
  readonly allowedSkewSeconds: number;
}

const LONGEST_DELAY_SECONDS = 86_400;
const NO_FLAGS: readonly TimeFlag[] = Object.freeze([]);
/** What an absent or unreadable time comes to where one is due. */
export const UNREADABLE: TimeReading = Object.freeze({
  instant: undefined,
  source: 'none' as const,
  flags: Object.freeze(['TIME_UNREADABLE'] as const),
});

/** Whether a time lies at most 24 hours before and at most the skew after its message's reference. */
export function isPossible(
  instant: Instant,
  reference: Instant | undefined,
  allowedSkewSeconds: number,
): boolean {
  if (reference === undefined) return false;
  const ahead = secondsBetween(reference, instant);
  return ahead <= allowedSkewSeconds && ahead >= -LONGEST_DELAY_SECONDS;
}

/** Whether a reference exists and the time lies outside its window, however the time was read. */
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
 * Reads a time of the interface. Its own offset wins; without one the zone's reading is taken if possible,
 * else the header's if possible, else UTC's if possible, else the zone's stands.
 * A time that the zone skips moves forward by the gap; one that occurs twice is the later instant if that is
 * possible, else the earlier.
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
