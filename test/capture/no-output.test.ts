/** A program whose own lines cannot be written, as on a full disk, goes on with its work. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { loggedLines } from '../append-log/logged-lines.ts';
import { PROGRAM } from '../cli/command.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callbackOf } from './served-capture.ts';

it('is acknowledged where standard error is full', async () => {
  const cwd = temporaryFolder();
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [PROGRAM, 'capture', '--listen', `127.0.0.1:${port}`, '--log', 'logs'],
    {
      cwd,
      stdio: ['ignore', 'ignore', full],
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  const post = async (body: string): Promise<string> => {
    while (child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).catch(
        () => undefined,
      );
      if (answer !== undefined) return answer.text();
      await setTimeout(50);
    }
    return `it ended with ${child.exitCode}`;
  };
  expect(await post(callbackOf('FULLFULL01'))).toBe('SUCCESS');
  // What it warns of cannot be written either.
  expect(await post('no JSON')).toContain('not JSON');
  expect(await post(callbackOf('FULLFULL02'))).toBe('SUCCESS');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  const orders = loggedLines(join(cwd, 'logs'), 'callbacks-').map((line) => JSON.parse(line).body.orderNo);
  expect(orders).toEqual(['FULLFULL01', 'FULLFULL02']);
});
