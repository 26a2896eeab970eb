import { DateTime } from 'luxon';
import { formatOf, unitOf } from '../settings/expected-name.ts';
import { type Stretch, without } from './find-gaps.ts';

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

  /** A stretch with what follows under the same name: an hour that a clock change repeats has one file. */
  whole(stretch: Stretch, zone: string): Stretch {
    const nameAt = (time: DateTime) => time.toFormat(this.#format, { locale: 'en-US' });
    let end: DateTime = DateTime.fromSeconds(stretch.to, { zone });
    const name = nameAt(DateTime.fromSeconds(stretch.from, { zone }));
    while (nameAt(end) === name) end = this.#after(end);
    return { from: stretch.from, to: end.toSeconds() };
  }

  /**
   * The stretches of which no file was read, those next to each other as one, with the first name.
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
    const read = new Set(names.flatMap((name) => this.stretchOf(name, zone)?.from ?? []));
    const missing: Array<{ from: number; to: number; file: string; files: number }> = [];
    let start: DateTime = DateTime.fromSeconds(from, { zone }).startOf(this.#unit);
    if (start.toSeconds() < from) start = this.#after(start);
    for (; ; start = this.#after(start)) {
      const stretch = this.#stretchAt(start);
      if (stretch.to > until) return missing;
      const file = start.toFormat(this.#format, { locale: 'en-US' });
      // An hour that a clock change repeats has the same name twice.
      if (read.has(this.stretchOf(file, zone)!.from) || without(stretch, empty).length === 0) continue;
      const last = missing.at(-1);
      if (last?.to === stretch.from)
        missing[missing.length - 1] = { ...last, to: stretch.to, files: last.files + 1 };
      else missing.push({ ...stretch, file, files: 1 });
    }
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
