import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPayer } from '../../src/capture/mask-payer.ts';
import { checkCallback, checkRequest } from '../../src/contract/check.ts';
import type { JsonObject } from '../../src/contract/json.ts';
import { parseJsonLine } from '../../src/contract/parse-json.ts';
import type { Variant } from '../../src/contract/violation.ts';
import { sample } from '../contract/samples.ts';
import { payerJson } from './payer-json.ts';

describe('the payer of a message', () => {
  it.each([
    ['{"payer":{"name":"Ana 7"},"status":"SUCCESS"}', '{"payer":{"name":"xxxx0"},"status":"SUCCESS"}'],
    ['{"payer":{"pixAccount":"12345678901"}}', '{"payer":{"pixAccount":"00000000000"}}'],
    ['{ "payer" : { "phone" : "+20 100" } }', '{ "payer" : { "phone" : "x00x000" } }'],
    ['{"payer":"Ana"}', '{"payer":"xxx"}'],
    ['{"payer":["Ana",{"name":"Eva"}],"a":"Ana"}', '{"payer":["xxx",{"name":"xxx"}],"a":"Ana"}'],
    ['{"payer":{"payer":"Ana","x":"y"},"z":"Z"}', '{"payer":{"payer":"xxx","x":"x"},"z":"Z"}'],
    ['{"payer":{"id":52998224725,"is":true,"no":null}}', '{"payer":{"id":0,"is":false,"no":null}}'],
    ['{"payer":-1.5e3,"a":-1.5e3}', '{"payer":0,"a":-1.5e3}'],
    ['{"payer":true,"a":true}', '{"payer":false,"a":true}'],
    ['{"payer":null,"name":"Loja"}', '{"payer":null,"name":"Loja"}'],
    ['{"payer":{},"name":"Loja"}', '{"payer":{},"name":"Loja"}'],
    ['{"payer":[],"name":"Loja"}', '{"payer":[],"name":"Loja"}'],
    ['{"payer":"Ana","payer":{"name":"Eva"}}', '{"payer":"xxx","payer":{"name":"xxx"}}'],
    ['{"Payer":{"name":"Ana"}}', '{"Payer":{"name":"xxx"}}'],
    ['{"p\\u0061yer":{"name":"Ana"}}', '{"p\\u0061yer":{"name":"xxx"}}'],
    ['{"\\u0070\\u0061\\u0079\\u0065\\u0072":"Ana"}', '{"\\u0070\\u0061\\u0079\\u0065\\u0072":"xxx"}'],
    ['{"a":{"b":[{"payer":{"name":"Ana"}},"Ana"]}}', '{"a":{"b":[{"payer":{"name":"xxx"}},"Ana"]}}'],
    ['{"payer":{"name":"\\"A\\u006ea\\\\"}}', '{"payer":{"name":"xxxxx"}}'],
    ['{"payer":{"name":"😀"}}', '{"payer":{"name":"x"}}'],
    ['{"payer":{"name":"\\ud83d"}}', '{"payer":{"name":"x"}}'],
    ['{"payer":{"name":""}}', '{"payer":{"name":""}}'],
    ['{"a":"payer","b":"Ana"}', '{"a":"payer","b":"Ana"}'],
    ['{"a":["payer","Ana"]}', '{"a":["payer","Ana"]}'],
    ['{"payers":"Ana","xpayer":"Ana"}', '{"payers":"Ana","xpayer":"Ana"}'],
    ['{"a":"\\"payer\\":","b":"Ana"}', '{"a":"\\"payer\\":","b":"Ana"}'],
  ])('of %s is %s', (json, masked) => {
    expect(maskPayer(json)).toBe(masked);
  });

  it('is masked wherever it stands, and nothing else is changed by a character', () => {
    fc.assert(
      fc.property(payerJson, ({ text, masked }) => {
        expect(maskPayer(text)).toBe(masked);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is masked once: masking again changes nothing', () => {
    fc.assert(
      fc.property(payerJson, ({ text }) => {
        const masked = maskPayer(text);
        JSON.parse(masked);
        expect(maskPayer(masked)).toBe(masked);
      }),
    );
  });

  it('may be as deep as a body is long', () => {
    const deep = `${'['.repeat(100_000)}"Ana"${']'.repeat(100_000)}`;
    expect(maskPayer(`{"payer":${deep}}`)).toBe(`{"payer":${deep.replace('Ana', 'xxx')}}`);
  });
});

describe('a message whose payer is masked', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^\d{10,15}$/),
    fc.constantFrom('', ' ', '12345678901', '12345678901234', '1234567890１', '\ud800', null, 0, 1.5, true),
    fc.constantFrom({}, [], ['a'], { name: 'x' }),
  );
  const fields = ['pixAccount', 'name', 'idType', 'idNumber', 'phone', 'email', 'other'];
  const payer = fc.oneof(
    odd,
    fc.dictionary(fc.constantFrom(...fields), odd, { maxKeys: 7 }),
    fc.record({ pixAccount: odd }),
  );
  const variant = fc.constantFrom<Variant>('brazil', 'egypt', 'none');
  const objectOf = (json: string): JsonObject => {
    const parsed = parseJsonLine(json);
    if (!parsed.ok) throw new Error(parsed.reason);
    return parsed.value as JsonObject;
  };

  it('breaks the rules of the interface that it broke before, and no other', () => {
    const broken = new Set<string>();
    fc.assert(
      fc.property(payer, variant, fc.boolean(), (payer, variant, isRequest) => {
        const { body, headers } = sample(isRequest ? 'request' : 'callback', variant);
        const json = JSON.stringify({ ...body, payer });
        const check = isRequest ? checkRequest : checkCallback;
        const before = check(objectOf(json), headers, variant);
        expect(check(objectOf(maskPayer(json)), headers, variant)).toEqual(before);
        for (const { field, rule } of before) broken.add(`${field} ${rule}`);
      }),
      { numRuns: 1_000 },
    );
    // The payers are odd enough to break each kind of rule, and good enough to break none.
    expect([...broken]).toEqual(
      expect.arrayContaining([
        ...['request.body.payer object', 'request.body.payer mandatory', 'body.payer.name text'],
        ...['request.body.payer.pixAccount 11 or 14 digits', 'request.body.payer.pixAccount mandatory'],
      ]),
    );
  });
});
