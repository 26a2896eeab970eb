import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Alert, MESSAGE_FACTS } from '../../src/alerts/alert.ts';
import { runAlerts } from '../../src/alerts/run-alerts.ts';
import { send } from '../../src/alerts/send.ts';
import { targetsOf } from '../../src/alerts/targets.ts';
import { testChannel } from '../../src/alerts/test-channel.ts';
import type { Session, Store } from '../../src/database/store.ts';
import { Fault } from '../../src/errors.ts';
import { endRun, failureAlert } from '../../src/operations/schedule/end-run.ts';
import { nightAlerts } from '../../src/operations/schedule/night-alert.ts';
import { factsOf } from '../../src/operations/watch/facts.ts';
import type { Run } from '../../src/reconcile/run.ts';
import { EVIDENCE, feed, instant, LATE_CALLBACK, MORNING, NOON, newsOf, publish } from '../export/books.ts';
import { closedSchema, publishedSchema } from '../support/closed-schema.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AT, deliverAfter, later, settingsWith, write } from './alert-books.ts';
import { type Answer, httpReceiver, type Received, taken } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
const STANDARD_SECRET = `whsec_${KEY.toString('base64')}`;
const SCHEMA = publishedSchema('webhook.schema.json');

/** Checks a request by the library at the time when it was sent. */
function verified(library: Webhook, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
  return library.verify(body, headers as Record<string, string>);
}
afterEach(() => void vi.useRealTimers());

/** Fails the first requests. */
function failing(times: number): Answer {
  let left = times;
  return (response, request) => {
    left -= 1;
    if (left < 0) return taken(response, request);
    response.writeHead(503).end();
  };
}

async function signedBy(store: Store, secret: string, answer: Answer = taken) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'key'), `${secret}\n`);
  const { url, received } = await httpReceiver(answer);
  const settings = settingsWith([{ name: 'own', kind: 'webhook', url, secretFile: 'key' }]);
  await write(store, settings, [SAMPLES['job-failed']]);
  const sendAfter = (seconds: number) => deliverAfter(store, settings, seconds, { workingDirectory: folder });
  return { received, sendAfter };
}

onEngines('a webhook', (engine) => {
  it.each([
    ['whsec_ and base64', STANDARD_SECRET, new Webhook(STANDARD_SECRET)],
    ['any other text', 'chave secreta ção', new Webhook(Buffer.from('chave secreta ção'), { format: 'raw' })],
  ])('is verified by a library of Standard Webhooks, with a secret as %s', async (_what, secret, library) => {
    const { received, sendAfter } = await signedBy(await engine.emptied(), secret);
    expect(await sendAfter(5)).toMatchObject({ sent: 1, failed: [] });
    const [request] = received;
    expect(verified(library, request!)).toEqual(JSON.parse(request!.body));
    expect(request!.headers['webhook-timestamp']).toBe(String(later(5).seconds));
    expect(() => verified(library, { ...request!, body: request!.body.replace('jobs', 'jobz') })).toThrow(
      'No matching signature found',
    );
    expect(() => verified(new Webhook('YW5vdGhlciBrZXk='), request!)).toThrow('No matching signature found');
  });

  it('has the same id each time it is sent, and the signature of that time', async () => {
    const { received, sendAfter } = await signedBy(await engine.emptied(), STANDARD_SECRET, failing(2));
    for (const seconds of [0, 100, 10_000]) await sendAfter(seconds);
    expect(received).toHaveLength(3);
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
    expect([...ids]).toEqual([JSON.parse(received[0]!.body).id]);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    for (const request of received) verified(new Webhook(STANDARD_SECRET), request);
  });

  it('is not signed without a secret', async () => {
    const { url, received } = await httpReceiver();
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await testChannel(settings, 'own', { at: AT, workingDirectory: '.' });
    const { id } = JSON.parse(received[0]!.body);
    expect(received[0]!.headers).toMatchObject({ 'webhook-id': id, 'idempotency-key': id });
    expect(Object.keys(received[0]!.headers).filter((name) => name.endsWith('signature'))).toEqual([]);
  });

  it.each(['whsec_', 'whsec_not base64', 'whsec_QUJ'])('is not sent with the secret %s', async (secret) => {
    const { received, sendAfter } = await signedBy(await engine.emptied(), secret);
    const { failed } = await sendAfter(0);
    expect(failed).toMatchObject([{ error: 'channel own, secret: whsec_ without base64 after it' }]);
    expect(received).toEqual([]);
  });
});

