import type { Violation } from '../contract/violation.ts';
import type { Instant } from './instant.ts';
import type { OffsetSource, TimeFlag } from './read-time.ts';
import type { Rejection } from './rejection.ts';

/**
 * What is kept of a pay-in record as it was read: identifiers and texts. A later change of the settings is applied to
 * these; everything interpreted is made from them.
 */
export interface PayInTexts {
  readonly orderNo: string;
  readonly merchantId: string;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly expiryPeriodText: string | undefined;
  readonly sentAtText: string | undefined;
  readonly timestampText: string | undefined;
  readonly responseTimestampText: string | undefined;
  readonly responseTimeText: string | undefined;
  readonly responseCode: string | undefined;
  readonly responseStatus: string | undefined;
  readonly responseOrderNo: string | undefined;
  readonly responseMerchantId: string | undefined;
  readonly responseSubMerchantId: string | undefined;
  readonly responseCurrency: string | undefined;
  readonly responseAmountText: string | undefined;
  readonly responseMethod: string | undefined;
  readonly tradeNo: string | undefined;
  readonly accountNo: string | undefined;
}

/** What a pay-in record's texts mean by the settings. */
export interface PayInReading {
  /** Name in the settings, empty for none. */
  readonly region: string;
  /** Minor units of the currency, undefined where the text cannot be read exactly or there is no currency. */
  readonly amountMinor: bigint | undefined;
  readonly requestedAt: Instant;
  /** When the response says that the order was created; undefined without a readable one. */
  readonly answeredAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly responseAmountMinor: bigint | undefined;
  readonly timeFlags: readonly TimeFlag[];
}

/** What is kept of a callback as it was read. */
export interface CallbackTexts {
  readonly orderNo: string;
  readonly merchantId: string;
  readonly tradeNo: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly status: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly transactionTimeText: string | undefined;
  readonly receivedAtText: string | undefined;
  readonly timestampText: string | undefined;
  readonly ack: string | undefined;
}

/** What a callback's texts mean by the settings. */
export interface CallbackReading {
  /** Name in the settings, empty for none. */
  readonly region: string;
  readonly amountMinor: bigint | undefined;
  readonly completedAt: Instant | undefined;
  readonly offsetSource: OffsetSource;
  /** Whether completedAt is later than a reference that exists by more than the allowed skew. */
  readonly completedImpossible: boolean;
  readonly receivedAt: Instant;
  readonly timeFlags: readonly TimeFlag[];
}

/** What tells a stored record from every other, whatever the settings. */
interface RecordKey {
  /** First 128 bits of SHA-256 over everything that is kept, amounts by value; 32 hexadecimal digits. */
  readonly digest: string;
  /** The record's time read without any setting (no offset means UTC), so that keys survive corrected settings. */
  readonly loggedAt: Instant;
}

/** One call of "create pay-in order", with its answer if one counts; or one half of it, logged by itself. */
export interface PayInRecord extends PayInTexts, PayInReading, RecordKey {
  /** False for a response that was logged on a line of its own. */
  readonly hasRequest: boolean;
  readonly hasResponse: boolean;
}

/** One delivery of a notification. */
export interface CallbackRecord extends CallbackTexts, CallbackReading, RecordKey {
  readonly verified: boolean | undefined;
}

export type RecordKind = 'pay-in' | 'callback';

interface Noticed {
  readonly violations: readonly Violation[];
  /** Paths of the setting absent at which the record says something all the same; undefined for none. */
  readonly unexpected?: readonly string[];
}

export type Normalised =
  | ({ readonly kind: 'pay-in'; readonly record: PayInRecord } & Noticed)
  | ({ readonly kind: 'callback'; readonly record: CallbackRecord } & Noticed)
  | { readonly kind: 'rejected'; readonly rejection: Rejection };
