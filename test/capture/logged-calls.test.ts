/** A call that was logged just before a kill: its end was not on disk yet. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { addSeconds, type Instant } from '../../src/normalise/instant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PAY_IN, startService } from './own-service.ts';
import { NOON, serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const PENDING = 'forwarding.pending';
const LOG = 'pay-ins-2026-11-20-12.ndjson';

/** The folder of a capture that was killed after it logged a call that the service refused, before its end was on disk. */
async function killedAfterLogging(answer = '{"code":"51","message":"no"}') {
  const folder = temporaryFolder();
  let pending = '';
  const service = await startService((response) => {
    pending = readFileSync(join(folder, PENDING), 'utf8');
    response.end(answer);
  });
  const settings = { forward: service.url };
  const capture = await serveCapture({ folder, settings, at: () => NOON });
  await capture.post(PAY_IN, {}, PATH);
  await capture.close();
  writeFileSync(join(folder, PENDING), pending);
  const next = (at: Instant = NOON) => serveCapture({ folder, settings, at: () => at });
  return { folder, next, pending };
}

it.each([
  ['in the same hour', 0],
  ['hours later, while its log is packed', 7200],
])('it is logged once, with its response, by a start %s', async (_when, seconds) => {
  const { next } = await killedAfterLogging();
  const capture = await next(addSeconds(NOON, seconds));
  await capture.close();
  expect(capture.records('pay-ins')).toMatchObject([{ response: { body: { code: '51' } } }]);
  expect(capture.log.join()).not.toContain('calls under way');
});

it.each([
  [
    'packed',
    (folder: string) => writeFileSync(join(folder, `${LOG}.gz`), gzipSync(readFileSync(join(folder, LOG)))),
  ],
  [
    'of a later hour, and the second one of it',
    (folder: string) =>
      writeFileSync(join(folder, 'pay-ins-2026-11-20-13.2.ndjson'), readFileSync(join(folder, LOG))),
  ],
])('it is found in a log that is %s', async (_which, copy) => {
  const { folder, next } = await killedAfterLogging();
  copy(folder);
  writeFileSync(join(folder, LOG), '');
  const capture = await next();
  // While a log is packed, both files are there.
  await capture.close();
  expect(capture.records('pay-ins')).toHaveLength(1);
});

it('a call that is not logged, or logged without a response, is logged by the next start', async () => {
  const { folder, next, pending } = await killedAfterLogging();
  const { line } = JSON.parse(pending);
  const other = line.replace('12:00:00Z', '12:00:00.000001Z');
  writeFileSync(join(folder, PENDING), `${pending}${JSON.stringify({ begin: 2, line: other })}\n`);
  // A damaged log keeps no capture from starting.
  renameSync(join(folder, LOG), join(folder, 'aside'));
  writeFileSync(join(folder, `${LOG}.gz`), gzipSync(readFileSync(join(folder, 'aside'))).subarray(0, 40));
  writeFileSync(join(folder, LOG.replace('-12', '-13')), line);
  const capture = await next();
  expect(capture.log.join()).toContain('"calls":2');
});
