import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import type { Run } from '../reconcile/run.ts';
import { regionFolder, regionOfFolder } from '../settings/region-folder.ts';
import type { Settings } from '../settings/schema.ts';
import type { Alert, AlertFacts, MissedPaymentFacts } from './alert.ts';

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
export async function missedPayments(
  session: Session,
  settings: Settings,
  run: Pick<Run, 'runId' | 'hasStatements'>,
): Promise<Alert[]> {
  const isWanted = settings.alerts.channels.some(({ topics }) => topics?.includes('missed-payments'));
  if (!isWanted || !run.hasStatements) return [];
  const { rows } = await runSqlFile<MissedPayment>(session, 'alerts/030_missed_payments.sql', {
    ...{ run: run.runId, order_no: null, merchant_id: null },
  });
  return rows.map((row) => {
    const facts = factsOf(row);
    return { key: `missed-payments/${facts.key}`, severity: 'high', facts };
  });
}

function factsOf(row: MissedPayment): MissedPaymentFacts {
  return {
    topic: 'missed-payments',
    key: `${keyPart(row.merchant_id)}/${row.order_no}`,
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
  };
}

/** The merchant in a key, where a slash of its own would make it the key of another order. */
function keyPart(identifier: string): string {
  return identifier.replaceAll('%', '%25').replaceAll('/', '%2F');
}

/**
 * What a message that waits is to say now; undefined if it is not to be sent any more, because somebody has closed the
 * finding, no statement says any more that its order was paid, the order was withdrawn, or the statement is in the wrong unit. A run after that is
 * corrected writes it again. Messages of other topics stay as they are.
 */
export async function asItIsNow(session: Session, facts: AlertFacts): Promise<AlertFacts | undefined> {
  if (facts.topic !== 'missed-payments') return facts;
  const order = { order_no: facts.orderNo, merchant_id: facts.merchantId };
  const newest = await session.db
    .selectFrom('runs')
    .select((e) => e.fn.max('run_id').as('run'))
    .executeTakeFirst();
  const { rows } = await runSqlFile<MissedPayment>(session, 'alerts/030_missed_payments.sql', {
    ...order,
    run: newest?.run ?? 0,
  });
  if (rows[0] !== undefined) return factsOf(rows[0]);
  const settled = await runSqlFile<{ is_settled: boolean }>(session, 'alerts/040_no_longer_missed.sql', {
    ...order,
    date: facts.date,
    region: regionOfFolder(facts.region),
  });
  return settled.rows[0]!.is_settled ? undefined : facts;
}
