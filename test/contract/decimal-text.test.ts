import { describe, expect, it } from 'vitest';
import { decimalPlaces, isDecimalText, isNegative, parseDecimal } from '../../src/contract/decimal-text.ts';

describe('decimalPlaces', () => {
  it.each([
    ['0', 0],
    ['200.00', 0],
    ['2e4', 0],
    ['150.500', 1],
    ['1.005', 3],
    ['1.5e-1', 2],
    ['120e-1', 0],
    ['0.0e-9', 0],
    ['0e-99999999999999999999', 0],
    ['1e400', 0],
    ['12.5E+1', 0],
    ['12.345e1', 2],
    ['007.10', 1],
    ['x', Number.POSITIVE_INFINITY],
  ])('of %s is %d', (text, places) => {
    expect(decimalPlaces(text)).toBe(places);
  });
});

describe('parseDecimal', () => {
  it.each([
    ['0', '', 0],
    ['0e10', '', 0],
    ['0.00', '', 0],
    ['000e-7', '', 0],
    ['-0.0E3', '', 0],
    ['1200', '12', 2],
    ['001.20', '12', -1],
    ['0.0012e3', '12', -1],
    ['1e2', '1', 2],
  ])('of %s is the digits %j times ten to the power %d', (text, digits, power) => {
    expect(parseDecimal(text)).toEqual({ negative: text.startsWith('-'), digits, power });
  });

  it('is none of what is no number, whatever was read before', () => {
    for (const text of ['', '1', 'x', 'x', '', '-1']) {
      expect([text, parseDecimal(text)?.digits]).toEqual([text, /1/.test(text) ? '1' : undefined]);
    }
  });
});

describe('isDecimalText', () => {
  it('takes the grammar of JSON with leading zeros, and nothing else', () => {
    for (const text of ['0', '-1.5e+3', '0012.50']) expect(isDecimalText(text)).toBe(true);
    for (const text of ['', '+1', '1.', '.1', '1 ', '1,5', '1e', '--1', '１', '1\n']) {
      expect(isDecimalText(text)).toBe(false);
    }
  });
});

describe('isNegative', () => {
  it('is by value', () => {
    for (const text of ['-1', '-0.01', '-1e-400']) expect(isNegative(text)).toBe(true);
    for (const text of ['1', '0', '-0', '-0.00e5', 'x']) expect(isNegative(text)).toBe(false);
  });
});
