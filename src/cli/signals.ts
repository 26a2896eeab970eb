/** Calls `stop` on the first SIGINT or SIGTERM. A repeated signal has its default effect and ends the process. */
export function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const others = process.listeners(signal);
    process.once(signal, stop);
    // Only now: while nobody listens, a signal that has just come is lost.
    for (const other of others) process.off(signal, other);
  }
}
