/** What the watch compares, counted from all evidence: what its counts have to be. */
import { sql } from 'kysely';
import type { Session } from '../../../src/database/store.ts';
import { formatInstant } from '../../../src/normalise/instant.ts';
import { type ComparedStretch, SLOTS } from '../../../src/operations/watch/stretches.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { LONG_METHOD_NAME } from './evidence.ts';

/** By payment method, merchant and measure: each slot that has any. */
export type CountedEvidence = Map<string, number>;

const slotOf = (time: string) => sql`floor(extract(epoch from to_at - ${sql.ref(time)}) / 300)::integer`;

export async function countEvidence(
  session: Session,
  settings: Settings,
  region: string,
  stretches: readonly ComparedStretch[],
  dueStretches: (method: string) => readonly ComparedStretch[],
): Promise<CountedEvidence> {
  const counted: CountedEvidence = new Map();
  const take = (rows: readonly Record<string, string | number>[], { week, firstSlot }: ComparedStretch) => {
    for (const { payment_method: method, merchant_id: merchant, slot, ...lines } of rows) {
      for (const [line, count] of Object.entries(lines)) {
        const at = week * SLOTS + firstSlot + Number(slot);
        if (Number(count) > 0) counted.set(`${method} ${merchant} ${line} ${at}`, Number(count));
      }
    }
  };
  for (const stretch of stretches) {
    take(await paymentsIn(session, settings, region, stretch), stretch);
    take(await ordersIn(session, settings, region, stretch), stretch);
  }
  for (const method of ['PIX', 'FAWRY', 'WALLET', LONG_METHOD_NAME, 'none']) {
    for (const stretch of dueStretches(method)) {
      const rows = await ordersIn(session, settings, region, stretch, method);
      take(
        rows.map(({ requested: due = 0, paid: met = 0, ...row }) => ({ ...row, due, met })),
        stretch,
      );
    }
  }
  return counted;
}

async function paymentsIn(
  session: Session,
  { statuses, tolerances, lateCallbackSeconds }: Settings,
  region: string,
  { from, to }: ComparedStretch,
): Promise<Record<string, string | number>[]> {
  const { rows } = await sql<Record<string, string | number>>`
    with compared as (
      select substr(coalesce(c.payment_method, 'none'), 1, 64) as payment_method, c.merchant_id, min(c.received_at) as received_at,
             min(case when not c.completed_impossible then c.completed_at end) as completed_at,
             bool_or(c.currency = p.currency and abs(c.amount_minor - p.amount_minor)
                     <= coalesce((${JSON.stringify(tolerances)}::text::jsonb ->> c.currency)::bigint, 0)) as fits
      from callbacks c
      left join pay_ins p on p.order_no = c.order_no and p.merchant_id = c.merchant_id
      where c.region = ${region}
        and c.status = any (${[...statuses.paid]}::text[])
        and c.verified is distinct from false
      group by substr(coalesce(c.payment_method, 'none'), 1, 64), c.merchant_id, c.order_no
    )
    select payment_method, merchant_id, ${slotOf('received_at')} as slot, count(*) as payments,
           count(completed_at) as timed,
           count(*) filter (where extract(epoch from received_at - completed_at) > ${lateCallbackSeconds}::integer) as late,
           count(fits) as compared, count(*) filter (where not fits) as mismatched
    from compared, (select ${formatInstant(to)}::timestamptz as to_at) as t
    where received_at > ${formatInstant(from)}::timestamptz and received_at <= to_at
    group by payment_method, merchant_id, slot`.execute(session.db);
  return rows;
}

async function ordersIn(
  session: Session,
  { statuses, graceSeconds }: Settings,
  region: string,
  { from, to, seenUntil }: ComparedStretch,
  dueOf: string | null = null,
): Promise<Record<string, string | number>[]> {
  const { rows } = await sql<Record<string, string | number>>`
    with asked as (
      select substr(coalesce(payment_method, 'none'), 1, 64) as payment_method, merchant_id, order_no,
             min(requested_at) as requested_at, min(expires_at) as expires_at
      from pay_ins
      where region = ${region}
      group by substr(coalesce(payment_method, 'none'), 1, 64), merchant_id, order_no
    ),
    notified as (
      select distinct order_no, merchant_id
      from callbacks
      where received_at <= ${formatInstant(seenUntil)}::timestamptz
        and status = any (${[...statuses.paid]}::text[])
        and verified is distinct from false
    )
    select payment_method, a.merchant_id, ${slotOf('requested_at')} as slot, count(*) as requested,
           count(n.order_no) as paid
    from (select ${formatInstant(to)}::timestamptz as to_at) as t, asked a
    left join notified n on n.order_no = a.order_no and n.merchant_id = a.merchant_id
    where requested_at > ${formatInstant(from)}::timestamptz
      and requested_at <= to_at
      and (${dueOf}::text is null
           or (payment_method = ${dueOf}::text
               and expires_at + make_interval(secs => ${graceSeconds}::integer) <= ${formatInstant(seenUntil)}::timestamptz))
    group by payment_method, a.merchant_id, slot`.execute(session.db);
  return rows;
}
