/** Which hour or day a file is of by its name: as Luxon reads it in the zone, without asking it for every name. */
import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { expect, it, vi } from 'vitest';
import { ExpectedName } from '../../src/coverage/expected-files.ts';
import { endingAfter, joined, type Stretch } from '../../src/coverage/stretch.ts';
import { expectedNames, formatOf, unitOf } from '../../src/settings/expected-name.ts';

const HOUR = 3600;
const DAY = 86_400;

const PATTERNS = [
  'callbacks-{yyyy-MM-dd-HH}.ndjson',
  'Calls.{yyyy}.{M}.{d}-{h}{a}.csv',
  '{yyyyMMddHH}',
  '{ooo}-{yyyy}/{HH}.ndjson.gz',
  '{kkkk-WW-E}+{HH}.csv',
  'hours/{yyyy-MM-dd-HH}{ZZ}.csv',
  'pay-ins-{yyyyMMdd}.csv',
  '(day) {d LLL yy}.csv',
  '{EEEE, d LLLL yyyy}',
  '{yyyy-ooo}$.csv',
] as const;

const ZONES = Intl.supportedValuesOf('timeZone');

/** As it was read before: by Luxon, in the zone. */
function byLuxon(pattern: string, path: string, zone: string): Stretch | undefined {
  const name = path.split(/[\\/]/).slice(-pattern.split('/').length).join('/');
  const start = DateTime.fromFormat(name, formatOf(pattern), { zone, locale: 'en-US' });
  if (!start.isValid) return undefined;
  const next = unitOf(pattern) === 'hour' ? start.plus({ hour: 1 }) : start.plus({ day: 1 }).startOf('day');
  return { from: start.toSeconds(), to: next.toSeconds() };
}

/** Hours of a local clock near one of its changes, or any. */
const moments = fc.oneof(
  fc
    .record({
      zone: fc.constantFrom(
        ...['Africa/Cairo', 'America/Sao_Paulo', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Amman'],
        ...['Europe/London', 'Pacific/Apia', 'Africa/Casablanca', 'America/Caracas', 'Asia/Gaza'],
      ),
      year: fc.integer({ min: 2005, max: 2030 }),
      change: fc.nat(3),
      hours: fc.integer({ min: -80, max: 80 }),
    })
    .map(({ zone, year, change, hours }) => {
      const changes = changesIn(zone, year);
      const at = changes[change % Math.max(1, changes.length)] ?? Date.UTC(year) / 1000;
      return { zone, at: at + hours * HOUR };
    }),
  fc.record({
    zone: fc.constantFrom(...ZONES),
    at: fc.integer({ min: 0, max: Date.UTC(2039) / 1000 / HOUR }).map((hours) => hours * HOUR),
  }),
);

const known = new Map<string, number[]>();

/** The beginnings of the days in UTC on which the offset changes. */
function changesIn(zone: string, year: number): number[] {
  const key = `${zone} ${year}`;
  const own = IANAZone.create(zone);
  const found = known.get(key) ?? [];
  if (known.has(key)) return found;
  const begins = Date.UTC(year) / 1000;
  for (let day = begins; day < begins + 366 * DAY; day += DAY)
    if (own.offset(day * 1000) !== own.offset((day + DAY) * 1000)) found.push(day);
  known.set(key, found);
  return found;
}

it('is the stretch that Luxon finds, whatever name, zone and hour', () => {
  expect(expectedNames.safeParse(PATTERNS).success).toBe(true);
  fc.assert(
    fc.property(
      fc.constantFrom(...PATTERNS),
      moments,
      fc.constantFrom('', 'logs/', 'C:\\logs\\'),
      fc.oneof(
        { weight: 6, arbitrary: fc.constant((name: string) => name) },
        fc.constant((name: string) => name.toUpperCase()),
        fc.tuple(fc.nat(30), fc.constantFrom('', '0', '9', 'x', '-')).map(
          ([at, text]) =>
            (name: string) =>
              name.slice(0, at) + text + name.slice(at + 1),
        ),
      ),
      (pattern, { zone, at }, folder, changed) => {
        // As if the clock were at UTC: so there are names of hours that the zone skips, too.
        const written = DateTime.fromSeconds(at, { zone: 'UTC' }).toFormat(formatOf(pattern), {
          locale: 'en-US',
        });
        const path = folder + changed(written);
        expect(new ExpectedName(pattern).stretchOf(path, zone)).toEqual(byLuxon(pattern, path, zone));
      },
    ),
    { numRuns: 400 },
  );
});

it('is found without asking for the offset of each name', () => {
  const name = new ExpectedName('callbacks-{yyyy-MM-dd-HH}.ndjson');
  const begins = Date.UTC(2025) / 1000;
  const names = Array.from({ length: 365 * 24 }, (_, hour) => {
    const at = DateTime.fromSeconds(begins + hour * HOUR, { zone: 'UTC' });
    return at.toFormat("'callbacks-'yyyy-MM-dd-HH'.ndjson'");
  });
  const asked = vi.spyOn(IANAZone.prototype, 'offset');
  const read = names.map((one) => name.stretchOf(one, 'Africa/Cairo')!);
  // The year begins two hours earlier there. Of the hours skipped and repeated, each is one stretch.
  const [from, until] = [begins - 2 * HOUR, begins + 365 * DAY - 2 * HOUR];
  expect(name.missing(read, 'Africa/Cairo', from, until)).toEqual([]);
  const count = asked.mock.calls.length;
  asked.mockRestore();
  expect(count).toBeLessThan(names.length);
});

it('of stretches that are joined, the first that ends after a moment is found', () => {
  const stretch = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(stretch), fc.nat(70), (some, moment) => {
      const all = joined(some.map(([from, length]) => ({ from, to: from + length })));
      expect(endingAfter(all, moment)).toEqual(all.find(({ to }) => to > moment));
    }),
  );
});
