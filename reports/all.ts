import { adjustments } from './adjustments.ts';
import { amountMismatches } from './amount-mismatches.ts';
import { callbackDelays } from './callback-delays.ts';
import { dailySummary } from './daily-summary.ts';
import { findings } from './findings.ts';
import { orders } from './orders.ts';
import { orphanCallbacks } from './orphan-callbacks.ts';
import { payments } from './payments.ts';
import { paymentsRestatement } from './payments-restatement.ts';
import { paymentsSummary } from './payments-summary.ts';
import { rejectedRecords } from './rejected-records.ts';
import type { Report } from './report.ts';
import { restatement } from './restatement.ts';
import { rollForward } from './roll-forward.ts';
import { stuckOrders } from './stuck-orders.ts';

/** Every report, in the order in which they are written and listed. */
export const REPORTS: readonly Report[] = [
  orders,
  amountMismatches,
  orphanCallbacks,
  payments,
  dailySummary,
  paymentsSummary,
  adjustments,
  stuckOrders,
  findings,
  rejectedRecords,
  restatement,
  paymentsRestatement,
  rollForward,
  callbackDelays,
];
