import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const ackNotSuccess: Rule = {
  code: 'ACK_NOT_SUCCESS',
  severity: 'low',
  when: 'no delivery of a notification was acknowledged with SUCCESS, and at least one with something else',
  explanation: 'The service was not told that the callback arrived and may send it again.',
  remedy: 'Let your callback endpoint answer SUCCESS once it has stored the callback.',
  holds: (e) => e('e.never_acknowledged', '=', true),
  expected: () => words('SUCCESS'),
  actual: () => callbacks('refused_notifications', ' with another acknowledgement'),
};
