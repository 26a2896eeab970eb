import { sql } from 'kysely';
import { paidMoney } from './expressions.ts';
import type { Rule } from './rule.ts';

export const paidAfterRejection: Rule = {
  code: 'PAID_AFTER_REJECTION',
  severity: 'critical',
  contradictsPayment: true,
  when: 'paid, though every request was rejected',
  explanation: 'The service refused the order and notified a payment for it all the same.',
  remedy: 'Ask the service whether the payment is real. Deliver or pay it back, then resolve the finding.',
  holds: (e) =>
    e.and([
      e('e.payments', '>', 0),
      e('e.has_pay_in', '=', true),
      e('e.all_responses', '=', true),
      e('e.any_accepted', '=', false),
    ]),
  expected: () => sql<string>`'no payment, response code ' || e.response_code`,
  actual: () => paidMoney(),
};
