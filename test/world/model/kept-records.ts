/** What a store must keep: every record once, with the sources that brought it. */
import { type Kept, type Reading, readLine } from './records.ts';

export interface Counts {
  readonly records: number;
  readonly accepted: number;
  readonly duplicate: number;
  readonly rejected: number;
}

interface Entry {
  readonly line: string;
  readonly sources: Set<string>;
  /** By which settings it was read. */
  reading: Reading;
}

export class KeptRecords {
  readonly #entries = new Map<string, Entry>();

  /** Reads a file as a whole. Lines without anything are no records. */
  read(source: string, lines: readonly string[], reading: Reading): Counts {
    const counts = { records: 0, accepted: 0, duplicate: 0, rejected: 0 };
    for (const line of lines) {
      if (line.trim() === '') continue;
      counts.records += 1;
      const kept = readLine(line, reading);
      if (kept === undefined) {
        counts.rejected += 1;
        continue;
      }
      const entry = this.#entries.get(kept.key);
      counts[entry === undefined ? 'accepted' : 'duplicate'] += 1;
      if (entry === undefined) this.#entries.set(kept.key, { line, sources: new Set([source]), reading });
      else entry.sources.add(source);
    }
    return counts;
  }

  /** Takes back all that was read of a source; what another source brought too stays. */
  withdraw(source: string): number {
    let taken = 0;
    for (const [key, { sources }] of this.#entries) {
      if (!sources.delete(source) || sources.size > 0) continue;
      this.#entries.delete(key);
      taken += 1;
    }
    return taken;
  }

  renormalise(reading: Reading): void {
    for (const entry of this.#entries.values()) entry.reading = reading;
  }

  remove(isGone: (kept: Kept) => boolean): void {
    for (const [key, { line, reading }] of this.#entries)
      if (isGone(readLine(line, reading)!)) this.#entries.delete(key);
  }

  /** All records as they read now. */
  all(): Kept[] {
    return [...this.#entries.values()].map(({ line, reading }) => readLine(line, reading)!);
  }
}
