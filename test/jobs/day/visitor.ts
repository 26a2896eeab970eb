import { expect } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { type Client, clientOf } from '../../web/page-client.ts';
import { PASSWORD } from '../../web/served-page.ts';

/** When a session is over, people are asked to sign in; while a run holds the embedded engine, to come back. */
const SERVED_BESIDE_A_RUN: Readonly<Record<Store['engine'], readonly number[]>> = {
  embedded: [200, 303, 503],
  postgresql: [200, 303],
};

const FILES = ['orders.csv', 'orders.xlsx', 'orders.parquet', 'workbook.xlsx', 'all.zip'];

/** Somebody who has the page open all day, and signs in again when the session is over. */
export class Visitor {
  readonly #client: Client;
  readonly #name: string;
  readonly #date: string;
  #visits = 0;

  /** @param date one that is published */
  constructor(url: string, name: string, date: string) {
    this.#client = clientOf(url);
    this.#name = name;
    this.#date = date;
  }

  /** Reads each kind of page and one kind of file after another, and goes away from another file. */
  async visit(): Promise<void> {
    this.#visits += 1;
    await this.#signIn();
    const date = this.#date;
    const findings = await this.#read('/findings?state=all');
    const [order] = /\/order\/[^"#?]+/.exec(findings) ?? [];
    if (order === undefined) throw new Error('no order has a finding');
    for (const path of ['/', order, `/dates/BR/${date}`, '/data', '/data/rejected', '/findings.csv']) {
      await this.#read(path);
    }
    await this.#read(`/download/BR/${date}/newest/${FILES[this.#visits % FILES.length]}`);
    await this.#breakOff(`/download/BR/${date}/to/${date}/all.xlsx.zip`);
  }

  /** Opens the overview while jobs are at work. */
  async look(engine: Store['engine']): Promise<void> {
    const answer = await this.#client.get('/');
    expect(SERVED_BESIDE_A_RUN[engine]).toContain(answer.status);
    await answer.arrayBuffer();
  }

  /** Reconciles the date again and follows the steps: broken off at the first, then to the end. */
  async reconcile(): Promise<void> {
    const started = await this.#client.send('/data', '/data/reconcile', { region: 'BR', date: this.#date });
    expect(started.status).toBe(303);
    const events = `${started.headers.get('location')}/events`;
    await this.#breakOff(events);
    expect(await this.#read(events)).toContain('event: end');
  }

  async #signIn(): Promise<void> {
    const answer = await this.#client.get('/');
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    const signedIn = await this.#client.send('/sign-in', '/sign-in', {
      name: this.#name,
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(303);
  }

  async #read(path: string): Promise<string> {
    const answer = await this.#client.get(path);
    const text = await answer.text();
    expect([path, answer.status, text.length > 0]).toEqual([path, 200, true]);
    return text;
  }

  /** Goes away after the first block. */
  async #breakOff(path: string): Promise<void> {
    const answer = await this.#client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.cancel();
  }
}
