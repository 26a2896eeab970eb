import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Instant, parseWrittenTime } from '../../src/normalise/instant.ts';
import { isImpossible, isPossible, readTime, type TimeContext } from '../../src/normalise/read-time.ts';
import { readings } from './readings.ts';

const SKEW = 300;
const at = (text: string): Instant => {
  const written = parseWrittenTime(text)!;
  return { seconds: written.localSeconds - (written.offsetSeconds ?? 0), micros: written.micros };
};
const local = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19);

describe('readTime', () => {
  it.each([
    // [text, zone, reference, header's offset in hours, instant, source, flags]
    ['2026-11-19T10:05:00-03:00', 'SP', undefined, undefined, '2026-11-19T13:05:00Z', 'explicit', []],
    ['2026-11-19T10:05:00-03:00', 'SP', '2026-11-19T20:00:00Z', 2, '2026-11-19T13:05:00Z', 'explicit', []],
    ['2026-11-19T10:05:00', 'SP', undefined, undefined, '2026-11-19T13:05:00Z', 'region', []],
    ['2026-11-19T10:05:00', 'SP', '2026-11-19T13:05:03Z', undefined, '2026-11-19T13:05:00Z', 'region', []],
    ['2026-11-19T10:05:00', 'SP', '2026-11-19T13:05:03Z', -3, '2026-11-19T13:05:00Z', 'region', []],
    ['2026-11-19T10:05:00', 'SP', '2026-11-19T13:05:03Z', 0, '2026-11-19T13:05:00Z', 'region', ['OD']],
    ['2026-11-19T10:05:00', 'SP', undefined, 0, '2026-11-19T13:05:00Z', 'region', ['OD']],
    ['2026-11-19T15:05:00', 'SP', '2026-11-19T13:05:03Z', 2, '2026-11-19T13:05:00Z', 'header', ['OD']],
    ['2026-11-19T13:05:00', 'SP', '2026-11-19T13:05:03Z', undefined, '2026-11-19T13:05:00Z', 'utc', ['OD']],
    ['2026-11-19T13:05:00', 'SP', '2026-11-19T13:05:03Z', -3, '2026-11-19T13:05:00Z', 'utc', ['OD']],
    ['2026-11-19T13:05:00', 'SP', '2026-11-19T13:05:03Z', 0, '2026-11-19T13:05:00Z', 'header', ['OD']],
    ['2026-11-19T18:05:00', 'SP', '2026-11-19T13:05:03Z', undefined, '2026-11-19T21:05:00Z', 'region', []],
    // However late the message: the reading that was taken in time is taken.
    ['2026-11-10T10:10:00', 'SP', '2026-11-11T14:10:00Z', undefined, '2026-11-10T13:10:00Z', 'region', []],
    ['2026-11-10T23:00:00', 'Cairo', '2026-11-11T22:00:00Z', 2, '2026-11-10T21:00:00Z', 'region', []],
    ['2026-11-10T23:00:00', 'Cairo', '2026-12-01T22:00:00Z', 2, '2026-11-10T21:00:00Z', 'region', []],
    ['2026-04-24T00:30:00', 'Cairo', undefined, undefined, '2026-04-23T22:30:00Z', 'region', ['TA']],
    [
      '2026-04-24T00:30:00',
      'Cairo',
      '2026-04-23T21:30:03Z',
      3,
      '2026-04-23T21:30:00Z',
      'header',
      ['OD', 'TA'],
    ],
    ['2026-10-29T23:30:00', 'Cairo', undefined, undefined, '2026-10-29T20:30:00Z', 'region', ['TA']],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-10-29T20:30:05Z',
      undefined,
      '2026-10-29T20:30:00Z',
      'region',
      ['TA'],
    ],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-10-29T21:24:59Z',
      undefined,
      '2026-10-29T20:30:00Z',
      'region',
      ['TA'],
    ],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-10-29T21:25:00Z',
      undefined,
      '2026-10-29T21:30:00Z',
      'region',
      ['TA'],
    ],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-10-30T21:30:00Z',
      undefined,
      '2026-10-29T21:30:00Z',
      'region',
      ['TA'],
    ],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-11-09T21:30:00Z',
      undefined,
      '2026-10-29T21:30:00Z',
      'region',
      ['TA'],
    ],
    [
      '2026-10-29T23:30:00',
      'Cairo',
      '2026-10-29T21:30:05Z',
      3,
      '2026-10-29T21:30:00Z',
      'region',
      ['OD', 'TA'],
    ],
    ['noon', 'SP', undefined, undefined, undefined, 'none', ['TU']],
  ] as const)(
    'reads %s in %s, reference %s, header %s',
    (text, zone, reference, hours, instant, source, flags) => {
      const names = { OD: 'OFFSET_DISAGREES', TA: 'TIME_AMBIGUOUS', TU: 'TIME_UNREADABLE' } as const;
      const reading = readTime(text, {
        zone: zone === 'SP' ? 'America/Sao_Paulo' : 'Africa/Cairo',
        reference: reference === undefined ? undefined : at(reference),
        headerOffsetSeconds: hours === undefined ? undefined : hours * 3600,
        allowedSkewSeconds: SKEW,
      });
      expect(reading.instant).toEqual(instant === undefined ? undefined : at(instant));
      expect(reading.source).toBe(source);
      expect(reading.flags.toSorted()).toEqual(flags.map((flag) => names[flag]));
    },
  );

  it('with an offset depends on nothing else', () => {
    fc.assert(
      fc.property(
        anyLocal,
        fc.constantFrom('Z', '+02:00', '-0300'),
        anyContext,
        (seconds, offset, context) => {
          const text = `${local(seconds)}${offset}`;
          expect(readTime(text, context)).toEqual({ instant: at(text), source: 'explicit', flags: [] });
        },
      ),
    );
  });

  it('without one is the reading of zone, header or UTC that its source names, and possible if any is', () => {
    fc.assert(
      fc.property(anyLocal, anyContext, (seconds, context) => {
        const { instant, source, flags } = readTime(local(seconds), context);
        const header = context.headerOffsetSeconds;
        if (source === 'header') expect(instant!.seconds).toBe(seconds - header!);
        if (source === 'utc') expect(instant!.seconds).toBe(seconds);
        if (source !== 'region') expect(isPossible(instant!, context.reference, SKEW)).toBe(true);
        if (source !== 'region') expect(flags).toContain('OFFSET_DISAGREES');
        const others = [seconds, ...(header === undefined ? [] : [seconds - header])];
        const anyPossible = others.some((other) =>
          isPossible({ seconds: other, micros: 0 }, context.reference, SKEW),
        );
        if (anyPossible) expect(isPossible(instant!, context.reference, SKEW)).toBe(true);
        if (context.reference === undefined) expect(source).toBe('region');
      }),
    );
  });

  it.each(['UTC', 'America/Sao_Paulo', 'Asia/Kolkata', 'Africa/Cairo'])(
    'does not depend on the zone of the process: %s',
    (zone) => {
      const script = fileURLToPath(new URL('readings.ts', import.meta.url));
      const printed = execFileSync(process.execPath, [script], {
        encoding: 'utf8',
        env: { ...process.env, TZ: zone, LC_ALL: 'C', NODE_OPTIONS: '' },
      });
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(readings())));
    },
  );
});

