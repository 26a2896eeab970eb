/** Work of a server that has begun and not ended: requests, and what they have started. */
export interface UnderWay {
  track<T>(work: Promise<T>): Promise<T>;
  count(): number;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function createUnderWay(): UnderWay {
  const open = new Set<Promise<unknown>>();
  return {
    track: async (work) => {
      open.add(work);
      try {
        return await work;
      } finally {
        open.delete(work);
      }
    },
    count: () => open.size,
    idle: async () => {
      while (open.size > 0) await Promise.allSettled(open);
    },
  };
}
