import { money, paidMoney } from './expressions.ts';
import type { Rule } from './rule.ts';

export const statementAmountMismatch: Rule = {
  code: 'STATEMENT_AMOUNT_MISMATCH',
  severity: 'high',
  contradictsPayment: true,
  readsStatements: true,
  when: "a paid row of a statement and its payment differ in currency, or in amount by more than the currency's tolerance",
  explanation: 'The statement has another amount for this payment than the callback notified.',
  remedy:
    'Compare callback and row with payin-recon order. Ask the service which amount was paid; the statement is what it pays out.',
  holds: (e) => e('e.is_stated_otherwise', '=', true),
  expected: () => paidMoney(),
  actual: () => money('stated_currency', 'stated_minor'),
};
