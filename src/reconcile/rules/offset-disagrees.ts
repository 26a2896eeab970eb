import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const offsetDisagrees: Rule = {
  code: 'OFFSET_DISAGREES',
  severity: 'low',
  when: "a time without offset was not read by its region's zone, or the header of its message has another offset",
  explanation: 'A time came without offset, and the evidence disagrees on which it is.',
  remedy: 'Check the zone of the region. Ask the service to send times with an offset.',
  holds: (e) => e('e.offset_disagrees', '=', true),
  expected: () => words('times with an offset'),
  actual: () => words('a time without one'),
};
