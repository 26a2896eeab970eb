import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { deliver } from '../../src/alerts/deliver.ts';
import { listMessages } from '../../src/alerts/list-messages.ts';
import { decideEach, decideFindings } from '../../src/books/findings/decide.ts';
import type { Action } from '../../src/books/findings/decision.ts';
import { judgeNow } from '../../src/books/run/judge-as-of.ts';
import type { Store } from '../../src/database/store.ts';
import { forgetNights } from '../../src/operations/schedule/forget-nights.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { ended } from '../cli/command.ts';
import { instant } from '../export/books.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { putStatement } from '../reconcile/statement-evidence.ts';
import { onEngines, type TestDatabase } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { settingsWith } from './alert-books.ts';
import { httpReceiver, taken } from './receivers.ts';

const PROGRAM = fileURLToPath(new URL('./deliver-program.ts', import.meta.url));
const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;

/** Judges logs of two orders that only a statement shows as paid, and of one that nobody paid. */
async function judgeMissed(store: Store, settings: ReturnType<typeof parseSettings>): Promise<void> {
  const orders = ['MISSED0001', 'MISSED0002', 'UNPAID0001'].map((orderNo, index) =>
    payInLine({ orderNo, tradeNo: `T${index}` }),
  );
  await read(store, [write(temporaryFolder(), 'orders.ndjson', lines(...orders))], { settings });
  await store.session((session) =>
    putStatement(session, [
      { rowId: '1', orderNo: 'MISSED0001', gross: 20_000, payoutId: 'P1' },
      { rowId: '2', orderNo: 'MISSED0002', gross: 12_345 },
    ]),
  );
  await judgeNow(store, settings, instant('2026-11-20T12:00:00Z'));
}

/** Delivers what is due when all of it is. */
function deliverAll(store: Store, settings: ReturnType<typeof parseSettings>) {
  return deliver(store, settings, { now: () => instant('2026-11-23T12:00:00Z'), workingDirectory: '.' });
}

/** Decides about the finding of the first order. */
function decide(store: Store, settings: ReturnType<typeof parseSettings>, action: Action, text: string) {
  const one = { orders: ['MISSED0001'], merchant: 'M0001', code: 'PAID_IN_STATEMENT_ONLY' };
  const request = { at: instant('2026-11-20T13:00:00Z'), who: 'ana', settings };
  return decideFindings(store, request, (session) => decideEach(session, one, { action, text }));
}

function channelTo(url: string) {
  const secretFile = join(temporaryFolder(), 'secret');
  writeFileSync(secretFile, SECRET);
  return { name: 'fulfilment', kind: 'webhook', url, secretFile, topics: ['missed-payments'] };
}

