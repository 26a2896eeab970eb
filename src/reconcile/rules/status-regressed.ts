import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const statusRegressed: Rule = {
  code: 'STATUS_REGRESSED',
  severity: 'medium',
  when: 'a notification with a pending, failed or unknown status was first received after the first paid one',
  explanation: 'The order was notified as paid and then as something less.',
  remedy: 'Ask the service whether the payment still holds.',
  holds: (e) => e('e.status_regressed', '=', true),
  expected: () => words('no other status after paid'),
  actual: () => callbacks('unpaid_notifications', ' with a pending, failed or unknown status'),
};
