import { sql } from 'kysely';
import { money } from './expressions.ts';
import type { Rule } from './rule.ts';

export const netMismatch: Rule = {
  code: 'NET_MISMATCH',
  severity: 'medium',
  readsStatements: true,
  when: 'the net amount of a paid row is not its gross amount less its fee',
  explanation: 'The amounts of a statement row do not add up.',
  remedy:
    'Check which columns of the statement the setting map takes for gross, fee and net. If they are right, ask the service what else it deducted.',
  holds: (e) => e('e.net_differs', '=', true),
  expected: () => money('stated_currency', sql`(e.stated_minor - e.stated_fee_minor)`),
  actual: () => money('stated_currency', 'stated_net_minor'),
};
