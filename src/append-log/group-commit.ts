/** Lines that arrive while others are being written are written together, with one sync for all. */
export interface GroupCommit {
  /**
   * Adds a line, which ends with a line feed.
   * @returns resolves once the line is stored for good; rejects with the error if it is not stored
   */
  append(line: string): Promise<void>;
  /** Characters of lines that are not stored yet. */
  waiting(): number;
  /** Resolves once everything appended before is stored, or failed. */
  flush(): Promise<void>;
}

/** Stores lines for good, all or none of them. */
export type StoreLines = (lines: readonly string[]) => Promise<void>;

interface Group {
  readonly lines: string[];
  readonly stored: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers lines into groups; a group is stored once the one before it is. A group that fails does not keep the next one
 * from being tried.
 * @param gatherMilliseconds how long a group waits for more lines; 0 for those of the same turn of the event loop
 */
export function groupCommit(store: StoreLines, gatherMilliseconds = 0): GroupCommit {
  let next: Group | undefined;
  let running: Promise<void> | undefined;
  let waiting = 0;

  const run = async (): Promise<void> => {
    while (next !== undefined) {
      await gathered(gatherMilliseconds);
      const group = next;
      next = undefined;
      try {
        await store(group.lines);
        group.resolve();
      } catch (error) {
        group.reject(error);
      }
      for (const line of group.lines) waiting -= line.length;
    }
    running = undefined;
  };

  return {
    append(line) {
      next ??= newGroup();
      next.lines.push(line);
      waiting += line.length;
      running ??= run();
      return next.stored;
    },
    waiting: () => waiting,
    flush: async () => {
      while (running !== undefined) await running;
    },
  };
}

function gathered(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds === 0) setImmediate(resolve);
    else setTimeout(resolve, milliseconds);
  });
}

function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Each caller handles the rejection; a caller that went away must not end the process.
  promise.catch(() => undefined);
  return { lines: [], stored: promise, resolve, reject };
}
