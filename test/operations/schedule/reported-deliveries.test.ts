/** Which messages the failing runs of the job that delivers give. */
import { expect, it } from 'vitest';
import type { JobFacts } from '../../../src/alerts/alert.ts';
import { Fault } from '../../../src/errors.ts';
import { onEngines } from '../../support/engines.ts';
import { HOURLY, jobLedger } from './job-ledger.ts';

onEngines('runs of a job', (engine) => {
  it('that fail by a delivery are reported again where another fails too, and not by how often', async () => {
    const { begin, ill } = await jobLedger(engine, [HOURLY]);
    const told: string[] = [];
    const failing = ['a', 'a', 'a', 'a', 'a, b', 'a, b', 'b', 'a, b', undefined, 'b'];
    for (const [index, where] of failing.entries()) {
      const at = `2026-10-24T${String(index + 10)}:06:00Z`;
      await begin(at);
      const detail = { ...(where === undefined ? {} : { where }), found: [`${index} attempts`] };
      const alerts = await ill(at, new Fault('DELIVERY_FAILED', detail));
      told.push(...alerts.map(({ facts }) => `${index} ${(facts as JobFacts).fault!.where}`));
    }
    expect(told).toEqual(['2 a', '4 a, b', '7 a, b', '9 b']);
  });

  it('that fail by a delivery are reported once, also where it is named as lasting only after the message', async () => {
    const { begin, ill } = await jobLedger(engine, [HOURLY]);
    const told: string[] = [];
    const failing: [found: string[], where?: string][] = [
      ...[[['a']], [['a']], [['a', 'b']]].map(([found]) => [found!] as [string[]]),
      // Each comes to be lasting.
      ...([
        [['a', 'b'], 'a'],
        [['a', 'b'], 'a, b'],
      ] as [string[], string][]),
      // Another one fails, at first not lasting; and one that had been sent again.
      ...([[['b', 'c'], 'b'], [['c']], [['c'], 'c'], [['c', 'a'], 'c'], [['c', 'a'], 'a, c']] as [
        string[],
        string,
      ][]),
    ];
    for (const [index, [names, where]] of failing.entries()) {
      const at = `2026-10-24T${String(index + 10)}:06:00Z`;
      await begin(at);
      const found = names.map((name) => `delivery ${name}, 2026-10-23 BR v1: ${index} attempts`);
      const alerts = await ill(
        at,
        new Fault('DELIVERY_FAILED', { found, ...(where === undefined ? {} : { where }) }),
      );
      told.push(...alerts.map(({ facts }) => `${index} ${(facts as JobFacts).fault!.where}`));
    }
    expect(told).toEqual(['2 undefined', '7 c', '9 a, c']);
  });
});
