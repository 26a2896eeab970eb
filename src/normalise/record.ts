import type { Violation } from '../contract/violation.ts';
import type { Instant } from './instant.ts';
import type { OffsetSource, TimeFlag } from './read-time.ts';
import type { Rejection } from './rejection.ts';

/** What both kinds of record have: the order they speak of, and how they read. */
interface CommonRecord {
  readonly orderNo: string;
  readonly merchantId: string;
  /** First 128 bits of SHA-256 over everything that is kept, amounts by value; 32 hexadecimal digits. */
  readonly digest: string;
  /** The record's time read without any setting (no offset means UTC), so that keys survive corrected settings. */
  readonly loggedAt: Instant;
  /** Name in the settings, empty for none. */
  readonly region: string;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  /** Minor units of the currency, undefined where the text cannot be read exactly. */
  readonly amountMinor: bigint | undefined;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly tradeNo: string | undefined;
  readonly timeFlags: readonly TimeFlag[];
}

/** One call of "create pay-in order", with its answer if one counts. */
export interface PayInRecord extends CommonRecord {
  readonly sentAtText: string | undefined;
  readonly timestampText: string | undefined;
  readonly requestedAt: Instant;
  readonly createdAt: Instant;
  readonly expiryPeriodText: string | undefined;
  readonly expiresAt: Instant;
  readonly hasResponse: boolean;
  readonly responseTimestampText: string | undefined;
  readonly responseTimeText: string | undefined;
  readonly responseCode: string | undefined;
  readonly responseStatus: string | undefined;
  readonly responseOrderNo: string | undefined;
  readonly responseMerchantId: string | undefined;
  readonly responseCurrency: string | undefined;
  readonly responseAmountText: string | undefined;
  readonly responseAmountMinor: bigint | undefined;
  readonly responseMethod: string | undefined;
  readonly accountNo: string | undefined;
}

/** One delivery of a notification. */
export interface CallbackRecord extends CommonRecord {
  readonly receivedAtText: string | undefined;
  readonly timestampText: string | undefined;
  readonly transactionTimeText: string | undefined;
  readonly status: string | undefined;
  readonly completedAt: Instant | undefined;
  readonly offsetSource: OffsetSource;
  /** Whether completedAt lies outside the window of a reference that exists. */
  readonly completedImpossible: boolean;
  readonly receivedAt: Instant;
  readonly verified: boolean | undefined;
  readonly ack: string | undefined;
}

export type RecordKind = 'pay-in' | 'callback';

export type Normalised =
  | { readonly kind: 'pay-in'; readonly record: PayInRecord; readonly violations: readonly Violation[] }
  | { readonly kind: 'callback'; readonly record: CallbackRecord; readonly violations: readonly Violation[] }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };
