import { sql } from 'kysely';
import { money } from './expressions.ts';
import type { Rule } from './rule.ts';

export const refundExceedsPayment: Rule = {
  code: 'REFUND_EXCEEDS_PAYMENT',
  severity: 'critical',
  readsStatements: true,
  when: "refunds and chargebacks of statements are more than the order's payments",
  explanation: 'More money was paid back for this order than its payments brought.',
  remedy:
    'Compare refunds, chargebacks and payments with payin-recon order. Ask the service to correct what was paid back twice or for the wrong order.',
  holds: (e) => e('e.exceeding_minor', 'is not', null),
  expected: () =>
    sql<string>`'at most ' || case
      when e.returnable_minor = 0 then 'nothing'
      else ${money('exceeding_currency', 'returnable_minor')}
    end`,
  actual: () => money('exceeding_currency', 'exceeding_minor'),
};
