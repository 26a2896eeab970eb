/** A date that a run has finished, with what became of each region's version. */
export interface FinishedDate {
  /** yyyy-MM-dd */
  readonly date: string;
  readonly publications: ReadonlyArray<{
    /** Name of the region's folder. */
    readonly region: string;
    readonly version: number | null;
    /** new, unchanged, restored or closed. */
    readonly state: string;
  }>;
}

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
  /**
   * A named step is finished and durable: `2026-11-19: BR v1 new`.
   * @param finished the same as data, where the step is a date
   */
  done(step: string, finished?: FinishedDate): void;
  /** The stage is over, finished or broken off. */
  end(): void;
}

export const SILENT: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  done: () => undefined,
  end: () => undefined,
};
