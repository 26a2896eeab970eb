/** Requests to the threads of libuv, which a file system that hangs never answers. */
const OF_THREADS = /^(FSReq|FileHandle|GetAddrInfo)/;

/**
 * Ends the process, also while a thread waits for a file system that does not answer: `process.exit` waits for every
 * thread first. The process then becomes another program, which threads cannot keep it from, and that one ends with the
 * code.
 */
export function leave(code = Number(process.exitCode ?? 0)): never {
  const waiting = process.getActiveResourcesInfo().some((name) => OF_THREADS.test(name));
  if (waiting && process.execve !== undefined) {
    const { NODE_OPTIONS: _options, ...environment } = process.env;
    const exit = `process.exit(${code})`;
    // What process.exit would have run; becoming another program skips it.
    process.emit('exit', code);
    process.execve(process.execPath, [process.execPath, '-e', exit], environment);
  }
  return process.exit(code);
}