function startDelivery(database: TestDatabase, channels: readonly unknown[]) {
  const input = { ...database.settings, alerts: { channels } };
  const words = [PROGRAM, JSON.stringify(input), temporaryFolder(), '2026-11-20T12:00:00Z'];
  const child = spawn(process.execPath, words, { stdio: 'pipe' });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

onEngines('orders that only a statement shows as paid', (engine) => {
  it('are told once each, signed, although the sender is killed twice, and not again when the callback comes', async () => {
    let kill: (() => void) | undefined;
    const hook = await httpReceiver((response, request) => {
      if (kill !== undefined) return kill();
      taken(response, request);
    });
    const database = await engine.database();
    const channels = [channelTo(hook.url)];
    const settings = parseSettings({ ...database.settings, alerts: { channels } });
    const before = await database.open();
    await judgeMissed(before, settings);
    await judgeNow(before, settings, instant('2026-11-20T12:30:00Z'));
    await before.close();

    for (const times of [1, 2]) {
      const child = startDelivery(database, channels);
      kill = () => child.kill('SIGKILL');
      await ended(child);
      expect(child.signalCode).toBe('SIGKILL');
      expect(hook.received).toHaveLength(times);
    }

    kill = undefined;
    const store = await database.open();
    // The server lets the claim go when it notices that the process is gone.
    while (hook.received.length < 4) {
      await deliverAll(store, settings);
      await setTimeout(20);
    }
    const ids = new Map<string, Set<string>>();
    for (const { headers, body } of hook.received) {
      const message = new Webhook(SECRET).verify(body, signed(headers, body)) as { facts: { key: string } };
      const { key } = message.facts;
      ids.set(key, (ids.get(key) ?? new Set()).add(String(headers['webhook-id'])));
    }
    expect([...ids.keys()].sort()).toEqual(['M0001/MISSED0001', 'M0001/MISSED0002']);
    for (const own of ids.values()) expect(own.size).toBe(1);

    const late = callbackLine({ orderNo: 'MISSED0001', tradeNo: 'T0', at: '2026-11-20T13:00:00Z' });
    await read(store, [write(temporaryFolder(), 'late.ndjson', lines(late))], { settings });
    await judgeNow(store, settings, instant('2026-11-21T12:00:00Z'));
    await store.session((session) => forgetNights(session, instant('2027-11-21T12:00:00Z')));
    await judgeNow(store, settings, instant('2026-11-22T12:00:00Z'));
    await deliverAll(store, settings);
    expect(hook.received).toHaveLength(4);
  });

  it('are listed with their orders', async () => {
    const hook = await httpReceiver((response) => response.writeHead(503).end());
    const database = await engine.database();
    const settings = parseSettings({
      ...database.settings,
      alerts: { channels: [channelTo(hook.url)] },
    });
    const store = await database.open();
    await judgeMissed(store, settings);
    const listed = await store.session((session) => listMessages(session, settings));
    expect(listed.map(({ state, key }) => [state, key]).sort()).toEqual([
      ['waiting', 'M0001/MISSED0001'],
      ['waiting', 'M0001/MISSED0002'],
    ]);
    await store.close();
  });

  it('have a key each, whatever slashes their identifiers have', async () => {
    const hook = await httpReceiver();
    const settings = settingsWith([channelTo(hook.url)]);
    const store = await engine.emptied();
    const orders = [
      { merchantId: 'M/1', orderNo: 'X00001', tradeNo: 'T1' },
      { merchantId: 'M', orderNo: '1/X00001', tradeNo: 'T2' },
      { merchantId: 'M', orderNo: '1%2FX00001', tradeNo: 'T3' },
    ];
    await read(store, [write(temporaryFolder(), 'orders.ndjson', lines(...orders.map(payInLine)))], {
      settings,
    });
    await store.session((session) =>
      putStatement(
        session,
        orders.map((order, index) => ({ ...order, rowId: String(index) })),
      ),
    );
    await judgeNow(store, settings, instant('2026-11-20T12:00:00Z'));
    expect(await deliverAll(store, settings)).toMatchObject({ sent: 3 });
    const keys = hook.received.map(({ body }) => JSON.parse(body).facts.key);
    expect(keys.sort()).toEqual(['M%2F1/X00001', 'M/1%2FX00001', 'M/1/X00001']);
  });

  it('have the same id at a receiver when a store restored from before they were sent sends them again', async () => {
    const hook = await httpReceiver();
    const settings = settingsWith([channelTo(hook.url)]);
    const idsSent = async (writtenAt: string) => {
      const store = await engine.emptied();
      const from = hook.received.length;
      await judgeMissed(store, settings);
      await store.session(({ db }) => db.updateTable('outbox').set({ written_at: writtenAt }).execute());
      await deliverAll(store, settings);
      return hook.received.slice(from).map(({ headers }) => headers['webhook-id']);
    };
    const before = await idsSent('2026-11-20 12:00:00+00');
    expect(new Set(before).size).toBe(2);
    expect(await idsSent('2026-11-21 12:00:00+00')).toEqual(before);
  });

  it('say what a program needs to fulfil them', async () => {
    const hook = await httpReceiver();
    const settings = settingsWith([channelTo(hook.url)]);
    const store = await engine.emptied();
    await judgeMissed(store, settings);
    expect(await deliverAll(store, settings)).toMatchObject({ sent: 2 });
    const { topic, facts } = JSON.parse(hook.received[0]!.body);
    expect({ topic, facts }).toEqual({
      topic: 'missed-payments',
      facts: {
        topic: 'missed-payments',
        key: 'M0001/MISSED0001',
        merchantId: 'M0001',
        subMerchantId: null,
        orderNo: 'MISSED0001',
        tradeNo: 'T0',
        region: 'BR',
        date: '2026-11-19',
        currency: 'BRL',
        minor: '20000',
        completedAt: '2026-11-19 13:06:00+00',
        settledOn: null,
        payoutId: 'P1',
      },
    });
  });

  it('say what those rows say that count now, whatever was stated before', async () => {
    const hook = await httpReceiver();
    const { topics: _, ...plain } = channelTo(hook.url);
    const store = await engine.emptied();
    await judgeMissed(store, settingsWith([plain]));
    const own = { orderNo: 'MISSED0001' };
    const corrected = {
      ...own,
      rowId: '1',
      gross: 19_000,
      payoutId: 'P3',
      completedAt: '2026-11-19T13:07:00Z',
    };
    const failed = { ...own, rowId: '5', status: 'failed', completedAt: '2026-11-19T13:05:00Z' } as const;
    const fee = { ...own, rowId: '6', type: 'fee', completedAt: '2026-11-19T13:04:00Z' } as const;
    await store.session((session) => putStatement(session, [corrected, failed, fee], '2026-11-20T12:30:00Z'));
    const settings = settingsWith([{ ...channelTo(hook.url), name: 'later' }]);
    await judgeNow(store, settings, instant('2026-11-20T13:00:00Z'));
    await deliverAll(store, settings);
    const told = hook.received.map(({ body }) => JSON.parse(body).facts);
    expect(told.find(({ orderNo }) => orderNo === 'MISSED0001')).toMatchObject({
      minor: '19000',
      completedAt: '2026-11-19 13:07:00+00',
      payoutId: 'P3',
    });
  });

  it('are not told while they wait if somebody closes the finding or no statement says so any more, and are if that ends', async () => {
    const hook = await httpReceiver();
    const store = await engine.emptied();
    const settings = settingsWith([channelTo(hook.url)]);
    await judgeMissed(store, settings);
    await decide(store, settings, 'accept', 'a row of the test shop');
    const failed = { rowId: '2', orderNo: 'MISSED0002', gross: 12_345, status: 'failed' } as const;
    await store.session((session) => putStatement(session, [failed], '2026-11-20T13:00:00Z'));
    await judgeNow(store, settings, instant('2026-11-20T14:00:00Z'));
    expect(await deliverAll(store, settings)).toEqual({ sent: 0, postponed: 0, failed: [] });
    expect(hook.received).toEqual([]);

    await decide(store, settings, 'reopen', 'it was a customer');
    await judgeNow(store, settings, instant('2026-11-20T15:00:00Z'));
    expect(await deliverAll(store, settings)).toMatchObject({ sent: 1 });
    expect(hook.received.map(({ body }) => JSON.parse(body).facts.orderNo)).toEqual(['MISSED0001']);
  });

  it('say what the row says when they are sent, not when they were written', async () => {
    const hook = await httpReceiver();
    const store = await engine.emptied();
    const settings = settingsWith([channelTo(hook.url)]);
    await judgeMissed(store, settings);
    const corrected = { rowId: '2', orderNo: 'MISSED0002', gross: 11_345 };
    await store.session((session) => putStatement(session, [corrected], '2026-11-20T13:00:00Z'));
    await judgeNow(store, settings, instant('2026-11-20T14:00:00Z'));
    await deliverAll(store, settings);
    expect(hook.received.map(({ body }) => JSON.parse(body).facts.minor)).toEqual(['20000', '11345']);
  });

  it('are told although the callback comes while they wait', async () => {
    const hook = await httpReceiver();
    const store = await engine.emptied();
    const settings = settingsWith([channelTo(hook.url)]);
    await judgeMissed(store, settings);
    const late = callbackLine({ orderNo: 'MISSED0001', tradeNo: 'T0', at: '2026-11-20T13:00:00Z' });
    await read(store, [write(temporaryFolder(), 'late.ndjson', lines(late))], { settings });
    await judgeNow(store, settings, instant('2026-11-21T12:00:00Z'));
    expect(await deliverAll(store, settings)).toMatchObject({ sent: 2 });
  });

  it('go to a channel that is added later, and to no channel that does not name the topic', async () => {
    const hook = await httpReceiver();
    const { topics: _, ...plain } = channelTo(hook.url);
    const store = await engine.emptied();
    await judgeMissed(store, settingsWith([plain]));
    const topicsOf = () => hook.received.map(({ body }) => JSON.parse(body).topic);
    await deliverAll(store, settingsWith([plain]));
    expect(topicsOf()).not.toContain('missed-payments');
    const settings = settingsWith([{ ...channelTo(hook.url), name: 'later' }]);
    await judgeNow(store, settings, instant('2026-11-20T13:00:00Z'));
    await deliverAll(store, settings);
    expect(topicsOf().filter((topic) => topic === 'missed-payments')).toHaveLength(2);
  });
});

/** The headers of a message, as if it had been sent now: the receiver's library refuses old ones. */
function signed(headers: Record<string, unknown>, body: string): Record<string, string> {
  const id = String(headers['webhook-id']);
  const then = new Date(Number(headers['webhook-timestamp']) * 1000);
  expect(headers['webhook-signature']).toBe(new Webhook(SECRET).sign(id, then, body));
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign(id, now, body),
  };
}
