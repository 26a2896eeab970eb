import type { Settings } from '../settings.ts';
import { type Instant, parseWrittenTime, toInstant } from './instant.ts';
import { readEpoch } from './read-epoch.ts';
import { readTime, type TimeFlag, type TimeReading } from './read-time.ts';

/** Collects the flags of the times that enter a record, each once, in a fixed order. */
export class TimeFlags {
  readonly #flags = new Set<TimeFlag>();

  /** Takes a reading's flags over and gives its instant. */
  take(reading: TimeReading): Instant | undefined {
    for (const flag of reading.flags) this.#flags.add(flag);
    return reading.instant;
  }

  list(): TimeFlag[] {
    return this.#flags.size === 0 ? [] : [...this.#flags].sort();
  }
}

/** Offset of a header's X-TIMESTAMP in seconds east of UTC, if it can be read and has one. */
export function headerOffset(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseWrittenTime(text)?.offsetSeconds;
}

/** The instant of a header's X-TIMESTAMP, only if it has an offset: then it can be a reference. */
export function headerInstant(text: string | undefined): Instant | undefined {
  const written = text === undefined ? undefined : parseWrittenTime(text);
  if (written?.offsetSeconds === undefined) return undefined;
  return toInstant(written.localSeconds - written.offsetSeconds, written.micros);
}

/** A time of the merchant's own clock: a count since 1970, or a text that without offset is in the setting logs.zone. */
export function readOwnTime(text: string, settings: Settings): TimeReading {
  const counted = readEpoch(text);
  if (counted !== undefined) return { instant: counted, source: 'explicit', flags: [] };
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

/** The first of several readings that gives an instant; absent texts are passed over. */
export function firstReadable(
  flags: TimeFlags,
  candidates: ReadonlyArray<readonly [text: string | undefined, read: (text: string) => TimeReading]>,
): Instant | undefined {
  for (const [text, read] of candidates) {
    const instant = text === undefined ? undefined : flags.take(read(text));
    if (instant !== undefined) return instant;
  }
  return undefined;
}
