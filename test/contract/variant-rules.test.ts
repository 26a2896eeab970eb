import { describe, expect, it } from 'vitest';
import { checkCallback, checkRequest, checkResponse } from '../../src/contract/check.ts';
import { headerValue, numberText, readText } from '../../src/contract/json.ts';
import { readCallback, readRequest, readResponse } from '../../src/contract/read-bodies.ts';
import {
  checkKept,
  KEPT_FIELDS,
  type KeptFields,
  RULES_OF_KEPT_TIMES,
  VARIANT_RULES,
  variantRulesOf,
} from '../../src/contract/variant-rules.ts';
import type { Variant, Violation } from '../../src/contract/violation.ts';
import { messageWith } from './message-with.ts';
import { RULE_CASES } from './rule-cases.ts';
import type { Message, Sample } from './samples.ts';

const VARIANTS: readonly Variant[] = ['brazil', 'egypt', 'none'];
const CALENDAR = 'a day of the calendar';
const CHECKS = { request: checkRequest, response: checkResponse, callback: checkCallback };

const names = (rules: ReadonlyArray<Pick<Violation, 'field' | 'rule'>>) =>
  rules.map(({ field, rule }) => `${field}: ${rule}`).sort();
const cases = (variants: readonly string[]) =>
  RULE_CASES.filter((one) => variants.includes(one[1])).map(([field, , rule]) => ({ field, rule }));

describe('rules of one variant', () => {
  it('are those that the interface has for Brazil or for Egypt alone', () => {
    expect(names(VARIANT_RULES)).toEqual(names(cases(['brazil', 'egypt'])));
    expect(names(variantRulesOf('brazil'))).toEqual(names(cases(['brazil'])));
    expect(names(variantRulesOf('egypt'))).toEqual(names(cases(['egypt'])));
    expect(variantRulesOf('none')).toEqual([]);
  });

  it('and rules of times are named by field and wording, and by nothing else', () => {
    for (const rule of [...VARIANT_RULES, ...variantRulesOf('brazil'), ...RULES_OF_KEPT_TIMES])
      expect(Object.keys(rule)).toEqual(['field', 'rule']);
  });
});

describe('rules of kept times', () => {
  it('are those about days, in every message', () => {
    expect(names(RULES_OF_KEPT_TIMES)).toEqual(
      [
        'request.headers.X-TIMESTAMP',
        'response.headers.X-TIMESTAMP',
        'response.body.transactionTime',
        'headers.X-TIMESTAMP',
        'body.transactionTime',
      ]
        .map((field) => `${field}: ${CALENDAR}`)
        .sort(),
    );
  });
});

describe('kept texts', () => {
  it('are of these fields', () => {
    expect(KEPT_FIELDS.toSorted()).toEqual(
      [
        'request.body.money.currency',
        'request.body.money.amount',
        'request.body.paymentMethod',
        'request.body.expiryPeriod',
        'response.body.money.currency',
        'response.body.money.amount',
        'response.body.channel.paymentMethod',
        'body.money.currency',
        'body.money.amount',
        'body.paymentMethod',
      ].sort(),
    );
  });

  it.each(VARIANTS)(
    'break by themselves the rules that the message breaks at their fields: %s',
    (variant) => {
      const fields = new Set([...KEPT_FIELDS, ...RULES_OF_KEPT_TIMES.map(({ field }) => field)]);
      const rules = new Set(names([...VARIANT_RULES, ...RULES_OF_KEPT_TIMES]));
      let broken = 0;
      for (const [field, , , holds, breaks] of RULE_CASES) {
        for (const value of [...holds, ...breaks].filter((one) => isKeptAsIs(field, one))) {
          const message = messageWith(field, value, variant);
          const inFull = CHECKS[message.message](message.body, message.headers, variant).filter(
            (one) => fields.has(one.field) && rules.has(names([one])[0]!),
          );
          const again = checkKept(message.message, keptOf(message), variant);
          expect([field, value, names(again)]).toEqual([field, value, names(inFull)]);
          broken += again.length;
        }
      }
      // Otherwise nothing would have been compared.
      expect(broken).toBeGreaterThan(10);
    },
  );

  it('break no rule where they are absent, nor any rule about other fields', () => {
    const none: KeptFields = { currency: undefined, amountText: undefined, paymentMethod: undefined };
    for (const variant of VARIANTS) {
      for (const message of ['request', 'response', 'callback'] as const)
        expect(checkKept(message, none, variant)).toEqual([]);
    }
  });
});

/** A number where the interface wants a text is kept as a text, so that the kept text no longer shows that it was none. */
function isKeptAsIs(field: string, value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return numberText(value) !== undefined && /\.(amount|expiryPeriod)$/.test(field);
}

function keptOf({ message, headers, body }: Sample & { readonly message: Message }): KeptFields {
  const timestampText = readText(headerValue(headers, 'X-TIMESTAMP'));
  if (message === 'request') return { ...readRequest(body), timestampText };
  const texts = message === 'response' ? readResponse(body) : readCallback(body);
  return { ...texts, timestampText, transactionTimeText: texts.transactionTime };
}
