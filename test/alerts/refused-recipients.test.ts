/** Mails that their server takes for some recipients and refuses for others. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/database/store.ts';
import { onEngines } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { deliverAfter, later, listed, settingsWith, stored, write } from './alert-books.ts';
import { httpReceiver, mailReceiver } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const [FINANCE, ANA, EVA] = ['finance@shop.example', 'ana@shop.example', 'eva@shop.example'] as const;
const DAY = 86_400;
const GREYLISTED = 450;
const UNKNOWN = 550;
const channelOf = (url: string, others: Readonly<Record<string, unknown>> = {}) => ({
  ...{ name: 'finance', kind: 'email', url, from: 'Recon <recon@shop.example>', to: [FINANCE, ANA] },
  ...others,
});
const message = (key: string) => ({ ...SAMPLES['job-failed'], key });

/** A mail server that refuses some recipients; `told` gives the recipients that it was asked for since it was called last. */
async function refusing(refused: Map<string, number>) {
  const asked: string[] = [];
  const receiver = await mailReceiver({
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address);
      const responseCode = refused.get(address);
      done(responseCode === undefined ? null : Object.assign(new Error(`no ${address}`), { responseCode }));
    },
  });
  const told = () => asked.splice(0);
  return { ...receiver, told, why: `127.0.0.1:${receiver.port}: refused for` };
}

