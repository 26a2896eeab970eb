import { differs, text } from './expressions.ts';
import type { Rule } from './rule.ts';

export const methodMismatch: Rule = {
  code: 'METHOD_MISMATCH',
  severity: 'medium',
  when: "the deciding notification's paymentMethod is not the request's",
  explanation: 'The payer used another method than was asked for.',
  remedy: 'Nothing to do if the payer may choose the method. Otherwise ask the service.',
  holds: (e) => differs(e, 'paid_method', 'requested_method'),
  expected: () => text('requested_method'),
  actual: () => text('paid_method'),
};
