import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { loggedLines } from '../append-log/logged-lines.ts';
import { ACCEPTED, PAY_IN, startService } from './own-service.ts';
import { CALLBACK, serveCapture } from './served-capture.ts';

it('a message whose record could not be read again is refused, and nothing of it is stored', async () => {
  const capture = await serveCapture();
  const send = async (body: string) => {
    const answer = await capture.post(body);
    return [answer.status, await answer.text()];
  };
  const nested = (levels: number) =>
    CALLBACK.replace(/}$/, `,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  const deep = nested(62);
  expect(await send(deep)).toEqual([
    400,
    'Not a message of the interface: the body is nested deeper than 62 levels\n',
  ]);
  // Each line break takes one byte of the message and several of its record.
  const broken = CALLBACK.replace(/}$/, `${'\n'.repeat(200_000)}}`);
  expect(await send(broken)).toEqual([
    413,
    'The record of this message would be longer than 1048576 bytes (ingest.maxLineBytes)',
  ]);
  expect(capture.records('callbacks')).toEqual([]);

  const deepest = nested(61);
  expect(await send(deepest)).toEqual([200, 'SUCCESS']);
  const [record] = capture.records('callbacks');
  const line = JSON.stringify(record);
  const deeper = line.replace('"x":[', '"x":[[[').replace(/]}/, ']]]}');
  expect(normaliseLine(line, parseSettings({})).kind).toBe('callback');
  expect(normaliseLine(deeper, parseSettings({}))).toMatchObject({ rejection: { reason: 'too_deep' } });
});

const PATH = '/v2.0/transaction/pay-in';

it('a pay-in request whose record could not be read again is refused, and not passed on', async () => {
  const service = await startService();
  const capture = await serveCapture({ settings: { forward: service.url } });
  const answer = await capture.post(PAY_IN.replace(/}$/, `${'\n'.repeat(200_000)}}`), {}, PATH);
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('ingest.maxLineBytes') });
  expect(service.requests).toEqual([]);
  expect(loggedLines(capture.folder, 'pay-ins-')).toEqual([]);
});

it('of an answer that is too long for a record the digest is kept, and the merchant gets all of it', async () => {
  const long = ACCEPTED.replace('Success', 'x'.repeat(1_048_000));
  const service = await startService((response) => response.end(long));
  const capture = await serveCapture({ settings: { forward: service.url } });
  expect(await (await capture.post(PAY_IN, {}, PATH)).text()).toBe(long);
  const [line] = loggedLines(capture.folder, 'pay-ins-');
  const { response } = JSON.parse(line!);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({});
  expect(response.bodySha256).toBe(createHash('sha256').update(long).digest('hex'));
  expect(normaliseLine(line!, parseSettings({})).kind).toBe('pay-in');
});
