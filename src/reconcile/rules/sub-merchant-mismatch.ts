import { differs, text } from './expressions.ts';
import type { Rule } from './rule.ts';

export const subMerchantMismatch: Rule = {
  code: 'SUB_MERCHANT_MISMATCH',
  severity: 'medium',
  when: "the deciding notification's subMerchantId is not the request's, both present",
  explanation: 'The payment was notified for another sub-merchant.',
  remedy: 'Ask the service for which sub-merchant it booked the payment, before you pass the money on.',
  holds: (e) => differs(e, 'paid_sub_merchant_id', 'requested_sub_merchant_id'),
  expected: () => text('requested_sub_merchant_id'),
  actual: () => text('paid_sub_merchant_id'),
};
