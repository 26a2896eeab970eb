/** Receives the progress of long work. Commands show it; without one the work is silent. */
export interface Progress {
  /**
   * A stage of work begins.
   * @param label what is being done: `Reading logs`
   * @param total number of units, undefined where it is not known
   * @param unit one of them: `date`, `byte`
   * @param steps number of named steps that are reported when they are done; absent: none
   */
  begin(label: string, total: number | undefined, unit: string, steps?: number): void;
  /** Adds to the number of units done. */
  advance(amount: number): void;
  /** A named step is finished and durable: `2026-11-19: BR v1 new`. */
  done(step: string): void;
  /** The stage is over, finished or broken off. */
  end(): void;
}

export const SILENT: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  done: () => undefined,
  end: () => undefined,
};
