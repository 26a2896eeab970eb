import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { SettingsInput } from '../../src/settings/schema.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dueAtMoments, NEVER } from './due-at-moments.ts';

const [BRAZIL] = parseSettings({}).regions as NonNullable<SettingsInput['regions']>;

onEngines('what is due', (engine) => {
  const schedule = (more: SettingsInput = {}) => dueAtMoments(engine, more);

  it('is done, told by mail or hook, and the heartbeat sent once every region has had its own', async () => {
    const hook = await httpReceiver();
    const call = await httpReceiver();
    const { at } = await schedule({
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['night'] }] },
      monitor: { heartbeatUrl: `${call.url}/ping` },
    });
    await at('2026-11-19T12:00:00Z');
    // Egypt's night, and that of orders without a region; Brazil still has its evening.
    expect(await at('2026-11-20T02:31:00Z')).toEqual([]);
    expect(call.received).toEqual([]);
    expect(await at('2026-11-20T05:31:00Z')).toEqual([]);
    expect(call.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /ping']);
    const nights = hook.received.map(({ body }) => JSON.parse(body).facts);
    expect(nights.map(({ region, date }) => `${region} ${date}`)).toEqual(['EG 2026-11-19', 'BR 2026-11-19']);
    expect(await at('2026-11-20T05:40:00Z')).toEqual([]);
    expect(hook.received).toHaveLength(2);
  });

  it('is tried again where it fails, told after some failures, and when it is well again; no heartbeat before', async () => {
    const hook = await httpReceiver();
    const call = await httpReceiver();
    const out = join(temporaryFolder(), 'reports');
    const { at, lines } = await schedule({
      out,
      regions: [BRAZIL!],
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['jobs'] }] },
      monitor: { heartbeatUrl: call.url },
    });
    await at('2026-11-20T02:00:00Z');
    // The night of orders without a region; nothing is published of it.
    expect(await at('2026-11-20T02:30:00Z')).toEqual([]);
    rmSync(out, { recursive: true, force: true });
    writeFileSync(out, 'no folder');
    const failure = { code: 'FOLDER_NOT_WRITABLE' };
    expect(await at('2026-11-20T05:30:00Z')).toMatchObject([failure]);
    expect(hook.received).toEqual([]);
    expect(await at('2026-11-20T05:30:30Z')).toEqual([]);
    expect(await at('2026-11-20T05:31:00Z')).toMatchObject([failure]);
    expect(hook.received.map(({ body }) => JSON.parse(body).facts)).toMatchObject([
      { job: 'nightly', region: 'BR', date: '2026-11-19', failures: 2, fault: failure },
    ]);
    rmSync(out);
    expect(await at('2026-11-20T05:36:00Z')).toEqual([]);
    expect(hook.received).toHaveLength(2);
    expect(JSON.parse(hook.received[1]!.body).facts).not.toHaveProperty('fault');
    expect(call.received).toHaveLength(1);
    const failed = lines.filter(({ level }) => level === 'error');
    expect(failed).toHaveLength(2);
    for (const line of failed) {
      expect(line).toMatchObject({ job: 'nightly', region: 'BR', dueAt: '2026-11-20T05:30:00Z' });
    }
  });

  it('is done with what there is where a source cannot be read, which is said, and told by the job that reads', async () => {
    const hook = await httpReceiver();
    const { at, lines } = await schedule({
      ingest: { folders: [join(temporaryFolder(), 'lost.ndjson')], workers: 0 },
      regions: [BRAZIL!],
      jobs: { ingest: '30 5 * * *', watch: NEVER, verify: NEVER, attempts: 1 },
      alerts: { channels: [{ name: 'hook', kind: 'webhook', url: hook.url, topics: ['jobs', 'night'] }] },
    });
    await at('2026-11-20T04:00:00Z');
    expect(await at('2026-11-20T05:30:00Z')).toMatchObject([{ code: 'SOURCE_NOT_FOUND' }]);
    expect(hook.received.map(({ body }) => JSON.parse(body).facts)).toMatchObject([
      { topic: 'jobs', job: 'ingest', fault: { code: 'SOURCE_NOT_FOUND' } },
    ]);
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { job: 'nightly', fault: { code: 'SOURCE_NOT_FOUND' }, msg: 'done with what there is' },
    ]);
  });
});