describe('the JSON Schema of webhooks', () => {
  const accepts = closedSchema('webhook.schema.json');

  it('has every topic', () => {
    const topics = SCHEMA.anyOf.map(
      (one: { properties: { topic: { const: string } } }) => one.properties.topic.const,
    );
    expect(topics).toEqual(Object.keys(MESSAGE_FACTS));
  });

  it.each(Object.entries(SAMPLES))('describes what is posted: %s', async (_name, sample) => {
    const [body] = await posted([sample]);
    expect(accepts(body), JSON.stringify(accepts.errors)).toBe(true);
    for (const key of Object.keys((body as { facts: object }).facts)) expectRefused(body, key);
  });

  /** A key of the facts with another type. */
  function expectRefused(body: unknown, key: string): void {
    const { facts, ...rest } = body as { readonly facts: object };
    expect(accepts({ ...rest, facts: { ...facts, [key]: { other: 'type' } } }), key).toBe(false);
  }
});

onEngines('the JSON Schema of webhooks', (engine) => {
  it('describes what runs, jobs and the watch report', async () => {
    const store = await engine.emptied();
    const alerts = await realAlerts(store);
    const topics = alerts.map(({ facts }) => facts.topic);
    expect(topics).toEqual(['findings', 'night', 'night', 'findings', 'recovered', 'jobs', 'jobs', 'watch']);
    const accepts = closedSchema('webhook.schema.json');
    for (const body of await posted(alerts, store))
      expect(accepts(body), JSON.stringify([body, accepts.errors])).toBe(true);
  });
});

/** Bodies as a receiver gets them. */
async function posted(alerts: readonly Alert[], store?: Store): Promise<unknown[]> {
  const { url, received } = await httpReceiver();
  if (store === undefined) {
    // Without a store: the outbox adds nothing to a body.
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    const sending = { settings, workingDirectory: '.', at: AT, timeoutMilliseconds: 600_000 };
    for (const alert of alerts)
      await send(
        targetsOf(settings)[0]!,
        { ...alert, channel: 'own', writtenAt: '2026-11-20 06:00:00+00' },
        sending,
      );
  } else {
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url, severity: 'low' }]);
    await write(store, settings, alerts);
    expect(await deliverAfter(store, settings, 7200)).toMatchObject({ sent: alerts.length, failed: [] });
  }
  return received.map(({ body }) => JSON.parse(body));
}

/** An alert of every topic, made by the parts of the program that make them. */
async function realAlerts(store: Store): Promise<Alert[]> {
  const settings = settingsWith([{ name: 'own', kind: 'webhook', url: 'http://127.0.0.1', severity: 'low' }]);
  const folder = temporaryFolder();
  const out = join(folder, 'reports');
  await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
  const morning = await publish(store, out, MORNING);
  const found = await store.session((session) => newestAlerts(session, settings));
  await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK], NOON);
  await publish(store, out, NOON);
  const solved = await store.session((session) => newestAlerts(session, settings));
  return [
    ...found,
    ...nightAlerts(morning, newsOf(morning), 'first'),
    ...solved,
    ...(await jobAlerts(store)),
    await store.session((session) => watchAlert(session, settings)),
  ];
}

async function newestAlerts(session: Session, settings: ReturnType<typeof settingsWith>): Promise<Alert[]> {
  const newest = session.db.selectFrom('runs').selectAll().orderBy('run_id', 'desc');
  const run = await newest.executeTakeFirstOrThrow();
  return runAlerts(session, settings, { runId: run.run_id, asOf: run.as_of } as Run);
}

async function jobAlerts(store: Store): Promise<Alert[]> {
  const run = {
    ...{
      job: 'nightly',
      region: 'EG',
      dueAt: AT,
      startedManually: false,
      date: '2026-11-19',
      replacesRuns: 1,
    },
    ...{ attempt: 4, failures: 3, isReported: true, fault: null },
  };
  const fault = new Fault('DATABASE_UNREACHABLE', { where: 'db', found: ['no answer', 'twice'] });
  const well = await store.session((session) => endRun(session, run, AT));
  return [failureAlert(run, fault, later(60)), ...well];
}

async function watchAlert(session: Session, settings: ReturnType<typeof settingsWith>): Promise<Alert> {
  const verdict = {
    ...{ state: 'unusual' as const, observed: 0, of: null, expected: 12.34, probability: 1.234e-9 },
    ...{ firstSlot: 0, endSlot: 12 },
  };
  const judgement = {
    measure: 'silent' as const,
    paymentMethod: 'PIX',
    merchantId: 'all',
    verdict,
    isCovered: false,
  };
  const region = settings.regions.find(({ name }) => name === 'BR')!;
  const seen = { region, at: instant(NOON), until: instant(NOON), dueSeconds: new Map() };
  const facts = await factsOf(session, settings, judgement, seen);
  return { key: 'watch 1', severity: 'critical', facts };
}
