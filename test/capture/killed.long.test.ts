/** A capture endpoint that is killed under load, again and again: what it acknowledged is in its logs. */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { EXIT } from '../../src/errors.ts';
import { loggedLines } from '../append-log/logged-lines.ts';
import { run, start } from '../cli/command.ts';
import { onEmbedded } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type CaptureProcess, startProcess } from './capture-process.ts';
import { accept, PAY_IN, startService } from './own-service.ts';
import { callbackOf } from './served-capture.ts';

const ROUNDS = 10;
const CLIENTS = 24;
const PATH = '/v2.0/transaction/pay-in';

/** What the clients of all rounds have sent, and what they got. */
interface Sent {
  /** How many. */
  all: number;
  readonly callbacks: Set<string>;
  readonly acknowledged: Set<string>;
  readonly answered: Set<string>;
}

async function post(url: string, body: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-TIMESTAMP': '2026-11-20T09:00:01-03:00' },
      body,
    });
    return await answer.text();
  } catch {
    // It was killed.
    return undefined;
  }
}

/** Sends callbacks and requests until the endpoint is killed, which it is after so many acknowledgements. */
async function killUnderLoad(endpoint: CaptureProcess, sent: Sent, killAfter: number): Promise<void> {
  let isKilled = false;
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const client = async (isCaller: boolean) => {
    while (!isKilled) {
      const orderNo = `${isCaller ? 'CALL' : 'BACK'}${String(sent.all++).padStart(8, '0')}`;
      if (isCaller) {
        const answer = await post(`${endpoint.url}${PATH}`, PAY_IN.replace('ORDER00001', orderNo));
        if (answer !== undefined) sent.answered.add(orderNo);
      } else {
        sent.callbacks.add(orderNo);
        if ((await post(endpoint.url, callbackOf(orderNo))) !== 'SUCCESS') continue;
        sent.acknowledged.add(orderNo);
        acknowledged += 1;
      }
      if (acknowledged < killAfter || isKilled) continue;
      isKilled = true;
      killed = endpoint.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at % 4 === 0)));
  await killed;
}

/** How often each order is in the database. */
async function countsOf(store: Store, table: 'callbacks' | 'pay_ins'): Promise<Map<string, number>> {
  const rows = await store.session(({ db }) =>
    db
      .selectFrom(table)
      .select(['order_no', (is) => is.fn.countAll().as('count')])
      .groupBy('order_no')
      .execute(),
  );
  return new Map(rows.map(({ order_no, count }) => [order_no, Number(count)]));
}

onEmbedded('capture that is killed', (engine) => {
  it('has every acknowledged callback and every forwarded request in its logs, and ingest finds each', async () => {
    const cwd = temporaryFolder();
    const folder = join(cwd, 'logs');
    const service = await startService(accept);
    const words = ['--log', folder, '--forward', service.url];
    const sent: Sent = { all: 0, callbacks: new Set(), acknowledged: new Set(), answered: new Set() };
    for (const killAfter of fc.sample(fc.integer({ min: 1, max: 400 }), ROUNDS)) {
      const endpoint = await startProcess(cwd, words);
      await killUnderLoad(endpoint, sent, killAfter);
      expect(endpoint.said.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    }
    const last = await startProcess(cwd, words);
    expect(await last.end('SIGTERM')).toBe(0);

    const records = loggedLines(folder).map((line) => JSON.parse(line));
    const logged = records.filter(({ body }) => body !== undefined).map(({ body }) => body.orderNo);
    expect(sent.acknowledged.size).toBeGreaterThan(ROUNDS);
    expect([...sent.acknowledged].filter((orderNo) => !logged.includes(orderNo))).toEqual([]);
    expect(logged.filter((orderNo) => !sent.callbacks.has(orderNo))).toEqual([]);
    expect(new Set(logged).size).toBe(logged.length);
    const calls = records.filter(({ request }) => request !== undefined);
    const asked = new Set(calls.map(({ request }) => request.body.orderNo));
    expect(asked.size, 'each call is logged once').toBe(calls.length);
    const received = service.requests.map(({ body }) => JSON.parse(body).orderNo);
    expect(received.filter((orderNo) => !asked.has(orderNo))).toEqual([]);
    const withResponse = calls.filter(({ response }) => response !== undefined);
    const complete = new Set(withResponse.map(({ request }) => request.body.orderNo));
    expect([...sent.answered].filter((orderNo) => !complete.has(orderNo))).toEqual([]);

    const database = await engine.database();
    const read = await run(['ingest', folder, '--json', ...database.options], { cwd });
    expect([read.code, read.stderr.includes('error')]).toEqual([0, false]);
    const { sources } = JSON.parse(read.stdout) as { sources: { rejected: number; violations: number }[] };
    expect(sources.map(({ rejected }) => rejected)).toEqual(sources.map(() => 0));
    expect(sources.length).toBe(
      readdirSync(folder).filter((name) => /ndjson/.test(name) && !/torn/.test(name)).length,
    );
    const store = await database.open();
    const kept = await countsOf(store, 'callbacks');
    expect([...kept.keys()].sort()).toEqual([...logged].sort());
    expect([...kept.values()].filter((count) => count !== 1)).toEqual([]);
    expect([...(await countsOf(store, 'pay_ins')).keys()].sort()).toEqual([...asked].sort());
    const violations = await store.session(({ db }) => db.selectFrom('violations').selectAll().execute());
    expect(violations).toEqual([]);
  });
});

it('a signal at any moment of its start ends it', async () => {
  const codes = new Set<number | null>();
  for (const wait of fc.sample(fc.integer({ min: 0, max: 12 }), 12)) {
    const cwd = temporaryFolder();
    const child = start(['capture', '--listen', '127.0.0.1:0', '--log', 'logs'], { cwd });
    for (const stream of [child.stdout!, child.stderr!]) stream.resume();
    while (!existsSync(join(cwd, 'logs', 'lock'))) await sleep(1);
    await sleep(wait);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    codes.add(child.exitCode);
  }
  expect([EXIT.done, EXIT.interrupted]).toEqual(expect.arrayContaining([...codes]));
});
