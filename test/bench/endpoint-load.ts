/**
 * Sends callbacks or pay-in requests over kept connections, each connection the next one once the one before is
 * answered, from a process of its own. Prints an {@link Answered} as JSON. Parameter: JSON, a {@link Sending}.
 */
import { connect, type Socket } from 'node:net';
import { noteUsage } from './usage.ts';

export interface Sending {
  readonly url: string;
  readonly what: 'callbacks' | 'pay-ins';
  readonly messages: number;
  readonly connections: number;
}

export interface Answered {
  readonly seconds: number;
  /** Answers that are not the expected ones. */
  readonly wrong: number;
  /** Milliseconds that 50 %, 99 % and all answers took at most. */
  readonly median: number;
  readonly percentile99: number;
  readonly most: number;
  /** Length of one body. */
  readonly bytes: number;
}

const BODY_BYTES = 700;
const HEAD_END = Buffer.from('\r\n\r\n');

if (import.meta.main) {
  noteUsage();
  console.log(JSON.stringify(await send(JSON.parse(process.argv[2]!) as Sending)));
}

async function send({ url, what, messages, connections }: Sending): Promise<Answered> {
  const took = new Float64Array(messages);
  let [next, wrong] = [0, 0];
  const [made, isRight] = what === 'callbacks' ? [callback, isAcknowledged] : [payIn, isAccepted];
  const { host } = new URL(url);
  const messageOf = (number: number) => made(number, host);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const ask = await connection(url);
      for (let number = next++; number < messages; number = next++) {
        const sent = performance.now();
        const answer = await ask(messageOf(number));
        took[number] = performance.now() - sent;
        if (!isRight(answer)) wrong += 1;
      }
      ask.close();
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  took.sort();
  const at = (part: number) => took[Math.min(messages - 1, Math.floor(messages * part))]!;
  const bytes = Buffer.byteLength(messageOf(0)) - messageOf(0).indexOf('\r\n\r\n') - HEAD_END.length;
  return { seconds, wrong, median: at(0.5), percentile99: at(0.99), most: at(1), bytes };
}

function isAcknowledged(answer: string): boolean {
  return answer.startsWith('HTTP/1.1 200') && answer.endsWith('\r\n\r\nSUCCESS');
}

function isAccepted(answer: string): boolean {
  return answer.startsWith('HTTP/1.1 200') && answer.includes('"code":"00"');
}

function callback(number: number, host: string): string {
  const named = {
    ...{
      orderNo: `LOAD${String(number).padStart(10, '0')}`,
      tradeNo: `20261119${String(number).padStart(14, '0')}`,
    },
    ...{ merchantId: 'EG2000113', merchantName: 'Sample Store Cairo', subMerchantId: 'EG2000113-A' },
    ...{
      subMerchantName: 'Sample Store Giza',
      paymentMethod: 'FAWRY',
      transactionTime: '2026-11-19T10:05:00+02:00',
    },
    ...{ status: 'SUCCESS', money: { currency: 'EGP', amount: 150.5 } },
    payer: { name: 'Payer 0001', phone: '01000000001', email: 'payer0001@example.com' },
  };
  const short = JSON.stringify({ ...named, channelData: '' });
  const body = JSON.stringify({ ...named, channelData: 'x'.repeat(Math.max(0, BODY_BYTES - short.length)) });
  return post('/callbacks', host, body, '');
}

function payIn(number: number, host: string): string {
  const body = JSON.stringify({
    ...{ orderNo: `LOAD${String(number).padStart(10, '0')}`, purpose: 'Order payment' },
    merchant: { merchantId: 'BR1000217', merchantName: 'Loja Exemplo' },
    ...{
      money: { currency: 'BRL', amount: 20_000 },
      payer: { pixAccount: '00000009999' },
      paymentMethod: 'PIX',
    },
  });
  return post('/v2.0/transaction/pay-in', host, body, 'X-PARTNER-ID: BR1000217\r\n');
}

function post(path: string, host: string, body: string, headers: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
    `X-TIMESTAMP: 2026-11-19T10:05:00-03:00\r\nX-SIGNATURE: 0123456789abcdef0123456789abcdef\r\n${headers}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** One connection, on which one request after the other is answered. */
async function connection(url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting: { resolve(answer: string): void; reject(error: Error): void } | undefined;
  let held: Buffer = Buffer.alloc(0);
  socket.on('data', (block: Buffer) => {
    held = held.length === 0 ? block : Buffer.concat([held, block]);
    const head = held.indexOf(HEAD_END);
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(held.toString('latin1', 0, head))?.[1];
    const isChunked = length === undefined;
    const end = head + HEAD_END.length + Number(length ?? 0);
    if (isChunked ? !held.includes('0\r\n\r\n') : held.length < end) return;
    const answer = isChunked
      ? held.toString().replace('7\r\nSUCCESS\r\n0\r\n\r\n', 'SUCCESS')
      : held.toString();
    held = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  const ask = (message: string) =>
    new Promise<string>((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(message);
    });
  return Object.assign(ask, {
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  });
}
