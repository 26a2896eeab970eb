import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

interface RawOptions {
  /** Address of this machine from which to connect. */
  readonly from?: string;
  /** Does something with the connection after the head was sent. */
  readonly after?: (socket: Socket) => Promise<unknown>;
}

/**
 * Sends bytes as they are, which a client library would refuse or correct, and reads the answer until the server closes
 * the connection.
 */
export async function raw(url: string, head: string, options: RawOptions = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(options.from === undefined ? {} : { localAddress: options.from }),
  });
  const blocks: Buffer[] = [];
  socket.on('data', (block) => blocks.push(block));
  // The server may close while the request is still being sent.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(Buffer.from(head, 'latin1'));
  await options.after?.(socket);
  await closed;
  return parsed(Buffer.concat(blocks).toString('utf8'));
}

/** A request by GET with headers of the test, to be closed by the server after the answer. */
export function rawGet(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  options: RawOptions & { readonly method?: string; readonly body?: string } = {},
): Promise<RawAnswer> {
  const { method = 'GET', body = '' } = options;
  const all = { Host: new URL(url).host, Connection: 'close', Accept: 'text/html', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw(url, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, options);
}

function parsed(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), text: rest.join('\r\n\r\n') };
}
