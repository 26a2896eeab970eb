import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const timeAmbiguous: Rule = {
  code: 'TIME_AMBIGUOUS',
  severity: 'low',
  when: 'a local time without offset occurs twice or is skipped on that day',
  explanation: 'A time lies in the hour of a clock change and has no offset.',
  remedy: 'Nothing to do if the date is right. Ask the service to send times with an offset.',
  holds: (e) => e('e.time_ambiguous', '=', true),
  expected: () => words('times with an offset'),
  actual: () => words('a time without one in a clock change'),
};
