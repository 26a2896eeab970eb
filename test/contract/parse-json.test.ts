import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, JsonNumber, numberText } from '../../src/contract/json.ts';
import { parseJsonLine } from '../../src/contract/parse-json.ts';
import { keysTwice, type Node, oddJson, pairsOnly, plain } from './odd-json.ts';

describe('parseJsonLine', () => {
  it.each([
    ['150.50', '150.50'],
    ['2e4', '2e4'],
    ['1E400', '1E400'],
    ['-0', '-0'],
    ['0.0000001', '0.0000001'],
    ['9007199254740993', '9007199254740993'],
    ['-12345678901234567', '-12345678901234567'],
    ['0.1234567890123456789', '0.1234567890123456789'],
  ])('keeps the literal text of %s', (literal, text) => {
    for (const line of [
      literal,
      `[${literal}]`,
      `{"\\u0061" :\t${literal} }`,
      `{"a\\"":"\\\\","b":${literal}}`,
    ]) {
      const parsed = parseJsonLine(line);
      expect(parsed.ok && JSON.stringify(parsed.value)).toContain(JSON.stringify({ text }));
    }
  });

  it('leaves alone numbers whose float is written as they are, and what only looks like a number', () => {
    const line =
      '{"a":20000,"b":150.5,"c":-1,"d":"x:1e5,2.50","e":"\\"k\\":1.00","f":"2026-11-19T10:05:00.500Z"}';
    const parsed = parseJsonLine(line);
    expect(parsed).toEqual({ ok: true, value: JSON.parse(line), duplicateKeys: [] });
  });

  it('keeps every literal and agrees with JSON.parse in everything else', () => {
    fc.assert(
      fc.property(oddJson, ({ node, text }) => {
        const parsed = parseJsonLine(text);
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        expectSame(parsed.value, node);
        expect(plain(parsed.value)).toEqual(JSON.parse(text));
        expect(parsed.duplicateKeys).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('reads keys of prototypes as own properties', () => {
    const parsed = parseJsonLine('{"__proto__":{"polluted":1.0},"constructor":{"prototype":{"polluted":1}}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor']);
    expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
  });
});

describe('keys that V8 mistakes for others (nodejs/node#63785)', () => {
  it('are none of the interface’s, and count for none that stands twice', () => {
    parseJsonLine('{"note":1,"\\\\":2}');
    const parsed = parseJsonLine('{"note":1,"\\"":2,"\\\\":3,"order\\u004eo":"A","money":{"amount":1.50}}');
    expect(parsed).toMatchObject({
      duplicateKeys: [],
      value: { note: 1, orderNo: 'A', money: { amount: { text: '1.50' } } },
    });
  });
});

describe('a line that is not JSON', () => {
  it.each([
    ['', 1],
    ['{"a":1', 7],
    ['{"a":NaN}', 6],
    ['{"a":1,}', 8],
    ["{'a':1}", 2],
    ['{"a":01}', 7],
    ['{"a":1}{"b":2}', 8],
    [`{"a":"${'x'.repeat(500)}","b":undefined}`, 513],
    ['\ufeff{}', 1],
    ['tru}', 4],
    ['nul', 4],
    ['{"a":"b"c}', 9],
  ])('%j is refused at column %d', (line, column) => {
    expect(parseJsonLine(line)).toEqual({ ok: false, reason: 'not_json', column });
  });

  it('is shown by its column alone, though the line itself names a position', () => {
    const line = '{"name": Mona in JSON at position 3 (line 1 column 4)';
    expect(parseJsonLine(line)).toEqual({ ok: false, reason: 'not_json', column: 10 });
  });
});

describe('nesting', () => {
  it('is read to 64 levels', () => {
    expect(parseJsonLine('['.repeat(64) + ']'.repeat(64)).ok).toBe(true);
    expect(parseJsonLine('{"a":['.repeat(32) + ']}'.repeat(32)).ok).toBe(true);
    expect(parseJsonLine('['.repeat(65) + ']'.repeat(65))).toEqual({
      ok: false,
      reason: 'too_deep',
      column: 65,
    });
    expect(parseJsonLine(`${'{"a":['.repeat(33)}1.0${']}'.repeat(33)}`).ok).toBe(false);
  });

  it('is counted outside strings, and by depth, not by number', () => {
    expect(parseJsonLine(JSON.stringify(['['.repeat(100), '\\"{'.repeat(100)])).ok).toBe(true);
    expect(parseJsonLine(`[${'[[]],'.repeat(200)}1.0]`).ok).toBe(true);
  });

  it('of 100,000 levels is refused at once', () => {
    const deep = '['.repeat(100_000);
    expect(parseJsonLine(deep + ']'.repeat(100_000))).toMatchObject({ reason: 'too_deep' });
    expect(parseJsonLine(deep)).toMatchObject({ reason: 'not_json' });
  });
});

describe('keys that stand twice', () => {
  it.each([
    ['{"body":{},"body":{}}', ['body']],
    ['{"request":{"body":{"money":{"amount":1,"amount" : 2}}}}', ['request.body.money.amount']],
    [
      '{"orderNo":"a","order\\u004eo":"b","money":{"currency":"A","currency":"B"}}',
      ['money.currency', 'orderNo'],
    ],
    [
      '{"response":{"body":{"merchant":{"accountNo":1,"x":1,"accountNo":1}}}}',
      ['response.body.merchant.accountNo'],
    ],
    ['{"body":{"payer":{"name":"a","name":"b"},"payer":{}}}', ['body.payer']],
  ])('are named: %s', (line, duplicateKeys) => {
    expect(parseJsonLine(line)).toMatchObject({ ok: true, duplicateKeys });
  });

  it.each([
    '{"extra":1,"extra":2}',
    '{"body":{"payer":{"name":"a","name":"b"}}}',
    '{"money.amount":1,"money.amount":2}',
    '[{"body":1},{"body":2}]',
    '{"body":{"note":"\\"orderNo\\":1,\\"orderNo\\":2","orderNo":"x"},"orderNo":"y"}',
    '{"list":[{"orderNo":1,"orderNo":2}],"orderNo":"y"}',
  ])('are nobody’s business elsewhere: %s', (line) => {
    expect(parseJsonLine(line)).toMatchObject({ ok: true, duplicateKeys: [] });
  });

  it('are found exactly', () => {
    fc.assert(
      fc.property(pairsOnly, ({ node, text }) => {
        expect(parseJsonLine(text)).toMatchObject({ ok: true, duplicateKeys: keysTwice(node) });
      }),
      { numRuns: 300 },
    );
  });
});

function expectSame(value: unknown, node: Node): void {
  if (node.kind === 'number') {
    expect(numberText(value)).toBe(node.literal);
    expect(value instanceof JsonNumber).toBe(String(Number(node.literal)) !== node.literal);
  } else if (node.kind === 'array') {
    expect(Array.isArray(value) && value.length).toBe(node.items.length);
    for (const [i, item] of node.items.entries()) expectSame((value as unknown[])[i], item);
  } else if (node.kind === 'object') {
    expect(isJsonObject(value) && Object.keys(value).sort()).toEqual(node.pairs.map(([key]) => key).sort());
    for (const [key, item] of node.pairs) {
      expectSame(Object.getOwnPropertyDescriptor(value, key)?.value, item);
    }
  } else {
    expect(value).toBe(node.value);
  }
}
