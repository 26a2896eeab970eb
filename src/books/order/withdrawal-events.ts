import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { isoInstant } from '../../normalise/instant.ts';
import type { WithdrawalEvent } from './order-story.ts';
import { recordedMoney } from './story-money.ts';
import type { OrderKey } from './story-values.ts';

interface WithdrawnRow {
  readonly kind: string;
  readonly known_at: string;
  readonly line: string;
  readonly source: string;
  readonly entry: string;
  readonly withdrawn_at: string;
  readonly who: string;
  readonly reason: string | null;
  readonly trade_no: string | null;
  readonly currency: string | null;
  readonly amount_minor: string | null;
  readonly amount_text: string | null;
  readonly type: string | null;
  readonly status: string | null;
}

/** Records of an order that were withdrawn with their source. */
export async function readWithdrawals(session: Session, key: OrderKey): Promise<WithdrawalEvent[]> {
  const { rows } = await runSqlFile<WithdrawnRow>(session, 'order/060_withdrawn.sql', {
    order_no: key.orderNo,
    merchant_id: key.merchantId,
  });
  return rows.map((row) => ({
    kind: 'withdrawal',
    at: isoInstant(row.withdrawn_at),
    entry: Number(row.entry),
    who: row.who,
    reason: row.reason,
    record: row.kind as WithdrawalEvent['record'],
    recordAt: isoInstant(row.known_at),
    place: { source: row.source, line: Number(row.line) },
    type: row.type,
    status: row.status,
    tradeNo: row.trade_no,
    money: recordedMoney(row.currency, row.amount_minor, row.amount_text),
  }));
}
