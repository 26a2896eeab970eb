import { sql } from 'kysely';
import type { Store } from '../../../src/database/store.ts';
import { LONG_TEXT } from '../../support/records.ts';

/** An order as the logs of a merchant show it, with its callback if it was paid. Times in epoch seconds. */
export interface Evidence {
  readonly orderNo: string;
  readonly merchantId: string;
  readonly paymentMethod: string;
  readonly requestedAt: number;
  readonly minor?: number;
  readonly receivedAt?: number | undefined;
  readonly completedAt?: number;
  readonly paidMinor?: number;
  /** Only its callback is in the source. */
  readonly isCallbackAlone?: boolean;
}

/** How the watch names a payment method that is {@link LONG_TEXT}. */
export const LONG_METHOD_NAME = LONG_TEXT.slice(0, 64);

const CURRENCIES: Readonly<Record<string, string>> = { PIX: 'BRL' };

/** Keeps orders as one source that was read at a moment (epoch seconds), as an ingest of them would. */
export async function keepEvidence(store: Store, orders: readonly Evidence[], readAt: number): Promise<void> {
  const rows = orders.map((order) => ({
    order_no: order.orderNo,
    merchant_id: order.merchantId,
    payment_method: order.paymentMethod,
    region: order.paymentMethod === 'PIX' ? 'BR' : 'EG',
    currency: CURRENCIES[order.paymentMethod] ?? 'EGP',
    minor: order.minor ?? 10_000,
    requested: order.requestedAt,
    received: order.receivedAt ?? null,
    completed: order.completedAt ?? order.receivedAt ?? null,
    paid: order.paidMinor ?? order.minor ?? 10_000,
    has_request: order.isCallbackAlone !== true,
  }));
  await store.session(async ({ db }) => {
    await sql`
      with evidence as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as e (
          order_no text, merchant_id text, payment_method text, region text, currency text, minor bigint,
          requested float8, received float8, completed float8, paid bigint,
          has_request boolean)
      ),
      source as (
        insert into sources (name, sha256, bytes, read_at, records, accepted, duplicate, rejected)
        values ('log', ${`${readAt} ${rows.length}`}, 0, to_timestamp(${readAt}::float8), 0, 0, 0, 0)
        returning source_id, read_at
      ),
      pay_ins as (
        insert into pay_ins (order_no, merchant_id, logged_at, digest, region, payment_method, currency, amount_minor,
          requested_at, created_at, expires_at, has_response, time_unreadable, time_ambiguous, offset_disagrees, source_id, line)
        select order_no, merchant_id, to_timestamp(requested), md5(order_no)::uuid, region, payment_method, currency, minor,
          to_timestamp(requested), to_timestamp(requested), to_timestamp(requested + 3600), false, false, false, false, source_id, 1
        from evidence, source
        where has_request
        on conflict do nothing
      ),
      callbacks as (
        insert into callbacks (order_no, merchant_id, logged_at, digest, region, payment_method, status, currency,
          amount_minor, completed_at, offset_source, completed_impossible, received_at, time_unreadable, time_ambiguous,
          offset_disagrees, source_id, line)
        select order_no, merchant_id, to_timestamp(received), md5(order_no)::uuid, region, payment_method, 'SUCCESS', currency,
          paid, to_timestamp(completed), 'explicit', false, to_timestamp(received), false, false, false, source_id, 1
        from evidence, source
        where received is not null
        on conflict do nothing
      )
      insert into source_coverage (source_id, kind, region, newest_at, after_run)
      select source_id, kind, region, max(at), 0
      from source, (
        select 'pay-in' as kind, region, to_timestamp(requested) as at from evidence where has_request
        union all
        select 'callback', region, to_timestamp(received) from evidence where received is not null
      ) as records
      where at <= read_at + interval '300 seconds'
      group by source_id, kind, region`.execute(db);
  });
}

export interface Steady {
  readonly merchantId: string;
  readonly paymentMethod: string;
  /** One order in so many seconds. */
  readonly every: number;
  /** Which of the orders are paid, by their number; two minutes after their request unless told otherwise. */
  readonly change?: (order: Evidence, number: number) => Evidence;
}

/** Orders one after the other from one moment up to another (epoch seconds); two in three are paid after two minutes. */
export function steadyOrders(
  { merchantId, paymentMethod, every, change = (order) => order }: Steady,
  from: number,
  until: number,
): Evidence[] {
  return Array.from({ length: Math.ceil((until - from) / every) }, (_, at) => {
    const requestedAt = from + at * every;
    const orderNo = `${paymentMethod}-${merchantId}-${requestedAt}`;
    const receivedAt = at % 3 === 2 ? undefined : requestedAt + 120;
    return change({ orderNo, merchantId, paymentMethod, requestedAt, receivedAt }, at);
  });
}
