interface GatheredRuns {
  /** Says that there is something to do. */
  changed(): void;
  /** Waits for what has been asked for. */
  close(): Promise<void>;
}

/**
 * Does something again and again, once for all changes that come together and never twice at the same time. After a
 * failure the next change does it again.
 * @param gatherMilliseconds time from a change until it is done
 */
export function gatheredRuns(
  work: () => Promise<void>,
  gatherMilliseconds: number,
  onFailure: (error: unknown) => void,
): GatheredRuns {
  let isDue = false;
  let isEnding = false;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      while (isDue) {
        if (!isEnding) await new Promise((resolve) => setTimeout(resolve, gatherMilliseconds));
        isDue = false;
        await work();
      }
    } finally {
      // At once: a change that comes now would otherwise be taken as part of this run.
      running = undefined;
    }
  };
  return {
    changed: () => {
      isDue = true;
      running ??= run().catch(onFailure);
    },
    close: async () => {
      isEnding = true;
      await running;
    },
  };
}
