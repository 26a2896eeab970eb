import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';
import { regionFolder } from '../settings/region-folder.ts';
import type { Settings } from '../settings/schema.ts';
import type { Alert, AlertFacts } from './alert.ts';

interface MissedPayment {
  readonly order_no: string;
  readonly merchant_id: string;
  readonly region: string;
  readonly date: string;
  readonly sub_merchant_id: string | null;
  readonly trade_no: string | null;
  readonly currency: string | null;
  readonly minor: string | null;
  readonly completed_at: string | null;
  readonly settled_on: string | null;
  readonly payout_id: string | null;
}

/**
 * Messages about orders that only statements show as paid, one for each order, so that the merchant's systems can fulfil
 * it. An order has the same key in every run, so that a channel gets it once, whatever becomes of it later. Within the
 * run's transaction.
 */
export async function missedPayments(session: Session, settings: Settings, run: Run): Promise<Alert[]> {
  const isWanted = settings.alerts.channels.some(({ topics }) => topics?.includes('missed-payments'));
  if (!isWanted || !run.hasStatements) return [];
  const { rows } = await runSqlFile<MissedPayment>(session, 'alerts/030_missed_payments.sql', {
    run: run.runId,
  });
  return rows.map((row) => {
    const order = `${row.merchant_id}/${row.order_no}`;
    return {
      key: `missed-payments/${order}`,
      severity: 'high',
      facts: {
        topic: 'missed-payments',
        key: order,
        merchantId: row.merchant_id,
        subMerchantId: row.sub_merchant_id,
        orderNo: row.order_no,
        tradeNo: row.trade_no,
        region: regionFolder(row.region),
        date: row.date,
        currency: row.currency,
        minor: row.minor,
        completedAt: row.completed_at,
        settledOn: row.settled_on,
        payoutId: row.payout_id,
      },
    };
  });
}

/**
 * Whether a message that still waits is not to be sent any more, because somebody has closed the finding or no statement
 * says any more that its order was paid.
 */
export async function isNoLongerMissed(session: Session, facts: AlertFacts): Promise<boolean> {
  if (facts.topic !== 'missed-payments') return false;
  const { rows } = await runSqlFile<{ is_settled: boolean }>(session, 'alerts/040_no_longer_missed.sql', {
    order_no: facts.orderNo,
    merchant_id: facts.merchantId,
  });
  return rows[0]!.is_settled;
}
