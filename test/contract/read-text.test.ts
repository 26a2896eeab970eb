import { describe, expect, it } from 'vitest';
import { JsonNumber } from '../../src/contract/json.ts';
import { readAnyText, readText } from '../../src/contract/read-text.ts';

describe('readText', () => {
  it.each([
    ['A1', 'A1'],
    [' a ', ' a '],
    ['', undefined],
    [17, '17'],
    [new JsonNumber('0150.500'), '0150.500'],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [{ a: 1 }, undefined],
    [['a'], undefined],
  ])('reads %j as %j', (value, text) => {
    expect(readText(value)).toBe(text);
  });

  it('shows what PostgreSQL cannot store', () => {
    expect(readText('a\0b')).toBe('a\\u0000b');
    expect(readText('\ud83d')).toBe('\\ud83d');
    expect(readText('\udc00\ud800')).toBe('\\udc00\\ud800');
    expect(readText('😀\0\ud83d😀')).toBe('😀\\u0000\\ud83d😀');
  });
});

describe('readAnyText', () => {
  it.each([
    ['150.50', '150.50'],
    [new JsonNumber('1e400'), '1e400'],
    [20000, '20000'],
    ['', undefined],
    [null, undefined],
    [false, 'false'],
    [{ value: new JsonNumber('1.50') }, '{"value":1.50}'],
    [[1, 'a\0\ud800'], '[1,"a\\u0000\\ud800"]'],
  ])('reads %j as %j', (value, text) => {
    expect(readAnyText(value)).toBe(text);
  });

  it('cuts what is unreadable to 64 characters, never within one', () => {
    expect(readAnyText(['x'.repeat(99)])).toBe(`["${'x'.repeat(62)}`);
    expect(readAnyText([`${'x'.repeat(61)}😀`])).toBe(`["${'x'.repeat(61)}`);
  });
});