describe('possible and impossible', () => {
  const reference = at('2026-11-19T13:00:00Z');

  it.each([
    ['2026-11-19T13:05:00Z', true],
    ['2026-11-19T13:05:00.000001Z', false],
    ['2026-11-19T13:05:01Z', false],
    ['2026-11-18T13:00:00Z', true],
    ['2026-11-18T12:59:59.999999Z', true],
    ['2026-11-10T13:00:00Z', true],
    ['0001-01-01T00:00:00Z', true],
  ])('%s is possible: %s', (text, isIt) => {
    expect(isPossible(at(text), reference, SKEW)).toBe(isIt);
    expect(isImpossible(at(text), reference, SKEW)).toBe(!isIt);
  });

  it('without a reference nothing is either', () => {
    expect(isPossible(reference, undefined, SKEW)).toBe(false);
    expect(isImpossible(reference, undefined, SKEW)).toBe(false);
    expect(isImpossible(undefined, reference, SKEW)).toBe(false);
  });
});

const anyLocal = fc.oneof(
  fc.integer({ min: at('2018-01-01T00:00:00Z').seconds, max: at('2030-01-01T00:00:00Z').seconds }),
  fc.integer({ min: at('2026-10-29T20:00:00Z').seconds, max: at('2026-10-30T04:00:00Z').seconds }),
  fc.integer({ min: at('2026-04-23T20:00:00Z').seconds, max: at('2026-04-24T04:00:00Z').seconds }),
);

const anyContext: fc.Arbitrary<TimeContext> = fc
  .record({
    zone: fc.constantFrom('Africa/Cairo', 'America/Sao_Paulo', 'UTC'),
    near: fc.constantFrom('2026-10-29T21:00:00Z', '2026-04-23T22:00:00Z'),
    away: fc.option(fc.integer({ min: -30 * 3600, max: 30 * 3600 }), { nil: undefined }),
    headerOffsetSeconds: fc.constantFrom(undefined, 0, 7200, 10_800, -10_800),
  })
  .map(({ zone, near, away, headerOffsetSeconds }) => ({
    zone,
    reference: away === undefined ? undefined : { seconds: at(near).seconds + away, micros: 0 },
    headerOffsetSeconds,
    allowedSkewSeconds: SKEW,
  }));
