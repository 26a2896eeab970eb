import { IANAZone } from 'luxon';

/** Offsets change at most once in a quarter of an hour, and only at its start, in every zone in use. */
const BUCKET_SECONDS = 900;
const DAY_SECONDS = 86_400;

/** The UTC offsets of a local time in a zone: one, two (it occurs twice), or none (it is skipped). */
export interface LocalReading {
  readonly kind: 'once' | 'twice' | 'skipped';
  /** Epoch seconds of the earlier instant; of a skipped time, that of the time moved forward by the gap. */
  readonly earlier: number;
  /** Epoch seconds of the later instant, equal to `earlier` unless the time occurs twice. */
  readonly later: number;
}

const caches = new Map<string, Map<number, number>>();

/** Offset from UTC in seconds that a zone has at an instant. Asks Luxon once for each quarter of an hour. */
export function zoneOffsetSeconds(zone: string, epochSeconds: number): number {
  if (zone === 'UTC') return 0;
  let cache = caches.get(zone);
  if (cache === undefined) {
    cache = new Map();
    caches.set(zone, cache);
  }
  const bucket = Math.floor(epochSeconds / BUCKET_SECONDS);
  let offset = cache.get(bucket);
  if (offset === undefined) {
    offset = Math.round(IANAZone.create(zone).offset(bucket * BUCKET_SECONDS * 1000) * 60);
    if (cache.size > 100_000) cache.clear();
    cache.set(bucket, offset);
  }
  return offset;
}

/**
 * An offset from UTC as ISO 8601 writes it.
 * @example offsetText(-10_800) // '-03:00'
 */
export function offsetText(offsetSeconds: number): string {
  const minutes = Math.abs(Math.round(offsetSeconds / 60));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offsetSeconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Reads a local time by the zone's rules on that day.
 * @param localSeconds the local time's seconds since 1970-01-01T00:00:00, as if it were UTC
 */
export function readLocal(zone: string, localSeconds: number): LocalReading {
  const before = zoneOffsetSeconds(zone, localSeconds - DAY_SECONDS);
  const after = zoneOffsetSeconds(zone, localSeconds + DAY_SECONDS);
  if (before === after) {
    const only = localSeconds - before;
    // Two changes within two days would be missed here; no zone has had them since offsets are whole minutes.
    return { kind: 'once', earlier: only, later: only };
  }
  const first = localSeconds - before;
  const second = localSeconds - after;
  const firstHolds = zoneOffsetSeconds(zone, first) === before;
  const secondHolds = zoneOffsetSeconds(zone, second) === after;
  if (firstHolds && secondHolds) {
    return { kind: 'twice', earlier: Math.min(first, second), later: Math.max(first, second) };
  }
  if (firstHolds) return { kind: 'once', earlier: first, later: first };
  if (secondHolds) return { kind: 'once', earlier: second, later: second };
  // Skipped: by the offset before the gap it is the same time moved forward by the gap.
  return { kind: 'skipped', earlier: first, later: first };
}
