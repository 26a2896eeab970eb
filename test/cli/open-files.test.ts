/** A process that may have too few files open: the same error, whichever file was one too many. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openFilesFault } from '../../src/cli/open-files-fault.ts';
import { Fault } from '../../src/errors.ts';
import { PROGRAM, run } from './command.ts';
import { workingFolder } from './past-day.ts';

const FEW = ['sh', '-c', 'ulimit -n 24; exec "$0" "$@"', process.execPath, PROGRAM] as const;

it.skipIf(!existsSync('/proc/self/fd'))('says the limit of open files and how to raise it', async () => {
  const { code, stderr } = await run(['ingest', 'logs'], { cwd: workingFolder(), program: FEW });
  expect(stderr).toContain('error TOO_FEW_OPEN_FILES: ');
  expect(stderr).toContain('found:    this process may have 24 files open');
  expect(stderr).toContain('LimitNOFILE=');
  expect(code).toBe(4);
});

it.each([
  ['a file', Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })],
  ['a thread', new Error('Worker initialization failure: EMFILE')],
])('finds the limit below the fault that it caused: %s', (_of, cause) => {
  const fault = openFilesFault(new Fault('WORKER_FAILED', { cause }));
  expect(fault).toMatchObject({ code: 'TOO_FEW_OPEN_FILES' });
  expect(openFilesFault(new Fault('WORKER_FAILED', { cause: new Error('out of memory') }))).toBeUndefined();
});
