import { sql } from 'kysely';
import { callbacks, words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const unknownStatus: Rule = {
  code: 'UNKNOWN_STATUS',
  severity: 'medium',
  when: 'a status of a callback, or of a response with code "00", is in none of the lists, or a callback has none',
  explanation: 'A status is in none of the lists in the settings; it decides nothing until it is.',
  remedy: 'Add the status to one of the lists in the setting statuses. The next run applies it.',
  holds: (e) => e.or([e('e.has_unknown', '=', true), e('e.unknown_response_status', '=', true)]),
  expected: () => words('a status of the settings'),
  actual: () =>
    sql<string>`case when e.has_unknown then 'in ' || ${callbacks('unknown_notifications')} else 'in a response' end`,
};
