import { describe, expect, it } from 'vitest';
import { checkOffsets, OFFSET_RULES } from '../../src/normalise/check-offset.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { OTHER_REGION } from '../../src/settings/schema.ts';
import { callbackLine, payInLine } from '../support/records.ts';

const SETTINGS = parseSettings({});
const [BR, EG] = SETTINGS.regions;

const told = (timestampText: string | undefined, region = BR!, responseTimeText?: string) =>
  checkOffsets({ timestampText, responseTimeText }, region).map(({ field, shape }) => `${field}: ${shape}`);

describe('the offset of a pay-in record', () => {
  it.each([
    ['2026-11-19T10:05:00-03:00', BR],
    ['2018-12-01T10:05:00-02:00', BR],
    ['2026-11-19T10:05:00+02:00', EG],
    ['2026-07-01T10:05:00+03:00', EG],
    // Cairo's last instants of winter and of summer time, and the first of the next.
    ['2026-04-23T23:59:59+02:00', EG],
    ['2026-04-24T01:00:00+03:00', EG],
    ['2026-10-29T23:59:59+03:00', EG],
    ['2026-10-29T23:00:00+02:00', EG],
  ])('%s is that of the region then', (text, region) => {
    expect(told(text, region)).toEqual([]);
    expect(told(undefined, region, text)).toEqual([]);
  });

  it.each([
    ['2026-11-19T13:05:00+00:00', BR, 'offset +00:00'],
    ['2018-12-01T10:05:00-03:00', BR, 'offset -03:00'],
    ['2026-07-01T10:05:00+02:00', EG, 'offset +02:00'],
    ['2026-11-19T10:05:00+03:00', EG, 'offset +03:00'],
    ['2026-04-24T00:00:00+02:00', EG, 'offset +02:00'],
    ['2026-10-29T22:59:59+02:00', EG, 'offset +02:00'],
    ['2026-11-19T15:35:00+05:30', EG, 'offset +05:30'],
  ])('%s is told as another than the region then has', (text, region, shape) => {
    expect(told(text, region)).toEqual([`request.headers.X-TIMESTAMP: ${shape}`]);
    expect(told(undefined, region, text)).toEqual([`response.body.transactionTime: ${shape}`]);
  });

  it.each(['2026-11-19T13:05:00Z', '2026-11-19T13:05:00+0000', '2026-02-30T10:05:00+05:00', '?', undefined])(
    'is told by its form alone where that is broken: %s',
    (text) => expect(told(text)).toEqual([]),
  );

  it('is told by rules that are named for those who check them again', () => {
    const texts = {
      timestampText: '2026-11-19T10:05:00+05:30',
      responseTimeText: '2026-11-19T10:05:00+05:30',
    };
    const rules = checkOffsets(texts, BR!).map(({ field, rule }) => ({ field, rule }));
    expect(OFFSET_RULES).toEqual(rules);
    expect(rules).toHaveLength(2);
  });

  it('is due in the zone of the settings, and of no record without a region', () => {
    const text = '2026-11-19T10:05:00-03:00';
    expect(told(text, { ...BR!, zone: 'America/Manaus' })).toEqual([
      'request.headers.X-TIMESTAMP: offset -03:00',
    ]);
    expect(told(text, OTHER_REGION)).toEqual([]);
  });
});

describe('a record', () => {
  const violations = (line: string) => {
    const normalised = normaliseLine(line, SETTINGS);
    return normalised.kind === 'rejected'
      ? undefined
      : normalised.violations.map(({ field, rule }) => `${field}: ${rule}`);
  };

  it('is held to the offset of its region in request and response, a callback only to the form', () => {
    expect(violations(payInLine().replaceAll('-03:00', '+02:00'))).toContain(
      "request.headers.X-TIMESTAMP: the region's offset at that time",
    );
    expect(violations(payInLine().replaceAll('-03:00', '+02:00'))).toContain(
      "response.body.transactionTime: the region's offset at that time",
    );
    expect(violations(callbackLine().replaceAll('-03:00', '+02:00'))).toEqual([]);
  });

  it('is told of a day that the calendar lacks, in every message', () => {
    const rule = 'a day of the calendar';
    expect(violations(payInLine().replaceAll('2026-11-19T10', '2026-02-30T10'))).toEqual(
      expect.arrayContaining([
        `request.headers.X-TIMESTAMP: ${rule}`,
        `response.headers.X-TIMESTAMP: ${rule}`,
        `response.body.transactionTime: ${rule}`,
      ]),
    );
    expect(violations(callbackLine().replaceAll('2026-11-19T10', '2026-02-30T10'))).toEqual([
      `headers.X-TIMESTAMP: ${rule}`,
      `body.transactionTime: ${rule}`,
    ]);
  });
});
