import { beforeEach, expect, it } from 'vitest';
import { nextMessageAt } from '../../src/alerts/outbox.ts';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { deliverAfter, later, listed, settingsWith, stored, write } from './alert-books.ts';
import { type Answer, closedPort, httpReceiver, taken } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const JOBS = [SAMPLES['job-failed'], SAMPLES['job-well']];

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();

/** Longer than any receiver takes that answers, and waited out by those that do not. */
const TIMEOUT = { timeoutMilliseconds: 2000 };

onEngines('a channel', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.emptied();
  });

  it.each<[string, Answer | undefined, number]>([
    ['answers 429 with Retry-After', status(429, { 'retry-after': '7200' }), 7200],
    ['answers 503 with Retry-After', status(503, { 'retry-after': '90' }), 90],
    ['refuses connections', undefined, 60],
    ['does not answer', () => undefined, 60],
  ])('whose receiver %s is left alone until the message is due again', async (_how, answer, pause) => {
    const good = await httpReceiver();
    const bad = answer === undefined ? undefined : await httpReceiver(answer);
    const url = bad?.url ?? `http://127.0.0.1:${await closedPort()}`;
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await write(store, settings, JOBS);
    expect((await deliverAfter(store, settings, 0, TIMEOUT)).failed).toMatchObject([{ retrySeconds: pause }]);
    const more = settingsWith([
      { name: 'own', kind: 'webhook', url },
      { name: 'good', kind: 'webhook', url: good.url },
    ]);
    await write(store, more, [SAMPLES['watch-silent']], later(10));
    for (const seconds of [10, 11, pause - 1])
      expect((await deliverAfter(store, more, seconds, TIMEOUT)).failed).toEqual([]);
    expect(good.received).toHaveLength(1);
    const own = (await listed(store, settings)).filter(({ channel }) => channel === 'own');
    expect(own.map(({ attempts, dueAt }) => [attempts, dueAt])).toEqual([
      [1, stored(pause)],
      [0, stored(0)],
      [0, stored(10)],
    ]);
    expect(await store.session((session) => nextMessageAt(session, ['own']))).toEqual(later(pause));
    expect((await deliverAfter(store, more, pause, TIMEOUT)).failed).toHaveLength(1);
    const after = (await listed(store, settings)).filter(({ channel }) => channel === 'own');
    expect(after.map(({ attempts }) => attempts)).toEqual([2, 0, 0]);
  });

  it('gets what waited in the order in which it was written', async () => {
    let isUp = false;
    const { url, received } = await httpReceiver((response, request) =>
      (isUp ? taken : status(503, { 'retry-after': '600' }))(response, request),
    );
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await write(store, settings, [JOBS[0]!]);
    await deliverAfter(store, settings, 0);
    await write(store, settings, [JOBS[1]!], later(60));
    isUp = true;
    expect(await deliverAfter(store, settings, 599)).toEqual({ sent: 0, postponed: 0, failed: [] });
    expect(await deliverAfter(store, settings, 600)).toMatchObject({ sent: 2 });
    expect(received.map(({ body }) => JSON.parse(body).severity)).toEqual(['high', 'high', 'low']);
  });

  it.each<[string, Answer]>([
    ['500', status(500)],
    ['400 with Retry-After', status(400, { 'retry-after': '7200' })],
    ['429 without Retry-After', status(429)],
  ])('that answers %s to one message gets the others', async (_how, refuse) => {
    const { url, received } = await httpReceiver((response, request) =>
      (JSON.parse(request.body).severity === 'high' ? refuse : taken)(response, request),
    );
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await write(store, settings, JOBS);
    expect(await deliverAfter(store, settings, 0)).toMatchObject({ sent: 0, failed: [{ channel: 'own' }] });
    expect(await deliverAfter(store, settings, 1)).toMatchObject({ sent: 1, failed: [] });
    expect(received).toHaveLength(2);
  });

  it('that hangs up on one message each time gets the others once its pauses are the longest', async () => {
    const { url, received } = await httpReceiver((response, request) =>
      JSON.parse(request.body).severity === 'high' ? response.destroy() : taken(response, request),
    );
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await write(store, settings, JOBS);
    let at = 0;
    for (const pause of [60, 120, 300, 900, 3600]) {
      expect((await deliverAfter(store, settings, at)).failed).toMatchObject([{ retrySeconds: pause }]);
      if (pause < 3600)
        expect(await deliverAfter(store, settings, at + 1)).toMatchObject({ sent: 0, failed: [] });
      else expect(await deliverAfter(store, settings, at + 1)).toMatchObject({ sent: 1, failed: [] });
      at += pause;
    }
    expect(received).toHaveLength(6);
  });
});
