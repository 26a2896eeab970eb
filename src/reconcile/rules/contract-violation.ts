import { text, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const contractViolation: Rule = {
  code: 'CONTRACT_VIOLATION',
  severity: 'low',
  when: 'a record breaks a rule of the interface that does not stop its use',
  explanation: 'A record breaks rules of the interface; the detail lists them.',
  remedy:
    'Report what the service sends wrongly, and correct what your requests send wrongly. Name fields that your store never keeps in the setting absent.',
  holds: (e) => e('e.violations', 'is not', null),
  expected: () => words('the rules of the interface'),
  actual: () => text('violations'),
};
