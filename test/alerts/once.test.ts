import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { ended } from '../cli/command.ts';
import { onEngines, onPostgresql, type TestDatabase } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { deliverAfter, settingsWith, write } from './alert-books.ts';
import { httpReceiver, mailReceiver, taken } from './receivers.ts';
import { SAMPLES } from './sample-alerts.ts';

const PROGRAM = fileURLToPath(new URL('./deliver-program.ts', import.meta.url));

/** Starts a process that delivers, and ends with the test at the latest. */
function startDelivery(database: TestDatabase, channels: readonly unknown[]) {
  const input = { ...database.settings, alerts: { channels } };
  const words = [PROGRAM, JSON.stringify(input), temporaryFolder(), '2026-11-20T06:00:00Z'];
  const child = spawn(process.execPath, words, { stdio: 'pipe' });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

const MAIL = { name: 'mail', kind: 'email', from: 'recon@shop.example', to: ['a@shop.example'] };

onEngines('a process that is killed when a message was sent and before that was noted', (engine) => {
  it('leaves it to be sent again under the same name, and nothing else', async () => {
    let kill: (() => void) | undefined;
    const hook = await httpReceiver((response, request) => {
      // It has arrived; who sent it never learns that.
      if (kill !== undefined) return kill();
      taken(response, request);
    });
    const database = await engine.database();
    const channels = [{ name: 'hook', kind: 'webhook', url: hook.url }];
    const input = { ...database.settings, alerts: { channels } };
    const settings = parseSettings(input);
    const before = await database.open();
    await write(before, settings, [SAMPLES['job-failed'], SAMPLES['job-well']]);
    await before.close();

    const child = startDelivery(database, channels);
    kill = () => child.kill('SIGKILL');
    await ended(child);
    expect(child.signalCode).toBe('SIGKILL');
    expect(hook.received).toHaveLength(1);

    kill = undefined;
    const store = await database.open();
    // The server lets the claim go when it notices that the process is gone.
    while (hook.received.length < 3) {
      await deliverAfter(store, settings, 0);
      await setTimeout(20);
    }
    expect(await deliverAfter(store, settings, 0)).toMatchObject({ sent: 0 });
    const [first, ...rest] = hook.received.map(({ headers }) => headers['idempotency-key']);
    expect(rest).toHaveLength(2);
    expect(rest.filter((key) => key === first)).toHaveLength(1);
  });
});

onPostgresql('several that deliver at once', (engine) => {
  it('send each message once', async () => {
    const hook = await httpReceiver((response) => void setTimeout(5).then(() => response.end()));
    const { mails, url } = await mailReceiver();
    const database = await engine.database();
    const channels = [
      { name: 'hook', kind: 'webhook', url: hook.url },
      { ...MAIL, url },
    ];
    const settings = settingsWith(channels);
    const store = await database.open();
    const alerts = Array.from({ length: 20 }, (_, index) => ({
      ...SAMPLES['job-failed'],
      key: `jobs ${index}`,
    }));
    await write(store, settings, alerts);
    const other = await database.open();
    const child = startDelivery(database, channels);
    const outcome = ended(child);
    const results = await Promise.all([
      deliverAfter(store, settings, 0),
      deliverAfter(store, settings, 0),
      deliverAfter(other, settings, 0),
    ]);
    const { stdout, stderr } = await outcome;
    expect(stderr).toBe('');
    const all = [...results, JSON.parse(stdout)];
    expect(all.flatMap(({ failed }) => failed)).toEqual([]);
    expect(all.reduce((sum, { sent }) => sum + sent, 0)).toBe(40);
    expect(new Set(hook.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
    expect(hook.received).toHaveLength(20);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(20);
    expect(mails).toHaveLength(20);
  });

  it('send while another connection holds the lock of the store', async () => {
    const hook = await httpReceiver();
    const settings = settingsWith([{ name: 'hook', kind: 'webhook', url: hook.url }]);
    const store = await engine.emptied();
    await write(store, settings, [SAMPLES['job-failed']]);
    await store.exclusively(async () => {
      expect(await deliverAfter(store, settings, 0)).toMatchObject({ sent: 1 });
    });
  });
});
