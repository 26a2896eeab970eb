import { describe, expect, it } from 'vitest';
import { checkCallback, checkRequest, checkResponse } from '../../src/contract/check.ts';
import { INTERFACE_RULES } from '../../src/contract/rules.ts';
import type { Variant, Violation } from '../../src/contract/violation.ts';
import { messageWith } from './message-with.ts';
import { RULE_CASES } from './rule-cases.ts';

const VARIANTS: readonly Variant[] = ['brazil', 'egypt', 'none'];
const CHECKS = { request: checkRequest, response: checkResponse, callback: checkCallback };

describe('every rule of the interface', () => {
  it('has a case that holds and one that breaks', () => {
    const rules = Object.values(INTERFACE_RULES)
      .flatMap(({ headers, body }) => [...headers.rules, ...body.rules])
      .map(({ field, variants, rule }) => `${field}: ${rule} (${variants})`);
    const cases = RULE_CASES.map(([field, variants, rule]) => `${field}: ${rule} (${variants})`);
    expect(cases.toSorted()).toEqual(rules.toSorted());
    expect(new Set(rules).size).toBe(rules.length);
    for (const [field, , rule, holds, breaks] of RULE_CASES) {
      expect([field, rule, holds.length > 0, breaks.length > 0]).toEqual([field, rule, true, true]);
    }
  });

  for (const [field, variants, rule, holds, breaks] of RULE_CASES) {
    const ruled = VARIANTS.filter((variant) => variants === 'both' || variants === variant);

    it(`${field}: ${rule} (${variants})`, () => {
      for (const variant of VARIANTS) {
        if (ruled.includes(variant)) {
          for (const value of holds) expect([value, violations(field, value, variant)]).toEqual([value, []]);
          for (const value of breaks) {
            const found = violations(field, value, variant).map((one) => [one.field, one.rule]);
            expect([value, found]).toEqual([value, [[field, rule]]]);
          }
        } else {
          for (const value of breaks) {
            const found = violations(field, value, variant).filter((one) => one.field === field);
            expect(found.map((one) => one.rule)).not.toContain(rule);
          }
        }
      }
    });
  }
});

function violations(field: string, value: unknown, variant: Variant): readonly Violation[] {
  const { message, headers, body } = messageWith(field, value, variant);
  // One rule is about two fields, and has a test of its own.
  return CHECKS[message](body, headers, variant).filter(
    ({ rule }) => rule !== 'equal to merchant.merchantId',
  );
}
