import { type SqlBool, sql } from 'kysely';
import { keepsNoResponses } from '../../settings/absent.ts';
import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const noResponse: Rule = {
  code: 'NO_RESPONSE',
  severity: 'medium',
  when: 'there are pay-in records, and none has a response (unless the setting absent names response)',
  explanation: 'No answer to the request was kept: the call may have timed out.',
  remedy:
    'Ask the service whether it accepted the order. If your store keeps no responses, add response to the setting absent.',
  holds: (e, context) =>
    keepsNoResponses(context.settings)
      ? sql<SqlBool>`false`
      : e.and([e('e.has_pay_in', '=', true), e('e.any_response', '=', false)]),
  expected: () => words('a response'),
  actual: () => words('none'),
};