onEngines('a mail that is refused for some recipients', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await engine.emptied();
  });

  it('is sent again to these alone, under the same Message-ID, until everybody has it', async () => {
    const refused = new Map([[ANA, GREYLISTED]]);
    const { url, mails, told, why } = await refusing(refused);
    const settings = settingsWith([channelOf(url)]);
    await write(store, settings, [SAMPLES['job-failed']]);
    const error = `${why} ${ANA} (SMTP 450); sent to the other recipients`;
    const failed = { channel: 'finance', topic: 'jobs', error };
    expect(await deliverAfter(store, settings, 0)).toEqual({
      ...{ sent: 0, postponed: 0 },
      failed: [{ ...failed, retrySeconds: 60, isPartlySent: true }],
    });
    expect(told()).toEqual([FINANCE, ANA]);
    const waiting = { state: 'waiting', lastError: error, sentTo: [FINANCE], notSentTo: [ANA] };
    expect(await listed(store, settings)).toMatchObject([{ ...waiting, attempts: 1, dueAt: stored(60) }]);

    // Nobody else has news of it, and the pauses are those of any message.
    expect((await deliverAfter(store, settings, 59)).failed).toEqual([]);
    const again = await deliverAfter(store, settings, 60);
    expect(again).toEqual({ sent: 0, postponed: 0, failed: [{ ...failed, retrySeconds: 120 }] });
    expect(await listed(store, settings)).toMatchObject([{ ...waiting, attempts: 2, dueAt: stored(180) }]);

    refused.clear();
    expect(await deliverAfter(store, settings, 180)).toEqual({ sent: 1, postponed: 0, failed: [] });
    expect(told()).toEqual([ANA, ANA]);
    expect(mails.map(({ messageId }) => messageId)).toEqual([mails[0]!.messageId, mails[0]!.messageId]);
    expect(mails.map(({ to }) => [to].flat()[0]!.text)).toEqual(Array(2).fill(`${FINANCE}, ${ANA}`));
    expect(await listed(store, settings)).toMatchObject([
      { state: 'sent', attempts: 3, sentAt: stored(180), lastError: null, sentTo: null, notSentTo: null },
    ]);
    expect(await deliverAfter(store, settings, 2 * DAY)).toEqual({ sent: 0, postponed: 0, failed: [] });
  });

  it('holds up no other message to the others, also if they are refused for good', async () => {
    const { url, mails, told } = await refusing(new Map([[ANA, UNKNOWN]]));
    const settings = settingsWith([channelOf(url)]);
    await write(store, settings, [message('1'), message('2'), message('3')]);
    const first = await deliverAfter(store, settings, 0);
    expect(first.failed).toMatchObject(Array(3).fill({ retrySeconds: 60, isPartlySent: true }));
    expect(mails).toHaveLength(3);
    // What nobody has comes first, however much waits for a recipient, and an attempt that reaches nobody ends the call.
    await write(store, settings, [message('4')], later(100));
    told();
    const second = await deliverAfter(store, settings, 100);
    expect(second.failed).toMatchObject([{ retrySeconds: 60 }, { retrySeconds: 120 }]);
    expect(told()).toEqual([FINANCE, ANA, ANA]);
    expect(mails).toHaveLength(4);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
  });

  it('waits in turns, so that who is refused for good holds up nobody who is refused for now', async () => {
    const refused = new Map<string, number>([[ANA, UNKNOWN]]);
    const { url, told } = await refusing(refused);
    const settings = settingsWith([channelOf(url, { to: [FINANCE, ANA, EVA] })]);
    await write(store, settings, [message('1'), message('2')]);
    await deliverAfter(store, settings, 0);
    refused.set(EVA, GREYLISTED);
    await write(store, settings, [message('3')], later(1));
    await deliverAfter(store, settings, 1);
    refused.delete(EVA);
    told();
    // The first message is due again before the others had their turn.
    for (const seconds of [61, 200, 201]) await deliverAfter(store, settings, seconds);
    expect(told()).toEqual([ANA, ANA, ANA, EVA, ANA]);
    const held = { sentTo: [FINANCE, EVA], notSentTo: [ANA] };
    expect(await listed(store, settings)).toMatchObject([3, 2, 2].map((attempts) => ({ ...held, attempts })));
  });

  it('is given up after seven days, and says who has it', async () => {
    const { url, why } = await refusing(new Map([[ANA, UNKNOWN]]));
    const settings = settingsWith([channelOf(url)]);
    await write(store, settings, [SAMPLES['job-failed']]);
    await deliverAfter(store, settings, 0);
    const { failed } = await deliverAfter(store, settings, 7 * DAY);
    const lastError = `given up: ${why} ${ANA} (SMTP 550); sent to the other recipients`;
    expect(failed).toMatchObject([{ error: lastError, retrySeconds: undefined }]);
    const given = { state: 'given up', lastError, sentTo: [FINANCE], notSentTo: [ANA] };
    expect(await listed(store, settings)).toMatchObject([given]);
    expect(await deliverAfter(store, settings, 8 * DAY)).toEqual({ sent: 0, postponed: 0, failed: [] });
  });

  it('is remembered for who has it while its server is away, and its channel too', async () => {
    const refused = new Map([[ANA, GREYLISTED]]);
    const { url, told } = await refusing(refused);
    const settings = settingsWith([channelOf(url)]);
    await write(store, settings, [message('1'), message('2')]);
    await deliverAfter(store, settings, 0);
    const port = await freePort();
    const down = settingsWith([channelOf(`smtp://127.0.0.1:${port}`)]);
    const error = `127.0.0.1:${port}: ECONNREFUSED`;
    expect((await deliverAfter(store, down, 60)).failed).toMatchObject([{ error, retrySeconds: 120 }]);
    const held = { sentTo: [FINANCE], notSentTo: [ANA] };
    expect(await listed(store, down)).toMatchObject([{ ...held, lastError: error }, held]);
    refused.clear();
    told();
    expect(await deliverAfter(store, settings, 180)).toMatchObject({ sent: 2, failed: [] });
    expect(told()).toEqual([ANA, ANA]);

    refused.set(ANA, UNKNOWN);
    await write(store, settings, [message('3')]);
    await deliverAfter(store, settings, 180);
    const without = settingsWith([]);
    await deliverAfter(store, without, 7 * DAY);
    const gone = { state: 'given up', lastError: 'given up: its channel is not in the settings' };
    expect((await listed(store, without))[0]).toMatchObject({ ...gone, ...held });
  });

  it('waits for nobody whom the settings no longer name', async () => {
    const { url, told, why } = await refusing(new Map([[ANA, UNKNOWN]]));
    const settings = settingsWith([channelOf(url)]);
    await write(store, settings, [SAMPLES['job-failed']]);
    await deliverAfter(store, settings, 0);
    told();
    // Another spelling of the same address.
    const left = settingsWith([channelOf(url, { to: [`Finance <${FINANCE}>`] })]);
    expect(await deliverAfter(store, left, 60)).toEqual({ sent: 1, postponed: 0, failed: [] });
    expect(told()).toEqual([]);
    expect(await listed(store, left)).toMatchObject([
      {
        ...{ state: 'sent', attempts: 1, sentAt: stored(60), sentTo: [FINANCE], notSentTo: [ANA] },
        lastError: `${why} ${ANA} (SMTP 550); sent to the other recipients`,
      },
    ]);
  });

  it('knows recipients by their addresses, also those who share an entry or have a domain of other letters', async () => {
    if (!engine.isEnough) return expect(engine.name).toBe('embedded');
    const refused = new Map([[ANA, GREYLISTED]]);
    const { url, told } = await refusing(refused);
    const to = [`Team <${FINANCE}>, ${ANA}`, 'Zé <Ze@LOJA-ação.example>'];
    const settings = settingsWith([channelOf(url, { to })]);
    await write(store, settings, [SAMPLES['job-failed']]);
    await deliverAfter(store, settings, 0);
    // The server writes the domain as people do.
    expect(told()).toEqual([FINANCE, ANA, 'Ze@loja-ação.example']);
    expect(await listed(store, settings)).toMatchObject([
      { sentTo: [FINANCE, expect.stringMatching(/^Ze@xn--loja-/)], notSentTo: [ANA] },
    ]);
    refused.clear();
    expect(await deliverAfter(store, settings, 60)).toMatchObject({ sent: 1, failed: [] });
    expect(told()).toEqual([ANA]);
  });

  it('has its reports each time, and delays no heartbeat and no program', async () => {
    const workingDirectory = temporaryFolder();
    const version = join(workingDirectory, 'reports/2026-11-19/BR/v3');
    mkdirSync(version, { recursive: true });
    writeFileSync(join(version, 'orders.csv'), 'a\n');
    const refused = new Map([[ANA, GREYLISTED]]);
    const { url, mails } = await refusing(refused);
    const hook = await httpReceiver();
    const settings = settingsWith(
      [channelOf(url, { attach: ['orders'] }), { name: 'own', kind: 'webhook', url: hook.url }],
      { out: 'reports', monitor: { heartbeatUrl: `${hook.url}/ping` } },
    );
    const beat = { date: '2026-11-19', region: 'BR' };
    const heartbeat = { key: 'beat', severity: 'low', facts: { topic: 'heartbeat', ...beat } } as const;
    await write(store, settings, [SAMPLES.night, heartbeat]);
    const first = await deliverAfter(store, settings, 0, { workingDirectory });
    expect(first).toMatchObject({ sent: 2, postponed: 0, failed: [{ topic: 'night' }] });
    expect(hook.received.map(({ path }) => path).sort()).toEqual(['/', '/ping']);
    refused.clear();
    expect(await deliverAfter(store, settings, 60, { workingDirectory })).toMatchObject({ sent: 1 });
    const names = mails.map(({ attachments }) => attachments.map(({ filename }) => filename));
    expect(names).toEqual(Array(2).fill(['orders-BR-2026-11-19-v3.csv']));
  });
});
