import { ackNotSuccess } from './ack-not-success.ts';
import { amountMismatch } from './amount-mismatch.ts';
import { amountUnreadable } from './amount-unreadable.ts';
import { conflictingCallbacks } from './conflicting-callbacks.ts';
import { contractViolation } from './contract-violation.ts';
import { currencyMismatch } from './currency-mismatch.ts';
import { duplicateOrder } from './duplicate-order.ts';
import { feeMismatch } from './fee-mismatch.ts';
import { keyMismatch } from './key-mismatch.ts';
import { lateCallback } from './late-callback.ts';
import { methodMismatch } from './method-mismatch.ts';
import { multiplePayments } from './multiple-payments.ts';
import { netMismatch } from './net-mismatch.ts';
import { noResponse } from './no-response.ts';
import { notInStatement } from './not-in-statement.ts';
import { offsetDisagrees } from './offset-disagrees.ts';
import { orphanCallback } from './orphan-callback.ts';
import { paidAfterExpiry } from './paid-after-expiry.ts';
import { paidAfterRejection } from './paid-after-rejection.ts';
import { paidInStatementOnly } from './paid-in-statement-only.ts';
import { paymentReversed } from './payment-reversed.ts';
import { refundExceedsPayment } from './refund-exceeds-payment.ts';
import { responseMismatch } from './response-mismatch.ts';
import type { Rule } from './rule.ts';
import { statementAmountMismatch } from './statement-amount-mismatch.ts';
import { statementDuplicate } from './statement-duplicate.ts';
import { statementStatusMismatch } from './statement-status-mismatch.ts';
import { statusRegressed } from './status-regressed.ts';
import { stuckProcessing } from './stuck-processing.ts';
import { subMerchantMismatch } from './sub-merchant-mismatch.ts';
import { timeAmbiguous } from './time-ambiguous.ts';
import { timeImplausible } from './time-implausible.ts';
import { timeUnreadable } from './time-unreadable.ts';
import { tradeNoMismatch } from './trade-no-mismatch.ts';
import { unknownStatus } from './unknown-status.ts';
import { unsupportedVariant } from './unsupported-variant.ts';
import { unverifiedCallback } from './unverified-callback.ts';

/**
 * The edition of what judges orders: the rules, and the statements of sql/reconcile. Raise it with every change after which
 * the same evidence has other results: the next run judges every order again. Results that were kept before there was one
 * are of the first.
 */
export const JUDGING_RULES = 14;

/** Every rule, in the order of docs/reference/findings.md. */
export const RULES: readonly Rule[] = [
  amountMismatch,
  currencyMismatch,
  amountUnreadable,
  multiplePayments,
  conflictingCallbacks,
  duplicateOrder,
  paidAfterRejection,
  keyMismatch,
  paymentReversed,
  unverifiedCallback,
  orphanCallback,
  stuckProcessing,
  noResponse,
  tradeNoMismatch,
  methodMismatch,
  subMerchantMismatch,
  responseMismatch,
  unsupportedVariant,
  unknownStatus,
  statusRegressed,
  timeImplausible,
  offsetDisagrees,
  timeAmbiguous,
  timeUnreadable,
  paidAfterExpiry,
  lateCallback,
  ackNotSuccess,
  contractViolation,
  paidInStatementOnly,
  notInStatement,
  statementAmountMismatch,
  statementStatusMismatch,
  statementDuplicate,
  feeMismatch,
  netMismatch,
  refundExceedsPayment,
];

/** Code, severity and explanation of each kind of finding. */
export const FINDING_KINDS = RULES.map(({ code, severity, explanation }) => ({
  code,
  severity,
  explanation,
}));
