import { describe, expect, it } from 'vitest';
import type { Column, ColumnKind } from '../../../reports/report.ts';
import { cellText, epochSeconds, localText } from '../../../src/export/csv/cell.ts';

const ZONES: Record<string, string> = { BR: 'America/Sao_Paulo', EG: 'Africa/Cairo' };
const zoneOf = (region: string) => ZONES[region] ?? 'UTC';

function cell(kind: ColumnKind, row: Record<string, string | number | null>, more: Partial<Column> = {}) {
  const column: Column = { name: 'x', kind, meaning: '', example: '', ...more };
  return cellText(column, row, zoneOf);
}

describe('a cell for what does not exist', () => {
  it.each(['text', 'date', 'count', 'percent', 'minor', 'amount', 'utc', 'local'] as const)(
    'is empty: %s',
    (kind) => {
      expect(cell(kind, { x: null, currency: 'BRL', region: 'BR' }, { currency: 'currency' })).toBe('');
      expect(cell(kind, {})).toBe('');
    },
  );

  it('is not the cell of a zero', () => {
    expect(cell('minor', { x: '0' })).toBe('0');
    expect(cell('count', { x: 0 })).toBe('0');
    expect(cell('amount', { x: '0', currency: 'BRL' }, { currency: 'currency' })).toBe('0.00');
  });
});

describe('an instant in UTC', () => {
  it('is cut to the second, never rounded up', () => {
    expect(cell('utc', { x: '2026-11-19 13:05:00.999999+00' })).toBe('2026-11-19T13:05:00Z');
    expect(cell('utc', { x: '2026-12-31 23:59:59.5+00' })).toBe('2026-12-31T23:59:59Z');
    expect(cell('utc', { x: '2026-11-19 13:05:00+00' })).toBe('2026-11-19T13:05:00Z');
  });
});

describe('a local time', () => {
  it.each([
    ['Cairo in winter', 'EG', '2026-11-19 13:05:00.75+00', '2026-11-19T15:05:00+02:00'],
    ['Cairo in summer', 'EG', '2026-07-01 22:30:00+00', '2026-07-02T01:30:00+03:00'],
    ['Cairo a second before summer time', 'EG', '2026-04-23 21:59:59.9+00', '2026-04-23T23:59:59+02:00'],
    ['Cairo when summer time begins', 'EG', '2026-04-23 22:00:00+00', '2026-04-24T01:00:00+03:00'],
    ['Cairo the first time at half past eleven', 'EG', '2026-10-29 20:30:00+00', '2026-10-29T23:30:00+03:00'],
    ['Cairo the second time', 'EG', '2026-10-29 21:30:00+00', '2026-10-29T23:30:00+02:00'],
    ['São Paulo, behind UTC by a date', 'BR', '2026-11-20 01:15:00+00', '2026-11-19T22:15:00-03:00'],
    ['São Paulo in its last summer time', 'BR', '2018-12-01 12:00:00+00', '2018-12-01T10:00:00-02:00'],
    ['no region', '', '2026-11-19 13:05:00+00', '2026-11-19T13:05:00+00:00'],
  ])('says its offset: %s', (_name, region, instant, written) => {
    expect(cell('local', { x: instant, region }, { region: 'region' })).toBe(written);
  });

  it('may be after the year 9999, where a deadline is', () => {
    expect(localText('9999-12-31 23:59:59+00', 'Africa/Cairo')).toBe('10000-01-01T01:59:59+02:00');
    expect(localText('10000-01-01 00:14:59.5+00', 'UTC')).toBe('10000-01-01T00:14:59+00:00');
    expect(localText('10000-01-01 00:14:59+00', 'America/Sao_Paulo')).toBe('9999-12-31T21:14:59-03:00');
    expect(epochSeconds('10000-01-01T00:14:59')).toBe(Date.UTC(10000, 0, 1, 0, 14, 59) / 1000);
    expect(epochSeconds('1970-01-01T00:00:07')).toBe(7);
  });

  it('has an offset of hours and minutes where the zone has one', () => {
    expect(localText('2026-11-19 13:05:00+00', 'Asia/Kathmandu')).toBe('2026-11-19T18:50:00+05:45');
    expect(localText('2026-07-01 00:00:00+00', 'America/St_Johns')).toBe('2026-06-30T21:30:00-02:30');
  });
});

describe('an amount', () => {
  it.each([
    ['BRL', '15050', '150.50'],
    ['BRL', '5', '0.05'],
    ['BRL', '-5', '-0.05'],
    ['EGP', '-15050', '-150.50'],
    ['JPY', '150', '150'],
    ['KWD', '1234', '1.234'],
    ['KWD', '-1', '-0.001'],
    ['BRL', '9223372036854775807', '92233720368547758.07'],
    ['BRL', '99999999999999999999999999999999999999', '999999999999999999999999999999999999.99'],
  ])('of %s %s in minor units is %s', (currency, minor, written) => {
    const row = { minor, currency };
    expect(cell('amount', row, { from: 'minor', currency: 'currency' })).toBe(written);
    expect(cell('minor', row, { name: 'minor' })).toBe(minor);
  });
});

it('a date and a number stand as they are', () => {
  expect(cell('date', { x: '2026-11-19' })).toBe('2026-11-19');
  expect(cell('count', { x: '12' })).toBe('12');
});

it('a cell is made from the selected column that it names, else from the one of its own name', () => {
  expect(cell('text', { x: 'own', other: 'named' })).toBe('own');
  expect(cell('text', { x: 'own', other: 'named' }, { from: 'other' })).toBe('named');
});
