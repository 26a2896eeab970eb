import type { Rejection } from './rejection.ts';

/** Longest identifier that an index of the database surely holds, in characters; the interface allows 32. */
const LONGEST_IDENTIFIER = 255;

export interface Identity {
  readonly orderNo: string;
  readonly merchantId: string;
}

/** The order that a record speaks of, or why it cannot be told. */
export function identify(
  orderNo: string | undefined,
  merchantId: string | undefined,
): Identity | { readonly rejection: Rejection } {
  if (orderNo === undefined)
    return { rejection: { reason: 'no_order_no', detail: 'absent, empty or no text' } };
  if (merchantId === undefined) {
    return { rejection: { reason: 'no_merchant_id', detail: 'absent, empty or no text' } };
  }
  if (orderNo.length > LONGEST_IDENTIFIER) return tooLong('no_order_no', orderNo);
  if (merchantId.length > LONGEST_IDENTIFIER) return tooLong('no_merchant_id', merchantId);
  return { orderNo, merchantId };
}

function tooLong(reason: 'no_order_no' | 'no_merchant_id', text: string): { rejection: Rejection } {
  return {
    rejection: { reason, detail: `text of ${text.length} characters, at most ${LONGEST_IDENTIFIER}` },
  };
}
