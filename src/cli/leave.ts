import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Requests to libuv's threads. They never finish if a file system hangs. */
const OF_THREADS = /^(FSReq|FileHandle|GetAddrInfo)/;

/**
 * Ends the process, whatever its threads wait for. `process.exit` would wait for a thread whose file system hangs: there,
 * execve replaces the process with a new one, which ends with the exit code.
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
  collectGarbage();
  return process.exit(code);
}

/**
 * Gives room to V8's own threads. One that compiles and finds the heap full waits until the main thread collects garbage, and
 * `process.exit` waits for that thread: without room neither would end (nodejs/node#54918). It takes 15 ms.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  // Only contexts that are made after the flag have it.
  const collect: () => void = runInNewContext('gc');
  collect();
}
