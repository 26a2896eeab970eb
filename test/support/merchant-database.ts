import { randomBytes } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { administer, databaseUrl, dropDatabase } from './administer.ts';

/** The merchant's own database. It is on the same server as the store, but separate from it. */
export interface MerchantDatabase {
  readonly url: string;
  /** Runs statements on a new connection, in UTC. Returns the rows of a single statement. */
  run(statements: string): Promise<Record<string, unknown>[]>;
  /** A connection that stays open until the test ends. */
  connect(): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** Creates an empty database, which the caller must drop. Requires a server. */
export async function merchantDatabase(): Promise<MerchantDatabase> {
  const { adminUrl, prefix } = inject('templates').postgresql!;
  const name = `${prefix}_shop_${randomBytes(6).toString('hex')}`;
  await administer(adminUrl, `create database ${name}`);
  const url = databaseUrl(adminUrl, name);
  return {
    url,
    run: async (statements) => {
      const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
      await client.connect();
      return client.query(statements).then(
        (result) => client.end().then(() => result.rows ?? []),
        (error) => client.end().then(() => Promise.reject(error)),
      );
    },
    connect: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    },
    drop: () => dropDatabase(adminUrl, name),
  };
}

/**
 * Connects to the same database through a proxy that breaks the connection after this many bytes from the server.
 * @returns the proxy's URL
 */
export async function overCutLine(url: string, bytes: number): Promise<string> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let come = 0;
    far.on('data', (chunk: Buffer) => {
      come += chunk.length;
      if (come > bytes) for (const socket of [near, far]) socket.destroy();
      else near.write(chunk);
    });
    near.on('data', (chunk: Buffer) => far.write(chunk));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
}
