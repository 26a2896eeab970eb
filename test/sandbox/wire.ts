import { expect } from 'vitest';
import { answeredInTime } from '../http/answered-in-time.ts';
import type { RawAnswer } from '../web/raw-request.ts';
import { brazilOrder, headersOf, type OrderBody } from './pay-in-requests.ts';
import { PATH, type ServedSandbox } from './served-sandbox.ts';

/** A whole request as it goes over the wire; a header that is undefined is left out. */
export function wire(
  { url }: ServedSandbox,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  line = `POST ${PATH} HTTP/1.1`,
): string {
  const all = {
    ...{ Host: new URL(url).host, Connection: 'close', 'Content-Length': String(body.length) },
    ...headersOf(brazilOrder()),
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== undefined);
  return `${line}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** The text of an order as bytes of UTF-8, each as one character. */
export function bytesOf(body: OrderBody | string): string {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)).toString('latin1');
}

/** Field code of an answer. */
export function codeOf({ text }: Pick<RawAnswer, 'text'>): string {
  return (JSON.parse(text) as { code: string }).code;
}

/** It still works, has made no other order, and nothing was a failure of the program. */
export async function expectWell(served: ServedSandbox, orderNos: readonly string[] = []): Promise<void> {
  const made = [...served.sandbox.orders()].map(({ order }) => order.orderNo);
  expect(made).toEqual(orderNos);
  expect(served.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  const answer = await answeredInTime(() => served.send(brazilOrder({ orderNo: 'STILLWELL' })));
  expect(codeOf(answer)).toBe('00');
}
