/** What anybody can bring about is a line a minute in the log of capture, and a fault of the disk says what to do. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DISK } from '../../src/append-log/disk.ts';
import { throttledLog } from '../../src/capture/throttled-log.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import type { Signatures } from '../../src/signatures/signatures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PAY_IN, startService } from './own-service.ts';
import { CALLBACK, NOON, type ServedCapture, serveCapture } from './served-capture.ts';

const after = (seconds: number): Instant => ({ ...NOON, seconds: NOON.seconds + seconds });
const linesOf = ({ log }: ServedCapture, text: string) =>
  log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes(text));

async function post(capture: ServedCapture, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await capture.post(CALLBACK)).status);
  return [...new Set(statuses)];
}

const verdicts = (verifyCallback: () => boolean) => ({ verifyCallback }) as unknown as Signatures;

it('callbacks that cannot be stored are a line a minute, and the rest is counted when capture stops', async () => {
  let at = NOON;
  const folder = join(temporaryFolder(), 'logs');
  const capture = await serveCapture({ folder, at: () => at });
  expect(await post(capture, 1)).toEqual([200]);
  rmSync(folder, { recursive: true });
  expect(await post(capture, 4)).toEqual([503]);
  at = after(60);
  expect(await post(capture, 3)).toEqual([503]);
  // Together with those of the first minute: 1, then 4, then the last 2.
  mkdirSync(folder);
  await capture.close();
  const lines = linesOf(capture, 'callback not stored');
  expect(lines.map(({ requests }) => requests)).toEqual([1, 4, 2]);
  expect(lines[0]).toMatchObject({
    level: 'error',
    fault: {
      ...{ code: 'FOLDER_NOT_WRITABLE', where: folder, found: 'the folder, or a file in it, was removed' },
      remedy: 'Make the folder again, and restart capture.',
    },
  });
  expect(capture.log.join('')).not.toContain('stack');
});

it.each([
  ['ENOSPC', 'the disk is full', /^Free space there\. .*needs no restart/],
  ['EACCES', 'no right to write there', /^Give the user of capture the right to write there/],
  ['EROFS', 'the file system is read-only', /^Mount the file system for writing/],
])('a log says what to do about %s', async (code, found, remedy) => {
  const service = await startService();
  const fail = () => Promise.reject(Object.assign(new Error(code), { code, syscall: 'write' }));
  const disk = { ...DISK, open: async (path: string) => ({ ...(await DISK.open(path)), append: fail }) };
  const capture = await serveCapture({ disk, settings: { forward: service.url } });
  expect(await post(capture, 2)).toEqual([503]);
  for (let sent = 0; sent < 2; sent += 1)
    expect((await capture.post(PAY_IN, {}, '/v2.0/transaction/pay-in')).status).toBe(503);
  const where = capture.folder;
  const fault = { where, found, remedy: expect.stringMatching(remedy) };
  expect(linesOf(capture, 'callback not stored')).toMatchObject([{ requests: 1, fault }]);
  expect(linesOf(capture, 'pay-in request not stored')).toMatchObject([{ requests: 1, fault }]);
  expect(capture.log.join('')).not.toContain('stack');
});

describe('callbacks', () => {
  it.each([
    ['with a wrong signature', () => false, 'callback with a wrong signature'],
    [
      'on which the module of signatures fails',
      () => {
        throw new Error('no header');
      },
      'the module of signatures failed',
    ],
  ])('%s are a line a minute', async (_which, verify, text) => {
    const capture = await serveCapture({ at: () => NOON, signatures: verdicts(verify) });
    expect(await post(capture, 5)).toEqual([401]);
    expect(linesOf(capture, text).map(({ requests }) => requests)).toEqual([1]);
    await capture.close();
    expect(linesOf(capture, text).map(({ requests }) => requests)).toEqual([1, 4]);
    expect(capture.records('unverified')).toHaveLength(5);
  });
});

it('what was left out is written without another request, and a fault of another kind at once', async () => {
  const lines: object[] = [];
  const add = (fields: object, msg: string) => lines.push({ ...fields, msg });
  const log = throttledLog({ warn: add, error: add } as never, () => NOON, 0.05);
  const full = Object.assign(new Error('full'), { errno: -28 });
  const gone = Object.assign(new Error('gone'), { errno: -2 });
  for (const fault of [full, full, gone, full]) log.error({ fault }, 'not stored');
  expect(lines).toEqual([
    { fault: full, requests: 1, msg: 'not stored' },
    { fault: gone, requests: 1, msg: 'not stored' },
  ]);
  await vi.waitUntil(() => lines.length > 2, { timeout: 600_000 });
  expect(lines[2]).toEqual({ fault: full, requests: 2, msg: 'not stored' });
  log.close();
  expect(lines).toHaveLength(3);
});
