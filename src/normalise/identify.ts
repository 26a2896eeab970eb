import { hash } from 'node:crypto';
import { OTHER_REGION, type RegionSettings, type Settings } from '../settings/schema.ts';
import { canonicalAmount, isIsoCurrency } from './money.ts';
import type { Rejection } from './rejection.ts';

/**
 * Longest identifier in bytes of UTF-8: two of them fit into an entry of a PostgreSQL index (2,704 bytes). The
 * interface allows 32 characters.
 */
export const LONGEST_IDENTIFIER_BYTES = 1000;

export interface Identity {
  readonly orderNo: string;
  readonly merchantId: string;
}

/** The order that a record belongs to, or why it belongs to none. */
export function identify(
  orderNo: string | undefined,
  merchantId: string | undefined,
): Identity | { readonly rejection: Rejection } {
  if (orderNo === undefined)
    return { rejection: { reason: 'no_order_no', detail: 'absent, empty or no text' } };
  if (merchantId === undefined) {
    return { rejection: { reason: 'no_merchant_id', detail: 'absent, empty or no text' } };
  }
  if (isTooLong(orderNo)) return tooLong('no_order_no', orderNo);
  if (isTooLong(merchantId)) return tooLong('no_merchant_id', merchantId);
  return { orderNo, merchantId };
}

export function isTooLong(text: string): boolean {
  // A UTF-16 unit takes one to three bytes of UTF-8.
  return (
    text.length * 3 > LONGEST_IDENTIFIER_BYTES && Buffer.byteLength(text, 'utf8') > LONGEST_IDENTIFIER_BYTES
  );
}

function tooLong(reason: 'no_order_no' | 'no_merchant_id', text: string): { rejection: Rejection } {
  return {
    rejection: {
      reason,
      detail: `text of ${text.length} characters, at most ${LONGEST_IDENTIFIER_BYTES} bytes`,
    },
  };
}

/**
 * Digest of a record: the first 128 bits of SHA-256 over the kept values in a fixed order, as 32 hexadecimal digits.
 * Amounts enter by value (see {@link amountForDigest}), everything else unchanged.
 */
export function recordDigest(kind: string, values: ReadonlyArray<string | undefined>): string {
  let text = kind;
  for (const value of values) text += value === undefined ? '\u001f-' : `\u001f+${value.length}:${value}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** The form in which an amount enters a digest: equal values are equal, however they are spelled. */
export function amountForDigest(text: string | undefined): string | undefined {
  return text === undefined ? undefined : canonicalAmount(text);
}

/**
 * The region of a message: the first one in the settings that has its method or currency, else the region without a
 * name.
 */
export function findRegion(
  settings: Settings,
  currency: string | undefined,
  method: string | undefined,
): RegionSettings {
  for (const region of settings.regions) {
    if (method !== undefined && region.methods.includes(method)) return region;
    if (currency === undefined) continue;
    if (region.currencies.includes(currency)) return region;
    if (region.currencies.includes('*') && isIsoCurrency(currency)) return region;
  }
  return OTHER_REGION;
}
