import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type BodyFault, readBody } from '../../src/http/read-body.ts';

const MOST = 1000;

/** Sends a body in blocks, whose length is then stated by no header, and gives what was read of it. */
async function readInBlocks(...blocks: readonly number[]): Promise<Buffer | BodyFault> {
  const { promise, resolve } = Promise.withResolvers<Buffer | BodyFault>();
  const server = createServer((received, response) => {
    resolve(readBody(received, MOST));
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' });
  sent.on('error', () => undefined);
  for (const length of blocks) sent.write(Buffer.alloc(length, 'a'));
  sent.end();
  return promise;
}

it.each([[[MOST]], [[1, MOST - 1]], [[]]])(
  'a body of at most the limit is read: blocks of %j',
  async (blocks) => {
    expect(await readInBlocks(...blocks)).toEqual(
      Buffer.alloc(
        blocks.reduce((sum, one) => sum + one, 0),
        'a',
      ),
    );
  },
);

it.each([[[MOST + 1]], [[MOST, 1]]])('a body of one byte more is too long: blocks of %j', async (blocks) => {
  expect(await readInBlocks(...blocks)).toBe('too long');
});
