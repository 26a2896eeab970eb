import { expect, it } from 'vitest';
import { onPostgresql } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { compareDay } from './compare-day.ts';
import { playDay } from './play-day.ts';

onPostgresql('a day of 5,000 orders from merchants over capture to the sandbox and back', (engine) => {
  it('closes without a difference', async () => {
    const day = { folder: temporaryFolder(), date: '2026-03-10', orders: 5000, seed: 11 };
    const played = await playDay(day);
    const { differences, orders } = await compareDay(await engine.open(), day, played);
    expect(differences).toEqual([]);
    expect(orders).toBe(5000);
  });
});
