/** Reads each request and answers SUCCESS from a bare node:http server that stores nothing: the ruler for capture. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveMeter } from './served.ts';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('SUCCESS'));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  serveMeter(`http://127.0.0.1:${port}`, async () => {
    server.close();
    server.closeAllConnections();
  });
});
