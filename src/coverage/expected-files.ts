import { DateTime } from 'luxon';
import { zoneOffsetSeconds } from '../normalise/zone.ts';
import { formatOf, unitOf } from '../settings/expected-name.ts';
import { joined, type Stretch, without } from './stretch.ts';

/** A name of the setting `ingest.expect`, by which one file comes for each hour or each day. */
export class ExpectedName {
  readonly #format: string;
  readonly #unit: 'hour' | 'day';
  readonly #folders: number;

  /** @param pattern a file name, after folders or not, with Luxon tokens in braces: `callbacks-{yyyy-MM-dd-HH}.ndjson` */
  constructor(pattern: string) {
    this.#format = formatOf(pattern);
    this.#unit = unitOf(pattern)!;
    this.#folders = pattern.split('/').length;
  }

  /** The stretch whose file has this name, in epoch seconds; undefined if no expected file is called so. */
  stretchOf(path: string, zone: string): Stretch | undefined {
    const name = path.split(/[\\/]/).slice(-this.#folders).join('/');
    const start = DateTime.fromFormat(name, this.#format, { zone, locale: 'en-US' });
    return start.isValid ? this.#stretchAt(start) : undefined;
  }

  /** A stretch with what is beside it under the same name: an hour that a clock change repeats has one file. */
  whole({ from, to }: Stretch, zone: string): Stretch {
    if (zoneOffsetSeconds(zone, from - 1) === zoneOffsetSeconds(zone, to)) return { from, to };
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
   * @param names of what was read
   * @param from epoch seconds; the first stretch begins then or later
   * @param until epoch seconds; the last stretch ends by then
   * @param empty of which people declared that there was nothing
   */
  missing(
    names: readonly string[],
    zone: string,
    from: number,
    until: number,
    empty: readonly Stretch[] = [],
  ): ReadonlyArray<Stretch & { readonly file: string; readonly files: number }> {
    const read = names.flatMap((name) => this.stretchOf(name, zone) ?? []);
    const declared = joined(empty).map((one) => this.#wholeFilesIn(one, zone));
    const came = [
      ...read.map((one) => this.whole(one, zone)),
      ...declared.filter((one) => one.from < one.to),
    ];
    return without(this.#wholeFilesIn({ from, to: until }, zone), came).map((stretch) => {
      const [start, end] = [stretch.from, stretch.to].map((at) => DateTime.fromSeconds(at, { zone }));
      const files = Math.round(end!.diff(start!, this.#unit).as(this.#unit));
      return { ...stretch, file: this.#nameAt(start!), files };
    });
  }

  /** What is left of a stretch without parts of hours or days at its ends. */
  #wholeFilesIn({ from, to }: Stretch, zone: string): Stretch {
    const [begin, end] = [from, to].map((at) => DateTime.fromSeconds(at, { zone }).startOf(this.#unit));
    const first = begin!.toSeconds() < from ? this.#after(begin!) : begin!;
    return { from: first.toSeconds(), to: end!.toSeconds() };
  }

  #nameAt(start: DateTime): string {
    return start.toFormat(this.#format, { locale: 'en-US' });
  }

  #stretchAt(start: DateTime): Stretch {
    return { from: start.toSeconds(), to: this.#after(start).toSeconds() };
  }

  /** The beginning of the next file. A day that begins at 01:00, as its midnight is skipped, ends at the next midnight. */
  #after(start: DateTime): DateTime {
    const next = start.plus({ [this.#unit]: 1 });
    return this.#unit === 'day' ? next.startOf('day') : next;
  }
}
