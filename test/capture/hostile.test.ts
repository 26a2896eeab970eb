import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answeredInTime } from '../http/answered-in-time.ts';
import { raw, rawGet } from '../web/raw-request.ts';
import { CALLBACK, callbackOf, heldDisk, type ServedCapture, serveCapture, turns } from './served-capture.ts';

const REFUSED = 'payin_recon_capture_callbacks_total{result="refused"}';
const LENGTH = String(Buffer.byteLength(CALLBACK));

let capture: ServedCapture;
const start = async () => {
  capture = await serveCapture();
};

/** Sends a callback with odd headers or an odd body, as the bytes stand. */
function send(
  headers: Readonly<Record<string, string>>,
  body: string = CALLBACK,
  method = 'POST',
  path = '/callbacks',
) {
  return rawGet(capture.url, path, headers, { method, body });
}

/** Nothing hostile was stored or failed, and a callback is still taken. */
async function expectWell(stored: readonly string[] = []): Promise<void> {
  const answer = await answeredInTime(() => capture.post(callbackOf('GOODCALL01')));
  expect(await answer.text()).toBe('SUCCESS');
  const orders = capture.records('callbacks').map(({ body }) => body['orderNo']);
  expect(orders).toEqual([...stored, 'GOODCALL01']);
  expect(capture.log.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
}

/**
 * A connection for bytes of the test, and what came back.
 * @param allowHalfOpen whether it stays open when the server ends its side
 */
async function open(allowHalfOpen = false): Promise<{
  readonly socket: Socket;
  text(): string;
  readonly closed: Promise<unknown>;
}> {
  const { hostname, port } = new URL(capture.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (block) => {
    text += block.toString('latin1');
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  return { socket, text: () => text, closed };
}

describe('a request', () => {
  beforeEach(start);

  it('by another method is refused, and told which is taken', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND']) {
      const answer = await send({ 'Content-Length': LENGTH }, CALLBACK, method);
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'POST']);
    }
    expect((await send({}, '', 'BREW')).status).toBe(400);
    const put = await send({ 'Content-Length': LENGTH }, CALLBACK, 'PUT', '/healthz');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    // A callback may be sent to any path.
    const posted = await send({ 'Content-Length': LENGTH }, CALLBACK, 'POST', '/healthz');
    expect(posted.text).toBe('SUCCESS');
    await expectWell(['ORDER00001']);
  });

  it('that is no message is refused, and told why', async () => {
    const bodies: Readonly<Record<string, RegExp>> = {
      '': /the body is not JSON/,
      'orderNo=ORDER00001': /the body is not JSON/,
      '{"orderNo":"ORDER00001"': /the body is not JSON/,
      '[]': /the body is JSON, but no object/,
      '"SUCCESS"': /the body is JSON, but no object/,
      '{"name":"Jo\xe3o"}': /the body is not UTF-8/,
    };
    for (const [body, reason] of Object.entries(bodies)) {
      const answer = await send({ 'Content-Length': String(body.length) }, body);
      expect(answer.status, body).toBe(400);
      expect(answer.text).toMatch(reason);
    }
    await expectWell();
  });

  it('with an encoded body is refused', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'x-unknown', 'gzip, identity']) {
      const answer = await send({ 'Content-Length': LENGTH, 'Content-Encoding': coding });
      expect([answer.status, answer.text.includes(coding)], coding).toEqual([415, true]);
    }
    const plain = await send({ 'Content-Length': LENGTH, 'Content-Encoding': 'Identity' });
    expect(plain.text).toBe('SUCCESS');
    await expectWell(['ORDER00001']);
  });

  it('that two servers could read differently is refused', async () => {
    const { host } = new URL(capture.url);
    const post = (headers: string, body = '') =>
      raw(capture.url, `POST / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n${body}`);
    expect((await post('Content-Length: 3\r\nContent-Length: 5\r\n', '{}   ')).status).toBe(400);
    expect((await post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}')).status).toBe(400);
    expect((await post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')).status).toBe(400);
    expect((await post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n')).status).toBe(400);
    expect((await post('Content-Length: -1\r\n')).status).toBe(400);
    expect((await post('Content-Length : 2\r\n', '{}')).status).toBe(400);
    expect((await post('X-Null: a\0b\r\n')).status).toBe(400);
    expect((await post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')).status).toBe(400);
    expect((await raw(capture.url, 'POST / HTTP/1.1\r\n\r\n')).status, 'without a host').toBe(400);
    expect((await raw(capture.url, 'no HTTP at all\r\n\r\n')).status).toBe(400);
    await expectWell();
  });

  it('that is cut short is not stored', async () => {
    const { socket, closed } = await open();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n\r\n${CALLBACK.slice(0, -1)}`);
    await turns();
    socket.destroy();
    await closed;
    while ((await capture.metric(REFUSED)) === 0) await turns();
    await expectWell();
  });

  it('by HTTP/1.0, in chunks, after Expect or behind another is taken', async () => {
    const old = await raw(capture.url, `POST / HTTP/1.0\r\nContent-Length: ${LENGTH}\r\n\r\n${CALLBACK}`);
    expect(old.text).toBe('SUCCESS');
    const chunk = `${Buffer.byteLength(CALLBACK).toString(16)}\r\n${CALLBACK}\r\n0\r\n\r\n`;
    expect((await send({ 'Transfer-Encoding': 'chunked' }, chunk)).text).toBe('SUCCESS');
    const expecting = await send({ 'Content-Length': LENGTH, Expect: '100-continue' });
    expect(expecting.text).toMatch(/^HTTP\/1.1 200 OK.*SUCCESS$/s);
    const one = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n`;
    const both = await raw(capture.url, `${one}\r\n${CALLBACK}${one}Connection: close\r\n\r\n${CALLBACK}`);
    expect(both.text.split('SUCCESS')).toHaveLength(3);
    await expectWell(Array.from({ length: 5 }, () => 'ORDER00001'));
  });
});

describe('a request that is too long', () => {
  beforeEach(start);

  it('in its head is refused', async () => {
    const long = 'a'.repeat(17_000);
    expect((await send({ 'X-Long': long })).status).toBe(431);
    expect((await send({}, '', 'POST', `/${long}`)).status).toBe(431);
    // The server does not read so much: its answer may be lost with the connection.
    const longer = 'a'.repeat(1_000_000);
    expect([0, 431]).toContain((await send({ 'X-Long': longer })).status);
    expect([0, 431]).toContain((await send({}, '', 'POST', `/${longer}`)).status);
    await expectWell();
  });

  it('by its length is refused before it is sent', async () => {
    const { socket, text, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 104857600\r\n\r\n{');
    await closed;
    expect(text()).toMatch(/^HTTP\/1.1 413 .*The body is longer than 262144 bytes\n$/s);
    await expectWell();
  });

  it('is refused while it is being sent, also in chunks without end', async () => {
    for (const head of ['Content-Length: 104857600', 'Transfer-Encoding: chunked']) {
      const { socket, text, closed } = await open();
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
      const block = ' '.repeat(16_384);
      const part = head.startsWith('C') ? block : `4000\r\n${block}\r\n`;
      while (text() === '') {
        if (!socket.write(part))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
      }
      expect(text(), head).toMatch(/^HTTP\/1.1 413 /);
      await closed;
    }
    expect(await capture.metric(REFUSED)).toBe(2);
    await expectWell();
  });

  it('is told so also if it reads only after it has sent', async () => {
    // What is still sent is read for a second, which may be too short on a busy machine.
    for (let answer = ''; answer === ''; ) {
      const before = await capture.metric(REFUSED);
      const { socket, text, closed } = await open();
      socket.pause();
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n');
      while ((await capture.metric(REFUSED)) === before) await turns();
      for (let part = 0; part < 3; part += 1) {
        socket.write(Buffer.alloc(100_000));
        await turns();
      }
      socket.resume();
      await closed;
      answer = text();
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1.1 413 /);
    }
    await expectWell();
  });

  it('by one byte is refused, and taken with one byte less', async () => {
    const body = (bytes: number) =>
      CALLBACK.replace('"Shop"', `"${'x'.repeat(bytes - CALLBACK.length + 4)}"`);
    expect(Buffer.byteLength(body(262_144))).toBe(262_144);
    expect((await capture.post(body(262_145))).status).toBe(413);
    expect((await capture.post(body(262_144))).status).toBe(200);
    await expectWell(['ORDER00001']);
  });
});

describe('a client that takes its time', () => {
  beforeEach(async () => {
    capture = await serveCapture({ limits: { headTime: 300, requestTime: 600, checkTime: 20 } });
  });

  it.each([
    ['says nothing', ''],
    ['does not end its head', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['does not end its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'],
    ['does not end its chunks', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
  ])('and %s is answered and left', async (_what, bytes) => {
    const answer = await raw(capture.url, bytes);
    expect(answer.status).toBe(408);
    await expectWell();
  });

  it('and sends a byte now and then, for ever, is left all the same', async () => {
    for (const head of [
      'POST / HTTP/1.1\r\nX-Slow: ',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n{',
    ]) {
      const { socket, text, closed } = await open(true);
      socket.write(head);
      const timer = setInterval(() => socket.write(' '), 20);
      await closed.finally(() => clearInterval(timer));
      expect(text()).toMatch(/^HTTP\/1.1 408 /);
    }
    await expectWell();
  });
});

it('more connections than are allowed are not taken, and those that end make room', async () => {
  capture = await serveCapture({
    limits: { headTime: 600_000, requestTime: 600_000, connections: 2 },
  });
  const holding = [await open(), await open()];
  for (const { socket } of holding) socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
  await turns();
  const over = await open();
  over.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n\r\n${CALLBACK}`);
  await over.closed;
  expect(over.text()).toBe('');
  for (const { socket, closed } of holding) {
    socket.destroy();
    await closed;
  }
  await expect
    .poll(
      () =>
        capture.post(CALLBACK).then(
          (answer) => answer.text(),
          () => '',
        ),
      { timeout: 600_000 },
    )
    .toBe('SUCCESS');
});

it('a request while the program is stopping is asked to come again', async () => {
  const disk = heldDisk();
  capture = await serveCapture({ disk });
  const begun = await open();
  begun.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LENGTH}\r\n\r\n${CALLBACK}`);
  await disk.until(1);
  const late = await open();
  late.socket.write('POST / HTTP/1.1\r\nHost: x\r\n');
  await turns();
  const closed = capture.close();
  late.socket.write(`Content-Length: ${LENGTH}\r\n\r\n${callbackOf('LATECALL01')}`);
  await late.closed;
  expect(late.text()).toMatch(/^HTTP\/1.1 503 .*Retry-After: 1\r\n.*The program is stopping\n$/s);
  disk.release();
  await begun.closed;
  expect(begun.text()).toMatch(/^HTTP\/1.1 200 .*Connection: close\r\n.*SUCCESS$/s);
  await closed;
  expect(capture.records('callbacks').map(({ body }) => body['orderNo'])).toEqual(['ORDER00001']);
});
