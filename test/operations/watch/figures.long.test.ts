/** On fewer months and outages than `npm run watch-figures` takes: what docs/guides/anomaly-watch.md says of them. */
import { expect, it } from 'vitest';
import { type Detection, detections, FAULTS, falseAlarms } from './figures.ts';

const of = (about: string): Detection[] =>
  detections(FAULTS.find((fault) => fault.about === about)!, [1, 2], 3);

it('a method that is silent is noticed within 35 minutes, also where the outage lasts an hour', () => {
  for (const about of ['PIX silent, all merchants', 'FAWRY silent, all merchants']) {
    for (const { outages, noticed, ninetieth } of of(about)) {
      expect(noticed).toBe(outages);
      expect(ninetieth).toBeLessThanOrEqual(35);
    }
  }
});

it('half as many paid is noticed within three hours', () => {
  const [, three, six] = of('PIX: half as many paid, all merchants');
  expect(three!.noticed).toBeGreaterThanOrEqual(5);
  expect(six!.noticed).toBe(6);
  expect(six!.median).toBeLessThanOrEqual(180);
});

it('late callbacks and other amounts are noticed within the hour', () => {
  for (const about of ['PIX: 30 % of callbacks late', 'FAWRY: 20 % of another amount']) {
    const [, three] = of(about);
    expect(three).toMatchObject({ noticed: 6 });
    expect(three!.ninetieth).toBeLessThanOrEqual(60);
  }
});

it('undisturbed traffic raises no alarm in the days around a change of the clock in Cairo, and none in São Paulo', () => {
  // From 2026-04-22 and from 2026-10-27 on.
  for (const region of ['EG', 'BR'] as const) expect(falseAlarms(region, [1], 5, 15).alarms).toEqual([]);
});
