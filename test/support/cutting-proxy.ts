import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** What happens once so many bytes went through, to the server and back: the connections end, or nothing moves any more. */
export type Disturbance = 'cut' | 'stall';

export interface CuttingProxy {
  /** The server's address, through the proxy. */
  readonly url: string;
  /** How many bytes went through since it was told what to do. */
  bytes(): number;
  /** Lets so many more bytes through. The last block is split, so that a message may end in its middle. */
  after(bytes: number, disturbance: Disturbance): Promise<void>;
  /** Lets everything through again, also what was held back. */
  goOn(): void;
  /** Sends new connections to another server, as an address does that moves at a failover. */
  moveTo(url: string): void;
  close(): Promise<void>;
}

/** Stands between a program and its database server on the loopback address. */
export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  let target = new URL(serverUrl);
  let bytes = 0;
  let left = Number.POSITIVE_INFINITY;
  let disturbance: Disturbance = 'cut';
  let met = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const held: Array<() => void> = [];

  const pass = (block: Buffer, to: Socket) => {
    const part = block.subarray(0, Math.max(0, Math.min(block.length, left)));
    left -= part.length;
    bytes += part.length;
    if (part.length > 0) to.write(part);
    if (left > 0) return;
    met.resolve();
    if (disturbance === 'cut') for (const socket of sockets) socket.resetAndDestroy();
    else if (part.length < block.length) held.push(() => pass(block.subarray(part.length), to));
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (block) => (left > 0 ? pass(block, to) : held.push(() => pass(block, to))));
      from.on('error', () => undefined);
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.port = String((server.address() as AddressInfo).port);
  const goOn = () => {
    left = Number.POSITIVE_INFINITY;
    for (const send of held.splice(0)) send();
  };
  return {
    url: url.href,
    bytes: () => bytes,
    after: (count, what) => {
      met = Promise.withResolvers<void>();
      [bytes, left, disturbance] = [0, count, what];
      return met.promise;
    },
    goOn,
    moveTo: (other) => {
      target = new URL(other);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
