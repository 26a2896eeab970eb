/** Which files of a name are missing: as many as a plain walk over all hours or days finds, without one. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { expect, it, vi } from 'vitest';
import { ExpectedName } from '../../src/coverage/expected-files.ts';
import { type Stretch, without } from '../../src/coverage/stretch.ts';

const HOURLY = 'callbacks-{yyyy-MM-dd-HH}.ndjson' as const;
const DAILY = 'pay-ins-{yyyyMMdd}.csv';
const FORMATS = { [HOURLY]: "'callbacks-'yyyy-MM-dd-HH'.ndjson'", [DAILY]: "'pay-ins-'yyyyMMdd'.csv'" };
const HOUR = 3600;
const secondsOf = (time: string) => Date.parse(time) / 1000;

/** Every file of a stretch with its name, one after the other. Hours of one name, as a clock repeats one, have one file. */
function filesOf(pattern: keyof typeof FORMATS, zone: string, from: number, until: number) {
  const unit = pattern === HOURLY ? 'hour' : 'day';
  const next = (time: DateTime) =>
    unit === 'hour' ? time.plus({ hour: 1 }) : time.plus({ day: 1 }).startOf('day');
  const files: Array<Stretch & { file: string }> = [];
  const last = until + 24 * HOUR;
  for (
    let start: DateTime = DateTime.fromSeconds(from - 24 * HOUR, { zone }).startOf(unit);
    start.toSeconds() < last;
  ) {
    const file = start.toFormat(FORMATS[pattern], { locale: 'en-US' });
    const one = { from: start.toSeconds(), to: next(start).toSeconds(), file };
    const before = files.at(-1);
    if (before?.file === file) files[files.length - 1] = { ...before, to: one.to };
    else files.push(one);
    start = next(start);
  }
  return files.filter((one) => one.from >= from && one.to <= until);
}

/** Two weeks around the changes of Cairo's clock in both directions, one of São Paulo's, and one of none. */
const BEGINNINGS = ['2026-04-17', '2026-10-23', '2018-02-12', '2026-08-01'].map(secondsOf);

it.each([HOURLY, DAILY] as const)('are those that a walk finds: %s', (pattern) => {
  const name = new ExpectedName(pattern);
  fc.assert(
    fc.property(
      fc.constantFrom(...BEGINNINGS),
      fc.constantFrom('Africa/Cairo', 'America/Sao_Paulo', 'Asia/Kolkata', 'UTC'),
      fc.array(fc.nat(335), { maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(336 * 4), fc.nat(48 * 4)), { maxLength: 4 }),
      fc.nat(HOUR * 30),
      (begins, zone, read, declared, offset) => {
        const [from, until] = [begins + offset, begins + 14 * 24 * HOUR - (offset % 7200)];
        const all = filesOf(pattern, zone, from, until);
        const came = new Set(read.flatMap((index) => all[index]?.file ?? []));
        const empty = declared.map(([quarter, quarters]) => {
          const start = begins + quarter * 900;
          return { from: start, to: start + quarters * 900 };
        });
        const missing: Array<Stretch & { file: string; files: number }> = [];
        for (const one of all) {
          if (came.has(one.file) || without(one, empty).length === 0) continue;
          const last = missing.at(-1);
          if (last?.to === one.from)
            missing[missing.length - 1] = { ...last, to: one.to, files: last.files + 1 };
          else missing.push({ ...one, files: 1 });
        }
        const stretches = [...came].map((file) => name.stretchOf(file, zone)!);
        expect(name.missing(stretches, zone, from, until, empty)).toEqual(missing);
      },
    ),
  );
});

it('are found without looking at each hour', () => {
  const named = vi.spyOn(DateTime.prototype, 'toFormat');
  const name = new ExpectedName(HOURLY);
  const read = ['callbacks-1970-01-01-00.ndjson', 'callbacks-2026-11-19-10.ndjson'].map(
    (file) => name.stretchOf(file, 'UTC')!,
  );
  const [from, until] = [secondsOf('1970-01-01T00:00:00Z'), secondsOf('2026-11-20T00:00:00Z')];
  const [last] = ['2026-11-19T11:00:00Z'].map(secondsOf);
  expect(name.missing(read, 'UTC', from, until)).toEqual([
    {
      from: HOUR,
      to: last! - HOUR,
      file: 'callbacks-1970-01-01-01.ndjson',
      files: (last! - 2 * HOUR) / HOUR,
    },
    { from: last, to: until, file: 'callbacks-2026-11-19-11.ndjson', files: 13 },
  ]);
  expect(named.mock.calls.length).toBeLessThan(20);
  named.mockRestore();
});
