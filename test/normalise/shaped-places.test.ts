import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../src/contract/json.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { ShapedLines } from '../../src/normalise/shaped-lines.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { type Sample, sample } from '../contract/samples.ts';
import { ComparedLines } from './compare-shaped.ts';

type Json = Record<string, unknown>;

const ABSENT = Symbol('absent');
const VARIANTS = ['brazil', 'egypt', 'none'] as const;
type Variant = (typeof VARIANTS)[number];

/** What may be at a place instead. A shape may be learned from one of them in one region, and met in another. */
const VALUES: readonly unknown[] = [
  ...[ABSENT, null, true, false, '', {}, { a: 1 }, 'x', '00', 'M0009999', 'BRL', 'EGP', 'PIX', 'text/html'],
  ...[7, 1.005, '7', '1.5', 'x'.repeat(1001), '2026-11-19T10:05:00+05:30', '2026-11-19T10:05:00', 'noon'],
];

/** Keys that are added to an object, with their values. */
const ADDED: ReadonlyArray<readonly [key: string, value: unknown]> = [
  ...[
    ['x-timestamp', ''],
    ['x-timestamp', 'noon'],
    ['x-timestamp', '2026-11-19T10:05:00-03:00'],
    ['content-type', 'application/json'],
    ['content-type', 'text/html'],
    ['x-partner-id', 'M0001234'],
    ['x-partner-id', 'M0009999'],
  ].map(([key, value]) => [key!, value] as const),
  ...['request', 'body', 'several'].flatMap((key) => [null, '', 'x'].map((value) => [key, value] as const)),
];

describe('a line that is changed at one place', () => {
  it.each(['pay-in', 'callback'] as const)('is read by its shape as it is in full: %s', (kind) => {
    const compared = new ComparedLines();
    const records = VARIANTS.map((variant) => recordOf(kind, variant));
    for (const place of placesOf(records[0]!)) {
      compared.forget();
      const added = isObject(records[0]!, place) ? ADDED : [];
      const changes = [
        ...VALUES.map((value) => [place, value] as const),
        ...added.map(([key, value]) => [[...place, key], value] as const),
      ];
      const lines = [
        ...records,
        ...changes.flatMap(([path, value]) => records.map((record) => changed(record, path, value))),
      ].map((record) => JSON.stringify(record));
      for (const line of lines) compared.read(line);
      // By the shapes that were learned on the way, too.
      for (const line of lines) compared.readAgain(line);
    }
    expect(compared.differences).toEqual([]);
    // Otherwise nothing would have been compared.
    expect(compared.fast).toBeGreaterThan(2_000);
  });

  it('is left to the full reading where it has no time that can be read', () => {
    const settings = parseSettings({});
    for (const kind of ['pay-in', 'callback'] as const) {
      const line = JSON.stringify(recordOf(kind, 'brazil'));
      const shapes = new ShapedLines(settings);
      shapes.learn(line, normaliseLine(line, settings));
      expect(shapes.read(line)).toBeDefined();
      const untimed = line.replaceAll(/"2026-11-19T[^"]*"/g, '"noon"');
      expect(shapes.read(untimed)).toBeUndefined();
      expect(normaliseLine(untimed, settings)).toMatchObject({ rejection: { reason: 'no_time' } });
    }
  });

  it('is read by its shape in every region, also where the service refuses', () => {
    const settings = parseSettings({});
    for (const kind of ['pay-in', 'callback'] as const) {
      for (const variant of VARIANTS) {
        const shapes = new ShapedLines(settings);
        const line = JSON.stringify(recordOf(kind, variant));
        const full = normaliseLine(line, settings);
        expect(shapes.read(line)).toBeUndefined();
        shapes.learn(line, full);
        expect(shapes.read(line)).toEqual(full);
        const refused = line.replace('"code":"00"', '"code":"51"');
        expect(shapes.read(refused)).toEqual(normaliseLine(refused, settings));
      }
    }
  });
});

function recordOf(kind: 'pay-in' | 'callback', variant: Variant): Json {
  const at = kind === 'pay-in' ? { sentAt: '2026-11-19T13:05:00Z' } : { receivedAt: '2026-11-19T13:06:02Z' };
  if (kind === 'callback') {
    return { ...at, ...inVariant(sample('callback', variant), variant), ack: 'SUCCESS', verified: true };
  }
  const request = inVariant(sample('request', variant), variant);
  return { ...at, request, response: { status: 200, ...inVariant(sample('response', variant), variant) } };
}

/** A message with the same keys in every region. */
function inVariant({ headers, body }: Sample, variant: Variant): Json {
  const offset = variant === 'none' ? '+00:00' : undefined;
  const text = JSON.stringify({
    headers: { ...headers, 'X-SIGNATURE': 'abc' },
    body: {
      ...body,
      payer: {
        pixAccount: '12345678901',
        name: 'Mona',
        idType: 'NID',
        idNumber: '1',
        phone: '1',
        email: 'm',
      },
    },
  });
  const other = text
    .replaceAll('-03:00', offset ?? '-03:00')
    .replaceAll('"BRL"', '"XYZ"')
    .replaceAll('"PIX"', '"CASH"');
  return JSON.parse(variant === 'none' ? other : text);
}

/** The paths of all values of a record, and of the record itself. */
function placesOf(value: unknown, path: readonly string[] = []): Array<readonly string[]> {
  if (!isJsonObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesOf(part, [...path, key]))];
}

function isObject(record: Json, path: readonly string[]): boolean {
  return isJsonObject(path.reduce<unknown>((value, key) => (value as Json)[key], record));
}

/** A copy of a record with another value at a path. */
function changed(record: Json, path: readonly string[], value: unknown): Json {
  const copy = structuredClone(record);
  const last = path.at(-1);
  if (last === undefined) return copy;
  const parent = path.slice(0, -1).reduce<Json>((part, key) => part[key] as Json, copy);
  if (value === ABSENT) delete parent[last];
  else parent[last] = value;
  return copy;
}
