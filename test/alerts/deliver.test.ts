import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { deliverAfter, HEARTBEAT, later, listed, settingsWith, stored, write } from './alert-books.ts';
import { type Answer, heldLimits, httpReceiver, taken } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const SECRET = 'hush-9-secret';
const JOBS = [SAMPLES['job-failed'], SAMPLES['job-well']];
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    // A server that repeats what it was told.
    response.writeHead(code, headers).end(`/${SECRET}`);
  };

onEngines('delivering', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.emptied();
  });

  it('posts what a webhook can check: a signature over time and body, and a name that stays the same', async () => {
    const folder = temporaryFolder();
    const { url, received } = await httpReceiver();
    writeFileSync(join(folder, 'key'), `${SECRET}\n`);
    writeFileSync(join(folder, 'url'), `${url}/hook\n`);
    const settings = settingsWith([
      { name: 'own', kind: 'webhook', urlFile: 'url', secretFile: 'key', language: 'pt' },
    ]);
    await write(store, settings, JOBS);
    expect(await deliverAfter(store, settings, 5, { workingDirectory: folder })).toEqual({
      sent: 2,
      postponed: 0,
      failed: [],
    });
    expect(await deliverAfter(store, settings, 10_000, { workingDirectory: folder })).toMatchObject({
      sent: 0,
    });
    const [first, second] = received;
    const body = JSON.parse(first!.body);
    expect(first).toMatchObject({ method: 'POST', path: '/hook' });
    expect(body).toEqual({
      id: first!.headers['idempotency-key'],
      topic: 'jobs',
      severity: 'high',
      sent: '2026-11-20T06:00:05Z',
      text: expect.stringContaining('A tarefa nightly (EG) está falhando: SOURCE_BROKEN'),
      facts: SAMPLES['job-failed'].facts,
    });
    const timestamp = first!.headers['x-payin-recon-timestamp'];
    expect(timestamp).toBe(String(later(5).seconds));
    const expected = createHmac('sha256', SECRET).update(`${timestamp}.${first!.body}`).digest('hex');
    expect(first!.headers['x-payin-recon-signature']).toBe(`sha256=${expected}`);
    expect(second!.headers['idempotency-key']).not.toBe(body.id);
    expect(await listed(store, settings)).toMatchObject([
      { state: 'sent', attempts: 1, sentAt: stored(5), lastError: null },
      { state: 'sent', attempts: 1 },
    ]);
  });

  it('posts text and blocks to Slack, and calls the heartbeat', async () => {
    const { url, received } = await httpReceiver();
    const settings = settingsWith([{ name: 'chat', kind: 'slack', url: `${url}/services/T0` }], {
      monitor: { heartbeatUrl: `${url}/ping?from=recon` },
    });
    await write(store, settings, [SAMPLES['job-failed'], HEARTBEAT]);
    expect(await deliverAfter(store, settings, 0)).toMatchObject({ sent: 2 });
    const chat = received.find(({ path }) => path === '/services/T0')!;
    expect(JSON.parse(chat.body)).toEqual({
      text: expect.stringContaining('*Job nightly (EG) fails: SOURCE_BROKEN*'),
      blocks: expect.arrayContaining([expect.objectContaining({ type: 'section' })]),
    });
    expect(received.find(({ path }) => path === '/ping?from=recon')).toMatchObject({
      method: 'GET',
      body: '',
    });
  });

  it('takes the oldest first, and no more than it is to', async () => {
    const { url, received } = await httpReceiver();
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
    await write(store, settings, [JOBS[1]!], later(0));
    await write(store, settings, [JOBS[0]!], later(-60));
    expect(await deliverAfter(store, settings, 0, { limit: 1 })).toMatchObject({ sent: 1, hasMore: true });
    expect(received.map(({ body }) => JSON.parse(body).severity)).toEqual(['high']);
  });

  describe('to a channel that is down', () => {
    it.each<[string, Answer, string]>([
      ['fails', status(500), 'HTTP 500'],
      ['refuses', status(404), 'HTTP 404'],
      ['leads elsewhere', status(302, { location: 'http://127.0.0.1:9/' }), 'HTTP 302'],
      ['hangs', () => undefined, 'no answer within 10 s'],
      ['hangs up', (response) => response.destroy(), 'the connection was closed'],
    ])('that %s tries once, and goes on with the others', async (_how, answer, error) => {
      const bad = await httpReceiver(answer);
      const good = await httpReceiver();
      const user = `http://recon:${SECRET}@${bad.host}/${SECRET}`;
      const settings = settingsWith([
        { name: 'bad', kind: 'webhook', url: user },
        { name: 'good', kind: 'webhook', url: good.url },
      ]);
      await write(store, settings, JOBS);
      const timeoutMilliseconds = error.startsWith('no answer') ? 10_000 : 600_000;
      const result = await deliverAfter(store, settings, 0, { timeoutMilliseconds });
      const failed = { channel: 'bad', topic: 'jobs', error: `${bad.host}: ${error}`, retrySeconds: 60 };
      expect(result).toEqual({ sent: 2, postponed: 0, failed: [failed] });
      expect(good.received).toHaveLength(2);
      expect(bad.received).toHaveLength(1);
      expect(bad.received[0]!.headers.authorization).toBe(
        `Basic ${Buffer.from(`recon:${SECRET}`).toString('base64')}`,
      );
      const list = await listed(store, settings);
      expect(list.slice(0, 2)).toMatchObject([
        { state: 'waiting', attempts: 1, dueAt: stored(60), lastError: `${bad.host}: ${error}` },
        { state: 'waiting', attempts: 0, dueAt: stored(0), lastError: null },
      ]);
      expect(JSON.stringify([result, list])).not.toContain(SECRET);
    });

    it.each([
      ['a number of seconds', '7200', 7200],
      ['a date', 'Fri, 20 Nov 2026 06:10:00 GMT', 600],
      ['a date of the second form', 'Friday, 20-Nov-26 06:10:00 GMT', 600],
      ['a date of the third form', 'Fri Nov 20 06:10:00 2026', 600],
      ['nothing that can be read', 'soon', 60],
      ['a number below zero', '-5', 60],
      ['a fraction', '5.5', 60],
      ['no time at all', '0', 60],
      ['a date that is past', 'Sun, 01 Nov 2015 06:10:00 GMT', 60],
      ['less than a minute', '2', 2],
      ['an absurd time', '999999999999', 86_400],
    ])('waits as long as the server asks by %s', async (_how, retryAfter, seconds) => {
      const { url } = await httpReceiver(status(429, { 'retry-after': retryAfter }));
      const settings = settingsWith([{ name: 'busy', kind: 'slack', url }]);
      await write(store, settings, [JOBS[0]!]);
      const { failed } = await deliverAfter(store, settings, 0);
      expect(failed).toMatchObject([{ error: expect.stringContaining('HTTP 429'), retrySeconds: seconds }]);
      expect(await listed(store, settings)).toMatchObject([{ dueAt: stored(seconds) }]);
    });

    it('tries again after growing pauses, and gives up what fails after seven days', async () => {
      const port = await freePort();
      const settings = settingsWith([
        { name: 'lost', kind: 'webhook', url: `http://127.0.0.1:${port}/${SECRET}` },
      ]);
      await write(store, settings, [JOBS[0]!]);
      const pauses: (number | undefined)[] = [];
      let now = 0;
      for (let attempt = 0; attempt < 7; attempt += 1) {
        // Nothing is tried before it is due.
        if (attempt > 0) expect((await deliverAfter(store, settings, now - 1)).failed).toEqual([]);
        const { failed } = await deliverAfter(store, settings, now);
        pauses.push(failed[0]!.retrySeconds);
        now += failed[0]!.retrySeconds!;
      }
      expect(pauses).toEqual([60, 120, 300, 900, 3600, 3600, 3600]);
      const week = 7 * 86_400;
      expect((await deliverAfter(store, settings, week - 3600)).failed[0]!.retrySeconds).toBe(3600);
      expect(await deliverAfter(store, settings, week)).toMatchObject({
        failed: [{ error: `given up: 127.0.0.1:${port}: ECONNREFUSED`, retrySeconds: undefined }],
      });
      expect(await deliverAfter(store, settings, 2 * week)).toEqual({ sent: 0, postponed: 0, failed: [] });
      const list = await listed(store, settings);
      expect(list).toMatchObject([{ state: 'given up', attempts: 9 }]);
      expect(JSON.stringify(list)).not.toContain(SECRET);
    });

    it('sends at once what a clock that was ahead has written or put off', async () => {
      let isUp = false;
      const { url, received } = await httpReceiver((response, request) =>
        (isUp ? taken : status(503))(response, request),
      );
      const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
      const day = 86_400;
      await write(store, settings, [JOBS[0]!], later(0));
      await write(store, settings, [JOBS[1]!], later(2 * day));
      // The first fails by the clock that is ahead, the second only then.
      expect(await deliverAfter(store, settings, 2 * day)).toMatchObject({ failed: [{ channel: 'own' }] });
      expect(await deliverAfter(store, settings, 2 * day)).toMatchObject({ failed: [{ channel: 'own' }] });
      expect(await deliverAfter(store, settings, 10)).toMatchObject({ failed: [{ channel: 'own' }] });
      expect(await deliverAfter(store, settings, 10)).toMatchObject({ failed: [{ channel: 'own' }] });
      // From now on they wait as others do.
      expect(await deliverAfter(store, settings, 12)).toMatchObject({ failed: [] });
      isUp = true;
      expect(await deliverAfter(store, settings, 140)).toMatchObject({ sent: 2, failed: [] });
      expect(received).toHaveLength(6);
    });

    it('sends again under the same name what the receiver took too late', async () => {
      const late: ServerResponse[] = [];
      const endLimits = heldLimits();
      let isLate = true;
      const { url, received } = await httpReceiver((response, request) => {
        if (!isLate) return taken(response, request);
        late.push(response);
        endLimits();
      });
      const settings = settingsWith([{ name: 'own', kind: 'webhook', url }]);
      await write(store, settings, [JOBS[0]!]);
      const first = await deliverAfter(store, settings, 0, { timeoutMilliseconds: 2000 });
      expect(first.failed).toMatchObject([{ error: expect.stringContaining('no answer within 2 s') }]);
      for (const response of late) response.end('ok');
      isLate = false;
      expect(await deliverAfter(store, settings, 60)).toMatchObject({ sent: 1 });
      const names = received.map(({ headers }) => headers['idempotency-key']);
      expect(names).toEqual([names[0], names[0]]);
    });

    it('calls no heartbeat 12 hours after its night, and calls that of a later one', async () => {
      let isUp = false;
      const endLimits = heldLimits();
      const { url, received } = await httpReceiver((response, request) =>
        isUp ? taken(response, request) : endLimits(),
      );
      const settings = settingsWith([], { monitor: { heartbeatUrl: url } });
      const hours = 3600;
      await write(store, settings, [HEARTBEAT]);
      const hanging = await deliverAfter(store, settings, 0, { timeoutMilliseconds: 500 });
      expect(hanging.failed).toMatchObject([{ error: expect.stringContaining('no answer within 0.5 s') }]);
      isUp = true;
      await write(store, settings, [{ ...HEARTBEAT, key: 'next' }], later(11 * hours));
      const failed = [{ channel: 'heartbeat', error: expect.stringContaining('given up: 12 hours after') }];
      expect(await deliverAfter(store, settings, 12 * hours)).toMatchObject({ sent: 0, failed });
      expect(received).toHaveLength(1);
      expect(await deliverAfter(store, settings, 12 * hours + 1)).toMatchObject({ sent: 1, failed: [] });
      expect(received).toHaveLength(2);
      expect(await listed(store, settings)).toMatchObject([{ state: 'given up' }, { state: 'sent' }]);
    });

    it('says why an address cannot be had, and not what it is', async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'mail'), `https://${SECRET}.example`);
      writeFileSync(join(folder, 'key'), '');
      writeFileSync(join(folder, 'hook'), `https://u:50%${SECRET}@hooks.example`);
      const { url, received } = await httpReceiver();
      const settings = settingsWith([
        { name: 'a-file', kind: 'slack', urlFile: 'lost' },
        { name: 'b-program', kind: 'slack', urlCommand: ['no-such-program', SECRET] },
        { name: 'c-mail', kind: 'email', urlFile: 'mail', from: 'a@b.example', to: ['c@d.example'] },
        { name: 'd-key', kind: 'webhook', url, secretFile: 'key' },
        { name: 'e-hook', kind: 'webhook', urlFile: 'hook' },
      ]);
      await write(store, settings, [JOBS[0]!]);
      const { failed } = await deliverAfter(store, settings, 0, { workingDirectory: folder });
      const errors = Object.fromEntries(failed.map(({ channel, error }) => [channel, error]));
      expect(errors).toEqual({
        'a-file': 'channel a-file, urlFile lost: no such file',
        'b-program': 'channel b-program, urlCommand (no-such-program …): no such program',
        'c-mail': 'channel c-mail, url: not an address such as smtp://user@host:587, or smtps://',
        'd-key': 'channel d-key, secretFile key: nothing',
        'e-hook':
          'channel e-hook, url: not an address in which each % begins an escape, such as %25 for % itself',
      });
      expect(received).toEqual([]);
    });
  });

  it('leaves messages to a channel that is not set up any more, and says so', async () => {
    const before = settingsWith([{ name: 'gone', kind: 'slack', url: 'http://127.0.0.1:9/' }]);
    await write(store, before, [JOBS[0]!]);
    const settings = settingsWith([]);
    expect(await deliverAfter(store, settings, 0)).toEqual({ sent: 0, postponed: 0, failed: [] });
    expect(await listed(store, settings)).toMatchObject([
      { state: 'no channel', channel: 'gone', attempts: 0 },
    ]);
  });

  it('lets a night wait for its files for an hour, and then goes without them', async () => {
    const folder = temporaryFolder();
    const { url, received } = await httpReceiver();
    const settings = settingsWith([{ name: 'own', kind: 'webhook', url }], { out: 'reports' });
    await write(store, settings, [SAMPLES.night, SAMPLES['night-unchanged'], SAMPLES['night-provisional']]);
    const at = (seconds: number) => deliverAfter(store, settings, seconds, { workingDirectory: folder });
    // That without a version has no files to wait for.
    expect(await at(0)).toEqual({ sent: 1, postponed: 2, failed: [] });
    expect((await listed(store, settings))[0]).toMatchObject({ attempts: 0, dueAt: stored(60) });
    mkdirSync(join(folder, 'reports/2026-11-19/BR/v3'), { recursive: true });
    expect(await at(60)).toEqual({ sent: 1, postponed: 1, failed: [] });
    expect(await at(3600)).toEqual({ sent: 1, postponed: 0, failed: [] });
    expect(received.map(({ body }) => JSON.parse(body).facts.region)).toEqual(['other', 'BR', 'EG']);
  });
});
