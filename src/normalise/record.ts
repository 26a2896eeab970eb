import type { LoggedKind, RecordKind } from '../contract/record-kinds.ts';
import type { RowStatus, RowType } from '../contract/statement-fields.ts';
import type { Violation } from '../contract/violation.ts';
import type { Instant } from './instant.ts';
import type { OffsetSource, TimeFlag } from './read-time.ts';
import type { Rejection } from './rejection.ts';

/**
 * The identifiers and texts that are kept of a pay-in record, as they were read. Everything interpreted is derived
 * from them, also after a change of the settings.
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

/** The interpretation of a pay-in record's texts by the settings. */
export interface PayInReading {
  /** Name in the settings, empty for none. */
  readonly region: string;
  /** Minor units of the currency; undefined where the text cannot be read exactly or the currency is absent. */
  readonly amountMinor: bigint | undefined;
  readonly requestedAt: Instant;
  /** When the order was created, by the response; undefined without a readable time. */
  readonly answeredAt: Instant | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly responseAmountMinor: bigint | undefined;
  readonly timeFlags: readonly TimeFlag[];
}

/** The identifiers and texts that are kept of a callback, as they were read. */
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

/** The interpretation of a callback's texts by the settings. */
export interface CallbackReading {
  /** Name in the settings, empty for none. */
  readonly region: string;
  readonly amountMinor: bigint | undefined;
  readonly completedAt: Instant | undefined;
  readonly offsetSource: OffsetSource;
  /** Whether completedAt is later than an existing reference by more than the allowed skew. */
  readonly completedImpossible: boolean;
  readonly receivedAt: Instant;
  readonly timeFlags: readonly TimeFlag[];
}

/** The key of a stored record, which does not depend on the settings. */
interface RecordKey {
  /** First 128 bits of SHA-256 over everything that is kept, amounts by value; 32 hexadecimal digits. */
  readonly digest: string;
  /** The record's time read without any setting (no offset means UTC), so that keys survive corrected settings. */
  readonly loggedAt: Instant;
}

/**
 * One call of "create pay-in order", with its response if it counts; or one half of a call that was logged by itself.
 */
export interface PayInRecord extends PayInTexts, PayInReading, RecordKey {
  /** False for a response that was logged on a line of its own. */
  readonly hasRequest: boolean;
  readonly hasResponse: boolean;
}

/** One delivery of a notification. */
export interface CallbackRecord extends CallbackTexts, CallbackReading, RecordKey {
  readonly verified: boolean | undefined;
}

/** The identifiers and texts that are kept of a row of a statement, as its table writes them. */
export interface StatementTexts {
  /** Empty where the row has none. */
  readonly orderNo: string;
  readonly merchantId: string;
  readonly rowId: string | undefined;
  readonly typeText: string | undefined;
  readonly statusText: string | undefined;
  readonly tradeNo: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly currency: string | undefined;
  readonly grossText: string | undefined;
  readonly feeText: string | undefined;
  readonly netText: string | undefined;
  readonly completedAtText: string | undefined;
  readonly settledOnText: string | undefined;
  readonly payoutId: string | undefined;
}

/** The interpretation of a row's texts by the settings of its table. */
export interface StatementReading {
  readonly region: string;
  readonly type: RowType;
  readonly status: RowStatus;
  readonly grossMinor: bigint | undefined;
  readonly feeMinor: bigint | undefined;
  readonly netMinor: bigint | undefined;
  readonly completedAt: Instant | undefined;
  readonly offsetSource: OffsetSource;
  readonly timeAmbiguous: boolean;
  /** yyyy-MM-dd */
  readonly settledOn: string | undefined;
}

/** By whom a row was stated. */
interface RowKey {
  /** The table of the setting map, or the source, by which the row was read. */
  readonly issuer: string;
  /** Names the row there: its identifier, or else its digest. */
  readonly rowKey: string;
}

/** One row of a provider's statement. */
export interface StatementRecord extends StatementTexts, StatementReading, RowKey, RecordKey {}

export interface BankTexts {
  readonly rowId: string | undefined;
  readonly bookedOnText: string;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly reference: string | undefined;
}

export interface BankReading {
  readonly region: string;
  readonly bookedOn: string;
  /** Negative for what went out. */
  readonly amountMinor: bigint | undefined;
}

/** One row of a bank's account statement. */
export interface BankRecord extends BankTexts, BankReading, RowKey, RecordKey {}

export type { LoggedKind, RecordKind };

interface Noticed {
  readonly violations: readonly Violation[];
  /** Paths of the setting absent at which the record has a value nevertheless; undefined for none. */
  readonly unexpected?: readonly string[];
}

/** How a line of a log was read: a record, or why it was rejected. */
export type Normalised =
  | ({ readonly kind: 'pay-in'; readonly record: PayInRecord } & Noticed)
  | ({ readonly kind: 'callback'; readonly record: CallbackRecord } & Noticed)
  | ({ readonly kind: 'statement'; readonly record: StatementRecord } & Noticed)
  | ({ readonly kind: 'bank'; readonly record: BankRecord } & Noticed)
  | { readonly kind: 'rejected'; readonly rejection: Rejection };
