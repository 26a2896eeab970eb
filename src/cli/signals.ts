/** Calls `stop` on the first SIGINT or SIGTERM. A repeated signal has its default effect and ends the process. */
export function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, stop);
  }
}
