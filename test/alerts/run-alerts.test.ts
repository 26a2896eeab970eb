import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FindingGroup } from '../../src/alerts/alert.ts';
import { runAlerts } from '../../src/alerts/run-alerts.ts';
import type { Store } from '../../src/database/store.ts';
import type { Run } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { EVIDENCE, feed, LATE_CALLBACK, MORNING, NOON, publish } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OPS = { name: 'ops', kind: 'slack', url: 'https://hooks.example/T0' };
const taking = (channel: object) => parseSettings({ alerts: { channels: [{ ...OPS, ...channel }] } });

/** What the newest run has to tell to channels, as topics with their groups. */
async function told(store: Store, channel: object): Promise<Record<string, readonly FindingGroup[]>> {
  return store.session(async (session) => {
    const run = await session.db
      .selectFrom('runs')
      .selectAll()
      .orderBy('run_id', 'desc')
      .executeTakeFirstOrThrow();
    const alerts = await runAlerts(session, taking(channel), { runId: run.run_id, asOf: run.as_of } as Run);
    return Object.fromEntries(
      alerts.map(({ facts }) => {
        if (facts.topic !== 'findings' && facts.topic !== 'recovered') throw new Error(facts.topic);
        return [facts.topic, facts.groups];
      }),
    );
  });
}

onEngines('what a run has to tell', (engine) => {
  async function books() {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const out = join(folder, 'reports');
    await feed(store, join(folder, 'day.ndjson'), EVIDENCE);
    await publish(store, out, MORNING);
    return { store, folder, out };
  }

  it('is what it found for the first time, by code, region and date, the highest severity first', async () => {
    const { store } = await books();
    expect(await told(store, { severity: 'medium' })).toEqual({
      findings: [
        {
          ...{ code: 'ORPHAN_CALLBACK', severity: 'high', region: 'BR', date: '2026-11-19', orders: 1 },
          ...{ differences: [], requested: [], examples: ['ORDER00004'] },
        },
        {
          ...{ code: 'STUCK_PROCESSING', severity: 'medium', region: 'BR', date: '2026-11-19', orders: 1 },
          ...{ differences: [], requested: [{ currency: 'BRL', minor: '12345' }], examples: ['ORDER00002'] },
        },
      ],
    });
  });

  it('is only what some channel takes: by severity, or by code whatever its severity', async () => {
    const { store } = await books();
    const codes = async (channel: object) =>
      ((await told(store, channel))['findings'] ?? []).map(({ code }) => code);
    expect(await codes({})).toEqual(['ORPHAN_CALLBACK']);
    expect(await codes({ rules: ['STUCK_PROCESSING'] })).toEqual(['STUCK_PROCESSING']);
    expect(await codes({ severity: 'critical' })).toEqual([]);
    expect(await codes({ topics: ['night'] })).toEqual([]);
    expect(await codes({ topics: ['recovered'] })).toEqual(['ORPHAN_CALLBACK']);
  });

  it('is nothing of what was found before, and that stuck orders were paid after all', async () => {
    const { store, folder, out } = await books();
    await feed(store, join(folder, 'late.ndjson'), [LATE_CALLBACK], NOON);
    await publish(store, out, NOON);
    const after = await told(store, { severity: 'medium' });
    expect(after['findings']?.map(({ code, differences }) => [code, differences])).toEqual([
      ['AMOUNT_MISMATCH', [{ currency: 'BRL', minor: '-45' }]],
    ]);
    expect(after['recovered']).toMatchObject([
      {
        ...{ code: 'STUCK_PROCESSING', orders: 1, examples: ['ORDER00002'] },
        requested: [{ currency: 'BRL', minor: '12345' }],
      },
    ]);
  });

  it('is no good news of stuck orders that nobody waits for any longer', async () => {
    const { store, out } = await books();
    await publish(store, out, '2026-12-01T12:00:00Z');
    expect(await told(store, { severity: 'low' })).toEqual({});
  });

  it('is good news of an orphan whose request was found', async () => {
    const { store, folder, out } = await books();
    const request = payInLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '700' });
    await feed(store, join(folder, 'found.ndjson'), [request], NOON);
    await publish(store, out, NOON);
    expect(await told(store, {})).toMatchObject({ recovered: [{ code: 'ORPHAN_CALLBACK', orders: 1 }] });
  });

  it('sums orders of one group by currency, and names three of them', async () => {
    const { store, folder, out } = await books();
    const lines = ['A', 'B', 'C', 'D'].flatMap((letter, index) => {
      const key = { orderNo: `ORDER1000${letter}`, tradeNo: `T1${letter}` };
      return [payInLine({ ...key, amount: '1000' }), callbackLine({ ...key, amount: String(990 + index) })];
    });
    await feed(store, join(folder, 'more.ndjson'), lines, NOON);
    await publish(store, out, NOON);
    expect((await told(store, {}))['findings']).toMatchObject([
      {
        ...{ code: 'AMOUNT_MISMATCH', orders: 4 },
        differences: [{ currency: 'BRL', minor: '-34' }],
        requested: [{ currency: 'BRL', minor: '4000' }],
        examples: ['ORDER1000A', 'ORDER1000B', 'ORDER1000C'],
      },
    ]);
  });
});
