/** Hears of the way that long work has gone. A command shows it; what is not given one works in silence. */
export interface Progress {
  /**
   * A stretch of work begins.
   * @param label what is being done: `Reading logs`
   * @param total how many units it is, undefined where that is not known
   * @param unit one of them: `date`, `byte`
   * @param steps how many steps of it a person knows by name and hears of when they are done; none if absent
   */
  begin(label: string, total: number | undefined, unit: string, steps?: number): void;
  /** So many more units are done. */
  advance(amount: number): void;
  /** A step that a person knows by name is finished, and kept whatever comes: `2026-11-19: BR v1 new`. */
  done(step: string): void;
  /** The stretch is over, done or broken off. */
  end(): void;
}

export const SILENT: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  done: () => undefined,
  end: () => undefined,
};
