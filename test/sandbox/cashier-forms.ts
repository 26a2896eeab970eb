import { expect } from 'vitest';
import type { ServedSandbox } from './served-sandbox.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Asks for a page; redirects are not followed. */
export async function ask(url: string, init: RequestInit = {}): Promise<Page> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The cashier page of an order, and its forms. */
export interface Cashier {
  readonly url: string;
  page(): Promise<Page>;
  submit(
    fields?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
  /** Submits a form and opens the page that the answer leads to. */
  pay(fields?: Readonly<Record<string, string>>): Promise<string>;
  /** Amounts of the payments, in minor units. */
  paid(): readonly string[];
}

export function cashierOf(served: ServedSandbox, orderNo = 'BR0001'): Cashier {
  const url = `${served.url}/cashier/${served.known(orderNo).order.tradeNo}`;
  const submit: Cashier['submit'] = (fields = {}, headers = {}) =>
    ask(`${url}/pay`, { method: 'POST', body: new URLSearchParams(fields), headers });
  return {
    ...{ url, submit },
    page: () => ask(url),
    pay: async (fields) => {
      const answer = await submit(fields);
      expect(answer.status, answer.text).toBe(303);
      return (await ask(new URL(answer.headers.get('location')!, url).href)).text;
    },
    paid: () => served.known(orderNo).payments.map(({ amountMinor }) => amountMinor),
  };
}
