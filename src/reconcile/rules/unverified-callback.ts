import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const unverifiedCallback: Rule = {
  code: 'UNVERIFIED_CALLBACK',
  severity: 'high',
  when: 'a callback is logged with verified: false, because its signature is wrong',
  explanation: 'Somebody who is not the service may have sent a callback for this order; it decides nothing.',
  remedy:
    'Check the key and the code that verify signatures. If both are right, treat the callback as forged and report it to those responsible for security.',
  holds: (e) => e('e.has_unverified', '=', true),
  expected: () => words('callbacks with a valid signature'),
  actual: () => callbacks('unverified_notifications', ' with verified: false'),
};
