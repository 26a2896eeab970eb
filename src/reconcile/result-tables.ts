import type {
  FindingResultsTable,
  OrderResultsTable,
  OrphanResultsTable,
  PaymentResultsTable,
  Tables,
} from '../database/tables.ts';

/** A table of results, and the work table in which a run gathers what it would have them be. */
export interface ResultTable<Column extends string = string> {
  readonly table: keyof Tables;
  readonly work: keyof Tables;
  readonly key: readonly Column[];
  /** What a row says beside its key; a change of any of it ends the row. */
  readonly values: readonly Column[];
}

const orders: ResultTable<keyof OrderResultsTable> = {
  table: 'order_results',
  work: 'work_order_results',
  key: ['order_no', 'merchant_id'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'currency',
    'requested_currency',
    'requested_minor',
    'requested_text',
    'paid_currency',
    'paid_minor',
    'paid_text',
    'difference_minor',
    'amount_reason',
    'outcome',
    'stuck_reason',
    'findings',
    'requested_at',
    'paid_at',
    'offset_source',
    'received_at',
    'expires_at',
    'deadline_at',
    'payments',
    'account_no',
    'response_code',
    'response_status',
    'closed_on',
  ],
};

const payments: ResultTable<keyof PaymentResultsTable> = {
  table: 'payment_results',
  work: 'work_payment_results',
  key: ['order_no', 'merchant_id', 'payment'],
  values: [
    'paid_date',
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'currency',
    'paid_minor',
    'paid_at',
    'received_at',
    'outcome',
    'paid_hour',
    'payment_delay_seconds',
    'callback_delay_seconds',
    'after_expiry',
    'late',
  ],
};

const findings: ResultTable<keyof FindingResultsTable> = {
  table: 'finding_results',
  work: 'work_finding_results',
  key: ['order_no', 'merchant_id', 'code'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'expected',
    'actual',
    'reason',
    'first_seen_at',
  ],
};

const orphans: ResultTable<keyof OrphanResultsTable> = {
  table: 'orphan_results',
  work: 'work_orphan_results',
  key: ['order_no', 'merchant_id', 'digest'],
  values: [
    'business_date',
    'region',
    'sub_merchant_id',
    'trade_no',
    'payment_method',
    'status',
    'currency',
    'paid_minor',
    'completed_at',
    'received_at',
    'source_id',
    'line',
  ],
};

export const RESULT_TABLES: readonly ResultTable[] = [orders, payments, findings, orphans];
