import type { PayInTexts } from './record.ts';

/** The kept texts of a pay-in record, as a database row holds them. */
export interface PayInTextRow {
  readonly order_no: string;
  readonly merchant_id: string;
  readonly sub_merchant_id: string | null;
  readonly payment_method: string | null;
  readonly currency: string | null;
  readonly amount_text: string | null;
  readonly expiry_period_text: string | null;
  readonly sent_at_text: string | null;
  readonly timestamp_text: string | null;
  readonly response_timestamp_text: string | null;
  readonly response_time_text: string | null;
  readonly response_code: string | null;
  readonly response_status: string | null;
  readonly response_order_no: string | null;
  readonly response_merchant_id: string | null;
  readonly response_sub_merchant_id: string | null;
  readonly response_currency: string | null;
  readonly response_amount_text: string | null;
  readonly response_method: string | null;
  readonly trade_no: string | null;
  readonly account_no: string | null;
}

/** The kept texts of a row, for another interpretation. */
export function payInTexts(row: PayInTextRow): PayInTexts {
  return {
    orderNo: row.order_no,
    merchantId: row.merchant_id,
    subMerchantId: row.sub_merchant_id ?? undefined,
    paymentMethod: row.payment_method ?? undefined,
    currency: row.currency ?? undefined,
    amountText: row.amount_text ?? undefined,
    expiryPeriodText: row.expiry_period_text ?? undefined,
    sentAtText: row.sent_at_text ?? undefined,
    timestampText: row.timestamp_text ?? undefined,
    responseTimestampText: row.response_timestamp_text ?? undefined,
    responseTimeText: row.response_time_text ?? undefined,
    responseCode: row.response_code ?? undefined,
    responseStatus: row.response_status ?? undefined,
    responseOrderNo: row.response_order_no ?? undefined,
    responseMerchantId: row.response_merchant_id ?? undefined,
    responseSubMerchantId: row.response_sub_merchant_id ?? undefined,
    responseCurrency: row.response_currency ?? undefined,
    responseAmountText: row.response_amount_text ?? undefined,
    responseMethod: row.response_method ?? undefined,
    tradeNo: row.trade_no ?? undefined,
    accountNo: row.account_no ?? undefined,
  };
}
