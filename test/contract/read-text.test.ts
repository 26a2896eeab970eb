import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonNumber, readAnyText, readText } from '../../src/contract/json.ts';

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

  it.each([
    ['\\u0000', '\\\\u0000'],
    ['\\\\u0000', '\\\\\\\\u0000'],
    ['\\\0', '\\\\\\u0000'],
    ['\\ud800', '\\\\ud800'],
    ['\\ud83d\\ude00', '\\\\ud83d\\\\ude00'],
    ['\\', '\\'],
    ['\\n\\u0041', '\\n\\u0041'],
    ['C:\\users\\\\u00', 'C:\\users\\\\u00'],
    ['u0000', 'u0000'],
  ])('doubles the backslashes of what looks like that, and no others: %j', (text, kept) => {
    expect(readText(text)).toBe(kept);
  });

  it('reads a line of nothing but backslashes at once', () => {
    expect(readText(`${'\\'.repeat(1_000_000)}x\\u`)).toHaveLength(1_000_003);
  });

  it('never makes one text of two, and gives back what it was made of', () => {
    const piece = fc.constantFrom(
      '\0',
      '\\',
      'u0000',
      'ud83d',
      'ude00',
      '\ud83d',
      '\ude00',
      '0',
      'u',
      'é',
      'udc0',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        const kept = readText(text)!;
        expect(kept.isWellFormed() && !kept.includes('\0')).toBe(true);
        expect(unescaped(kept)).toBe(text);
      }),
      { numRuns: 2000 },
    );
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

/** What a kept text was made of: an odd number of backslashes stands before an escape only. */
function unescaped(kept: string): string {
  return kept.replace(/(\\+)(u(?:0000|d[89a-f][\da-f]{2}))/g, (_all, slashes: string, code: string) => {
    const half = slashes.slice(0, Math.floor(slashes.length / 2));
    return slashes.length % 2 === 0
      ? half + code
      : half + String.fromCharCode(Number.parseInt(code.slice(1), 16));
  });
}
