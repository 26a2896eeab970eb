/**
 * Sends one file from a bare node:http server, without any check: the ruler for downloads.
 * Parameter: JSON with `path`, the file.
 */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { serveMeter } from './served.ts';

const { path } = JSON.parse(process.argv[2]!) as { readonly path: string };
const server = createServer((_, response) => void pipeline(createReadStream(path), response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  serveMeter(`http://127.0.0.1:${port}`, async () => {
    server.close();
  });
});
