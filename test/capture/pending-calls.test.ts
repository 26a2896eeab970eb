/** The file of requests that are being forwarded, on a disk that is full for a while. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DISK, type Disk } from '../../src/append-log/disk.ts';
import { openPendingCalls } from '../../src/capture/pending-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const lineOf = (second: number) => `{"sentAt":"2026-11-20T12:00:0${second}Z","request":{}}\n`;

/** Two calls are under way, and the end of the first cannot be written. */
async function unwrittenEnd() {
  const state = { isFull: false };
  const folder = temporaryFolder();
  const disk: Disk = {
    ...DISK,
    open: async (path) => {
      const file = await DISK.open(path);
      const append = async (bytes: Uint8Array) => {
        if (state.isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        await file.append(bytes);
      };
      return { ...file, append };
    },
  };
  const pending = await openPendingCalls(folder, disk);
  const first = await pending.begin(lineOf(1));
  const second = await pending.begin(lineOf(2));
  state.isFull = true;
  pending.end(first);
  // In one group with the end, or after it.
  await expect(pending.begin(lineOf(3))).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
  state.isFull = false;
  return { pending, second, state, path: join(folder, 'forwarding.pending') };
}

const linesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text).line);

it('a call that has ended is taken out by the next one that begins', async () => {
  const { pending, path } = await unwrittenEnd();
  await pending.begin(lineOf(4));
  expect(linesIn(path)).toEqual([lineOf(2), lineOf(4)]);
  await pending.close();
  expect(linesIn(path)).toEqual([lineOf(2), lineOf(4)]);
});

it('a call that has ended is taken out when the file is closed', async () => {
  const { pending, path } = await unwrittenEnd();
  await pending.close();
  expect(linesIn(path)).toEqual([lineOf(2)]);
});

it('the last call that has ended leaves an empty file', async () => {
  const { pending, second, path } = await unwrittenEnd();
  pending.end(second);
  await pending.close();
  expect(readFileSync(path, 'utf8')).toBe('');
});
