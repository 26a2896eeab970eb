/** A row of sql/calibrate/010_callbacks.sql. */
export interface CallbackRow {
  readonly region: string;
  readonly order_no: string;
  readonly merchant_id: string;
  readonly currency: string | null;
  readonly amount_text: string | null;
  readonly transaction_time_text: string | null;
  readonly timestamp_text: string | null;
  readonly received_at_text: string | null;
  readonly source: string;
  readonly line: string;
  /** Null without a pay-in record. */
  readonly requested_at: string | null;
  readonly requested_currency: string | null;
  readonly requested_text: string | null;
  readonly response_currency: string | null;
  readonly response_amount_text: string | null;
}

/** Where a record was read. */
export function placeOf(row: Pick<CallbackRow, 'merchant_id' | 'order_no' | 'source' | 'line'>) {
  return {
    merchantId: row.merchant_id,
    orderNo: row.order_no,
    source: row.source,
    line: Number(row.line),
  };
}
