import { money } from './expressions.ts';
import type { Rule } from './rule.ts';

export const feeMismatch: Rule = {
  code: 'FEE_MISMATCH',
  severity: 'medium',
  readsStatements: true,
  when: 'the fee of a paid row differs from what the tariff in the setting fees comes to, by more than its tolerance',
  explanation: 'The service charged another fee than was agreed.',
  remedy:
    'Compare the fee with your contract. Correct the setting fees if the contract changed; otherwise claim the difference from the service.',
  holds: (e) => e('e.fee_differs', '=', true),
  expected: () => money('stated_currency', 'expected_fee_minor'),
  actual: () => money('stated_currency', 'stated_fee_minor'),
};
