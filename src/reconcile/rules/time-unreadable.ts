import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const timeUnreadable: Rule = {
  code: 'TIME_UNREADABLE',
  severity: 'low',
  when: 'a time cannot be read, or a callback has no transactionTime',
  explanation: 'A time is missing or cannot be read; the next best one is used.',
  remedy: 'Read the record with payin-recon order, and correct the program that writes the time.',
  holds: (e) => e('e.time_unreadable', '=', true),
  expected: () => words('yyyy-MM-ddTHH:mm:ss and an offset'),
  actual: () => words('something else, or nothing'),
};
