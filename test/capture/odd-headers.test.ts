/** Headers of forwarded requests and of their answers that are named like members of an object, or cannot be sent. */
import { expect, it } from 'vitest';
import { DISK } from '../../src/append-log/disk.ts';
import { groupCommit } from '../../src/append-log/group-commit.ts';
import { forwarder } from '../../src/capture/forward-call.ts';
import { type LoggedBody, loggedBody } from '../../src/capture/message-record.ts';
import { openPendingCalls } from '../../src/capture/pending-calls.ts';
import { now } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { raw } from '../web/raw-request.ts';
import { ACCEPTED, PAY_IN, startService } from './own-service.ts';
import { serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const RAW = NAMES.flatMap((name, at) => [name, `value ${at}`]);
const LINES = NAMES.map((name, at) => `${name}: value ${at}`);

it('headers named like members of an object are passed on, and so are those of the answer', async () => {
  const service = await startService((response) => response.writeHead(200, RAW).end(ACCEPTED));
  const capture = await serveCapture({ settings: { forward: service.url } });
  const length = `Content-Length: ${Buffer.byteLength(PAY_IN)}`;
  const head = [`POST ${PATH} HTTP/1.1`, 'Host: x', 'Connection: close', length, ...LINES];
  const { status, headers } = await raw(capture.url, `${head.join('\r\n')}\r\n\r\n${PAY_IN}`);
  expect(status).toBe(200);
  for (const [at, name] of NAMES.entries()) expect(headers.get(name.toLowerCase())).toBe(`value ${at}`);
  expect(service.requests[0]!.rawHeaders).toEqual(expect.arrayContaining(RAW));
  const [{ request }] = capture.records('pay-ins') as unknown as [{ request: { headers: object } }];
  expect(Object.keys(request.headers)).toEqual(expect.arrayContaining(NAMES));
});

it('a request with a header that cannot be sent is not logged as a call by the next start', async () => {
  const folder = temporaryFolder();
  const pending = await openPendingCalls(folder);
  const { capture, ingest } = parseSettings({ capture: { forward: 'http://127.0.0.1:1' } });
  const calls = forwarder({
    ...{ settings: capture, mostLineBytes: ingest.maxLineBytes, pending, now },
    payIns: groupCommit(() => Promise.reject(new Error('nothing is logged'))),
    log: createLog({ write: () => undefined }),
  });
  const request = { rawHeaders: ['X-Own', 'a\0b'] } as Parameters<typeof calls.forward>[0];
  const body = loggedBody(Buffer.from(PAY_IN), false) as LoggedBody;
  const sent = calls.forward(request, Buffer.from(PAY_IN), body, '2026-11-20T12:00:00Z');
  await expect(sent).rejects.toThrow('Invalid character in header content');
  await calls.close();
  // As a kill leaves the file, which a stop would empty.
  await pending.begin('{"next":1}\n');
  const next = await openPendingCalls(folder, DISK);
  expect(next.left).toEqual(['{"next":1}\n']);
  await Promise.all([pending.close(), next.close()]);
});
