/** Requests to libuv's threads. They never finish if a file system hangs. */
const OF_THREADS = /^(FSReq|FileHandle|GetAddrInfo)/;

/**
 * Ends the process, even while a thread waits for a file system that hangs. `process.exit` would wait for that thread.
 * Instead, execve replaces the process with a new one, which ends with the exit code.
 */
export function leave(code = Number(process.exitCode ?? 0)): never {
  const waiting = process.getActiveResourcesInfo().some((name) => OF_THREADS.test(name));
  if (waiting && process.execve !== undefined) {
    const { NODE_OPTIONS: _options, ...environment } = process.env;
    const exit = `process.exit(${code})`;
    // process.exit emits this event; execve does not.
    process.emit('exit', code);
    process.execve(process.execPath, [process.execPath, '-e', exit], environment);
  }
  return process.exit(code);
}
