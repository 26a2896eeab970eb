import { adjustments } from './adjustments.ts';
import { amountMismatches } from './amount-mismatches.ts';
import { callbackDelays } from './callback-delays.ts';
import { dailySummary } from './daily-summary.ts';
import { fees } from './fees.ts';
import { findings } from './findings.ts';
import { missedPayments } from './missed-payments.ts';
import { orders } from './orders.ts';
import { orphanCallbacks } from './orphan-callbacks.ts';
import { payments } from './payments.ts';
import { paymentsRestatement } from './payments-restatement.ts';
import { paymentsSummary } from './payments-summary.ts';
import { payouts } from './payouts.ts';
import { refundsDue } from './refunds-due.ts';
import { rejectedRecords } from './rejected-records.ts';
import type { Report } from './report.ts';
import { restatement } from './restatement.ts';
import { rollForward } from './roll-forward.ts';
import { payoutsRestatement, statementRestatement } from './stated-changes.ts';
import { statement } from './statement.ts';
import { stuckOrders } from './stuck-orders.ts';

/** Every report, in the order in which they are written and listed: the facts first. */
export const REPORTS: readonly Report[] = [
  orders,
  amountMismatches,
  orphanCallbacks,
  payments,
  dailySummary,
  paymentsSummary,
  adjustments,
  statement,
  payouts,
  stuckOrders,
  findings,
  rejectedRecords,
  restatement,
  paymentsRestatement,
  rollForward,
  callbackDelays,
  refundsDue,
  fees,
  missedPayments,
  payoutsRestatement,
  statementRestatement,
];

/** The reports that change only with the evidence, by which a version is restated. */
export const FACTS: readonly Report[] = REPORTS.filter(({ fact }) => fact);

/** The reports of a state, which are written with a version and do not restate it. */
export const STATES: readonly Report[] = REPORTS.filter(({ fact }) => !fact);

/** The reports that list which values a version changed; no value is in two of them. */
export const RESTATEMENTS: readonly Report[] = [
  restatement,
  paymentsRestatement,
  payoutsRestatement,
  statementRestatement,
];
