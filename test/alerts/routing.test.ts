import { expect, it } from 'vitest';
import type { FindingGroup } from '../../src/alerts/alert.ts';
import { wanted } from '../../src/alerts/routing.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

const [HIGH, EGYPT] = parseSettings({
  alerts: {
    channels: [
      { name: 'high', kind: 'slack', url: 'https://hooks.example/T0', severity: 'high' },
      { name: 'egypt', kind: 'slack', url: 'https://hooks.example/T1', severity: 'low', regions: ['EG'] },
    ],
  },
}).alerts.channels;

it('a channel gets its own groups of findings, a hundred at most, and the number of all its findings', () => {
  const group = (index: number, more: Partial<FindingGroup> = {}): FindingGroup => ({
    ...{ code: 'AMOUNT_MISMATCH', severity: 'high', region: 'BR', date: '2026-11-19', orders: 2 },
    ...{ differences: [], requested: [], examples: [`ORDER${index}`], ...more },
  });
  const groups = Array.from({ length: 103 }, (_, index) => group(index));
  groups.push(group(103, { code: 'LATE_CALLBACK', severity: 'low', region: 'EG', orders: 7 }));
  const alert = {
    ...{ key: 'findings/1', severity: 'high' as const },
    facts: { topic: 'findings' as const, asOf: '2026-11-20T12:00:00Z', groups },
  };
  const [high, egypt] = [HIGH!, EGYPT!].map((channel) => wanted(alert, { channel } as never)!);
  expect(high!.facts).toMatchObject({ total: 206, groups: groups.slice(0, 100), more: 3 });
  expect(egypt).toMatchObject({ severity: 'low', facts: { total: 7, groups: groups.slice(103) } });
  expect(egypt!.facts).not.toHaveProperty('more');
});
