import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSeconds, type Instant, secondsBetween } from '../../../src/normalise/instant.ts';
import { dayLines, type LogFile } from '../../../src/simulate/day.ts';
import { instant } from '../../export/books.ts';

export const QUARTER_SECONDS = 900;
const LATE_SECONDS = 8 * QUARTER_SECONDS;
/** One line in so many comes late, and one file in so many comes twice. */
const LATE_EVERY = 10;
const TWICE_EVERY = 7;

interface TimedLine {
  readonly at: Instant;
  readonly file: LogFile;
  readonly line: string;
}

/** Logs of several dates that arrive by quarters of an hour: pay-ins in files of their own, callbacks in one that grows. */
export class DayLogs {
  readonly #folder: string;
  readonly #lines: readonly TimedLine[];

  constructor(folder: string, dates: readonly string[], ordersPerDate: number) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#lines = dates.flatMap((date, index) => timedLines(date, index + 1, ordersPerDate));
  }

  /** Lines from before a time. */
  before(at: Instant): string[] {
    return this.#lines.filter((one) => secondsBetween(one.at, at) > 0).map(({ line }) => line);
  }

  /** Writes what arrives in a quarter of an hour that ends at a time. */
  arrive(number: number, end: Instant): void {
    const begin = addSeconds(end, -QUARTER_SECONDS);
    const arrived = this.#lines.filter(
      ({ at }) => secondsBetween(begin, at) >= 0 && secondsBetween(at, end) > 0,
    );
    const payIns = textOf(arrived, 'pay-ins');
    writeFileSync(join(this.#folder, `pay-ins-${number}.ndjson`), payIns);
    if (number % TWICE_EVERY === 0) writeFileSync(join(this.#folder, `again-${number}.ndjson`), payIns);
    appendFileSync(join(this.#folder, 'callbacks.ndjson'), textOf(arrived, 'callbacks'));
  }
}

function timedLines(date: string, seed: number, orders: number): TimedLine[] {
  let last = instant(`${date}T12:00:00Z`);
  return [...dayLines({ date, seed, orders })].map(({ file, line }, index) => {
    // Some records have no time of their own.
    const written = /^\{"(?:sentAt|receivedAt)":"([^"]+)"/.exec(line)?.[1];
    if (written !== undefined) last = instant(written);
    return { at: index % LATE_EVERY === 0 ? addSeconds(last, LATE_SECONDS) : last, file, line };
  });
}

function textOf(lines: readonly TimedLine[], file: LogFile): string {
  return lines
    .filter((one) => one.file === file)
    .map(({ line }) => `${line}\n`)
    .join('');
}
