import { expect, it } from 'vitest';
import { SANDBOX_FAULTS } from '../../src/settings/sandbox.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compareDay } from './compare-day.ts';
import { playDay } from './play-day.ts';

onEngines('a day from merchants over capture to the sandbox and back, with every fault', (engine) => {
  it('is reported as the sandbox knows it to be true, order by order', async () => {
    const day = { folder: temporaryFolder(), date: '2026-11-19', orders: 600, seed: 3 };
    const played = await playDay(day);
    const faults = new Set(played.orders.map(({ order }) => order.fault));
    for (const fault of Object.keys(SANDBOX_FAULTS)) expect(faults).toContain(fault);
    const { differences, orders, counts } = await compareDay(await engine.open(), day, played);
    expect(differences).toEqual([]);
    expect(orders).toBe(600);
    for (const seen of ['MATCHED', 'MISMATCH', 'STUCK', 'REJECTED']) expect(counts[seen]).toBeGreaterThan(0);
  });
});
