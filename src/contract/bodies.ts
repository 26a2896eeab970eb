/**
 * The bodies of the interface, read into text fields. An absent value and an empty string are both `undefined`.
 * Identifiers stand as they were sent; amounts and times are the text from which they will be interpreted.
 * Interface: sections "Resources and their fields".
 */
export interface RequestBody {
  readonly orderNo: string | undefined;
  /** merchant.merchantId; the header X-PARTNER-ID is the caller's fallback. */
  readonly merchantId: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly paymentMethod: string | undefined;
  /** Seconds, as sent. */
  readonly expiryPeriodText: string | undefined;
}

export interface ResponseBody {
  readonly code: string | undefined;
  readonly orderNo: string | undefined;
  readonly tradeNo: string | undefined;
  readonly merchantId: string | undefined;
  readonly accountNo: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
  readonly transactionTime: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly status: string | undefined;
}

export interface CallbackBody {
  readonly orderNo: string | undefined;
  readonly tradeNo: string | undefined;
  readonly merchantId: string | undefined;
  readonly subMerchantId: string | undefined;
  readonly paymentMethod: string | undefined;
  readonly transactionTime: string | undefined;
  readonly status: string | undefined;
  readonly currency: string | undefined;
  readonly amountText: string | undefined;
}
