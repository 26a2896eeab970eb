import { type SqlBool, sql } from 'kysely';
import { instant, secondsFrom } from './expressions.ts';
import type { Rule } from './rule.ts';

export const timeImplausible: Rule = {
  code: 'TIME_IMPLAUSIBLE',
  severity: 'medium',
  when: 'the deciding notification completed before the request, or after it was received, by more than the allowed skew',
  explanation: 'The payment time contradicts the other clocks.',
  remedy:
    'Check the clocks of the machines that write the logs, and the zone of the region. After correcting a zone, run payin-recon renormalise.',
  holds: (
    _e,
    context,
  ) => sql<SqlBool>`${secondsFrom('paid_at', 'requested_at')} > ${context.settings.allowedSkewSeconds}
    or ${secondsFrom('received_at', 'paid_at')} > ${context.settings.allowedSkewSeconds}`,
  expected: () => sql<string>`concat_ws(' to ', ${instant('requested_at')}, ${instant('received_at')})`,
  actual: () => instant('paid_at'),
};
