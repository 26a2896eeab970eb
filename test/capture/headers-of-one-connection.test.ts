/** Headers that concern one connection (RFC 9110, section 7.6.1) are not passed on. */
import { expect, it } from 'vitest';
import { raw } from '../web/raw-request.ts';
import { ACCEPTED, PAY_IN, startService } from './own-service.ts';
import { serveCapture } from './served-capture.ts';

const PATH = '/v2.0/transaction/pay-in';

it('of a request do not reach the service', async () => {
  const service = await startService();
  const capture = await serveCapture({ settings: { forward: service.url } });
  const head = [
    ...[`POST ${PATH} HTTP/1.1`, 'Host: merchant.example', 'X-Own: a', 'Connection: close, TE'],
    ...['Keep-Alive: timeout=99', 'Proxy-Authorization: Basic eA==', 'Proxy-Connection: close'],
    ...['Proxy-Authenticate: Basic', 'TE: trailers', 'Trailer: X-Sum', 'Upgrade: h2c'],
    ...['Expect: 100-continue', 'Accept-Encoding: br', 'Transfer-Encoding: chunked'],
  ];
  const body = `${Buffer.byteLength(PAY_IN).toString(16)}\r\n${PAY_IN}\r\n0\r\n\r\n`;
  const { text } = await raw(capture.url, `${head.join('\r\n')}\r\n\r\n${body}`);
  expect(text).toContain(ACCEPTED);
  const [request] = service.requests;
  expect(request!.body).toBe(PAY_IN);
  const { connection, ...headers } = request!.headers;
  expect(connection).not.toContain('TE');
  expect(headers).toEqual({
    ...{ 'x-own': 'a', 'accept-encoding': 'identity' },
    ...{ host: new URL(service.url).host, 'content-length': String(Buffer.byteLength(PAY_IN)) },
  });
});

it('of an answer do not reach the client', async () => {
  const own = { 'Keep-Alive': 'timeout=99', 'Proxy-Authenticate': 'Basic', 'Proxy-Connection': 'close' };
  const more = { 'X-Own': 'a', Trailer: 'X-Sum', Upgrade: 'h2c', 'Transfer-Encoding': 'chunked' };
  const service = await startService((response) =>
    response.writeHead(200, { ...own, ...more, 'Content-Type': 'application/json' }).end(ACCEPTED),
  );
  const capture = await serveCapture({ settings: { forward: service.url } });
  const answer = await capture.post(PAY_IN, {}, PATH);
  expect(await answer.text()).toBe(ACCEPTED);
  const { date, 'keep-alive': kept, ...headers } = Object.fromEntries(answer.headers);
  expect(kept).not.toContain('99');
  expect(date).toBeDefined();
  expect(headers).toEqual({
    ...{ 'x-own': 'a', connection: 'keep-alive', 'content-type': 'application/json' },
    'content-length': String(ACCEPTED.length),
  });
});
