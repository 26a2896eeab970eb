/** The signals that end the program in order. SIGHUP comes when a terminal closes, also under nohup: Node stops ignoring it. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first of {@link ENDING_SIGNALS}. A repeated SIGINT or SIGTERM has its default effect and ends the process. A
 * repeated SIGHUP has none: a terminal that closes sends it, and its shell sends it again.
 */
export function onSignal(stop: () => void): void {
  for (const signal of ENDING_SIGNALS) {
    const others = process.listeners(signal);
    process.once(signal, stop);
    if (signal === 'SIGHUP') process.on(signal, () => undefined);
    // Only now: while nobody listens, a signal that has just come is lost.
    for (const other of others) process.off(signal, other);
  }
}
