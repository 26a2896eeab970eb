import { sql } from 'kysely';
import { words } from './expressions.ts';
import type { Rule } from './rule.ts';

export const amountUnreadable: Rule = {
  code: 'AMOUNT_UNREADABLE',
  severity: 'high',
  contradictsPayment: true,
  when: "the requested amount, or a payment's, cannot be read exactly, or has no currency",
  explanation: 'An amount cannot be read exactly, so this order is in no sum of that amount.',
  remedy:
    'Read the text of the amount in amount-mismatches.csv. If amountUnit or decimals of the region is wrong, correct it and run payin-recon renormalise. Otherwise correct the program that writes the amount.',
  holds: (e) =>
    e.or([
      e.and([e('e.has_pay_in', '=', true), e('e.requested_minor', 'is', null)]),
      e('e.payment_unreadable', '=', true),
    ]),
  expected: () => words('an exact amount'),
  actual: () => sql<string>`concat_ws(', ',
    'requested ' || e.requested_text || case when e.requested_currency is null then ' without currency' else '' end,
    'paid ' || e.paid_text || case when e.paid_currency is null then ' without currency' else '' end)`,
};
