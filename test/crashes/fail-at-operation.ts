/**
 * Loaded before the program (`--import`): counts what its main thread asks of the file system (by promises) and of the
 * database, and lets the CRASH_OPERATION-th one fail before it is done. Writes `fault: NAME` when it does.
 */
import { writeSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const OF_FILES = [
  ...['open', 'mkdir', 'mkdtemp', 'chmod', 'rename', 'link', 'symlink', 'readlink', 'readdir', 'rm', 'stat'],
  ...['access', 'readFile', 'writeFile'],
] as const;
const OF_HANDLES = ['write', 'writeFile', 'sync', 'datasync', 'truncate', 'stat', 'read'] as const;

const fatal = Number(process.env['CRASH_OPERATION'] ?? 0);
let operations = 0;

// biome-ignore lint/suspicious/noExplicitAny: functions of any parameters are put in each other's places.
type Any = any;

function isFatal(name: string): boolean {
  operations += 1;
  if (operations !== fatal) return false;
  writeSync(2, `fault: ${name}\n`);
  return true;
}

function wrap(owner: Any, name: string, failing: (...parameters: Any[]) => Any): void {
  const original = owner[name];
  owner[name] = function (this: Any, ...parameters: Any[]) {
    const text = typeof parameters[0] === 'string' ? parameters[0] : parameters[0]?.text;
    const what = typeof text === 'string' ? ` ${text.slice(0, 100).split('\n')[0]}` : '';
    return isFatal(`${name}${what}`) ? failing(...parameters) : original.apply(this, parameters);
  };
}

const ofFile = (name: string) => async (path: unknown) => {
  throw Object.assign(new Error(`EIO: i/o error, ${name}`), {
    ...{ errno: -5, code: 'EIO', syscall: name },
    ...(typeof path === 'string' ? { path } : {}),
  });
};

function ofDatabase(): Error {
  const text = 'could not write to file: Input/output error';
  return Object.assign(new Error(text), { code: '58030', severity: 'ERROR' });
}

if (isMainThread && fatal > 0) {
  const handle = await promises.open(process.execPath, 'r');
  const ofHandles = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of OF_FILES) wrap(promises, name, ofFile(name));
  for (const name of OF_HANDLES) wrap(ofHandles, name, ofFile(name === 'sync' ? 'fsync' : name));
  syncBuiltinESMExports();
  operations = 0;
  for (const name of ['query', 'exec'])
    wrap(PGlite.prototype, name, async () => {
      throw ofDatabase();
    });
  wrap(pg.Client.prototype, 'query', (query: Any) => {
    if (typeof query?.submit !== 'function') return Promise.reject(ofDatabase());
    // A copy is a stream. It learns of an error from the driver; destroyed, it would wait for the server's answer.
    process.nextTick(() => query.handleError(ofDatabase()));
    return query;
  });
}
