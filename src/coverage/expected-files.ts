import { DateTime } from 'luxon';
import { zoneOffsetSeconds } from '../normalise/zone.ts';
import { endsOf, formatOf, unitOf } from '../settings/expected-name.ts';
import { joined, type Stretch, without } from './stretch.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const LOCALE = 'en-US';

/** A name of the setting `ingest.expect`, by which one file comes for each hour or each day. */
export class ExpectedName {
  readonly #format: string;
  readonly #parser: ReturnType<typeof DateTime.buildFormatParser>;
  /** How every such name begins and ends: most files have other names. */
  readonly #ends: RegExp;
  readonly #unit: 'hour' | 'day';
  readonly #folders: number;
  /** Whether the name says how its time differs from UTC. */
  readonly #hasOffset: boolean;

  /** @param pattern a file name, after folders or not, with Luxon tokens in braces: `callbacks-{yyyy-MM-dd-HH}.ndjson` */
  constructor(pattern: string) {
    this.#format = formatOf(pattern);
    this.#parser = DateTime.buildFormatParser(this.#format, { locale: LOCALE });
    this.#ends = endsOf(pattern);
    this.#hasOffset = /\{[^}]*[zZ]/.test(pattern);
    this.#unit = unitOf(pattern)!;
    this.#folders = pattern.split('/').length;
  }

  /** The stretch whose file has this name, in epoch seconds; undefined if no expected file is called so. */
  stretchOf(path: string, zone: string): Stretch | undefined {
    const name = path.split(/[\\/]/).slice(-this.#folders).join('/');
    if (!this.#ends.test(name)) return undefined;
    if (!this.#hasOffset) {
      // Luxon asks for the offset of each name several times, which takes longest; near a clock change it decides.
      const local = this.#read(name, 'UTC');
      if (!local.isValid) return undefined;
      const stretch = this.#steadyStretchAt(local.toSeconds(), zone);
      if (stretch !== undefined) return stretch;
    }
    const start = this.#read(name, zone);
    return start.isValid ? { from: start.toSeconds(), to: this.#after(start).toSeconds() } : undefined;
  }

  /** A stretch with what is beside it under the same name: an hour that a clock change repeats has one file. */
  whole({ from, to }: Stretch, zone: string): Stretch {
    if (steadyOffset(zone, from, to) !== undefined) return { from, to };
    const nameAt = (seconds: number) => this.#nameAt(DateTime.fromSeconds(seconds, { zone }));
    const name = nameAt(from);
    return {
      from: nameAt(from - 1) === name ? from - (to - from) : from,
      to: nameAt(to) === name ? to + (to - from) : to,
    };
  }

  /**
   * The stretches of which no file was read, those next to each other as one, with the first name. Looks at what was read, not
   * at each hour: of one name there may be millions.
   * @param read of the files that were read
   * @param from epoch seconds; the first stretch begins then or later
   * @param until epoch seconds; the last stretch ends by then
   * @param empty of which people declared that there was nothing
   */
  missing(
    read: readonly Stretch[],
    zone: string,
    from: number,
    until: number,
    empty: readonly Stretch[] = [],
  ): ReadonlyArray<Stretch & { readonly file: string; readonly files: number }> {
    const declared = joined(empty).map((one) => this.#wholeFilesIn(one, zone));
    const came = [
      ...read.map((one) => this.whole(one, zone)),
      ...declared.filter((one) => one.from < one.to),
    ];
    return without(this.#wholeFilesIn({ from, to: until }, zone), came).map((stretch) => {
      const start = DateTime.fromSeconds(stretch.from, { zone });
      return { ...stretch, file: this.#nameAt(start), files: this.#filesIn(start, stretch.to) };
    });
  }

  /** What is left of a stretch without parts of files at its ends. */
  #wholeFilesIn({ from, to }: Stretch, zone: string): Stretch {
    const [first, last] = [from, to].map((at) => this.#fileOf(DateTime.fromSeconds(at, { zone })));
    return { from: first!.from < from ? first!.to : from, to: last!.from };
  }

  /** The stretch of the file that an instant is in. */
  #fileOf(instant: DateTime): Stretch {
    const start = instant.startOf(this.#unit);
    const stretch = { from: start.toSeconds(), to: this.#after(start).toSeconds() };
    return this.whole(stretch, instant.zoneName!);
  }

  /** How many files a stretch without parts of them has. */
  #filesIn(start: DateTime, to: number): number {
    const [from, zone] = [start.toSeconds(), start.zoneName!];
    const units = DateTime.fromSeconds(to, { zone }).diff(start, this.#unit).as(this.#unit);
    if (this.#unit === 'day' || this.#hasOffset) return Math.round(units);
    let repeated = 0;
    for (let at = from; at < to; at += DAY_SECONDS) {
      const next = Math.min(at + DAY_SECONDS, to);
      repeated += Math.max(0, zoneOffsetSeconds(zone, at) - zoneOffsetSeconds(zone, next));
    }
    return Math.round(units - repeated / HOUR_SECONDS);
  }

  #nameAt(start: DateTime): string {
    return start.toFormat(this.#format, { locale: LOCALE });
  }

  #read(name: string, zone: string) {
    return DateTime.fromFormatParser(name, this.#parser, { zone, locale: LOCALE });
  }

  /** @param localSeconds the local time's seconds since 1970-01-01T00:00:00, as if it were UTC */
  #steadyStretchAt(localSeconds: number, zone: string): Stretch | undefined {
    const next =
      this.#unit === 'hour'
        ? localSeconds + HOUR_SECONDS
        : (Math.floor(localSeconds / DAY_SECONDS) + 1) * DAY_SECONDS;
    const offset = steadyOffset(zone, localSeconds, next);
    return offset === undefined ? undefined : { from: localSeconds - offset, to: next - offset };
  }

  /** The beginning of the next file. A day that begins at 01:00, as its midnight is skipped, ends at the next midnight. */
  #after(start: DateTime): DateTime {
    const next = start.plus({ [this.#unit]: 1 });
    return this.#unit === 'day' ? next.startOf('day') : next;
  }
}

/**
 * The offset of a zone in seconds, if it does not change in a stretch, nor within a day of it; undefined otherwise. So the
 * stretch may be one of local times as well. Asks only for midnights in UTC, of which there are few.
 */
function steadyOffset(zone: string, from: number, to: number): number | undefined {
  const before = zoneOffsetSeconds(zone, (Math.floor(from / DAY_SECONDS) - 1) * DAY_SECONDS);
  const after = zoneOffsetSeconds(zone, (Math.ceil(to / DAY_SECONDS) + 1) * DAY_SECONDS);
  return before === after ? before : undefined;
}
