import { sql } from 'kysely';
import type { Session } from '../../database/store.ts';
import { moneyText } from '../../money-text.ts';
import { REFUND_PARTS } from '../../reconcile/step-parts.ts';
import type { Settings } from '../../settings/schema.ts';
import type { FindingKey } from './current-findings.ts';

/** An amount in minor units of its currency; null is what cannot be read. */
export interface FindingAmount {
  readonly currency: string | null;
  readonly amountMinor: string | null;
}

export type Limits = Settings['decisions']['writeOffLimits'];
type Key = Pick<FindingKey, 'order_no' | 'merchant_id' | 'code'>;

/** Findings about the difference between what was paid and requested; others are about the whole payment or request. */
const OF_DIFFERENCE: ReadonlySet<string> = new Set(['AMOUNT_MISMATCH', 'MULTIPLE_PAYMENTS']);
/** About what was returned, which may be more than was ever paid. */
const OF_RETURNED = 'REFUND_EXCEEDS_PAYMENT';

interface Found extends FindingAmount, Pick<Key, 'order_no' | 'merchant_id'> {
  readonly what: 'difference' | 'returned' | 'whole';
}

/**
 * What is given up by writing off a finding of an order, in the newest results: of a finding about the difference between
 * paid and requested, that, if it is known and not zero; of one about refunds, what statements say was returned; else the greater of the
 * requested amount and the sum of the payments, which cannot be read if one of these cannot. Each currency has its own
 * amount: payments in others than the requested one come to a difference whole. For callbacks without an order it is the
 * sum of their amounts, each trade number once.
 * @returns at least one amount for each finding; minor units
 */
export async function writeOffAmounts(
  session: Session,
  keys: readonly Key[],
): Promise<(key: Key) => readonly FindingAmount[]> {
  if (keys.length === 0) return () => [UNREADABLE];
  const found = Map.groupBy(await amountsOfOrders(session, keys), (row) => textOf(row, row.what));
  return (key) => {
    const own = OF_DIFFERENCE.has(key.code) ? 'difference' : key.code === OF_RETURNED ? 'returned' : 'whole';
    const amounts = found.get(textOf(key, own)) ?? found.get(textOf(key, 'whole'));
    return amounts?.map(({ currency, amountMinor }) => ({ currency, amountMinor })) ?? [UNREADABLE];
  };
}

/** What each refund of the orders of `wanted` returns; those of sources in the wrong unit are left out. */
const REFUNDS = sql`
    select o.order_no, o.merchant_id, ${REFUND_PARTS.refund_currency} as currency, ${REFUND_PARTS.returned_minor} as minor
    from (
      select w.order_no, w.merchant_id, p.paid_currency as currency
      from wanted w
      left join order_results p on p.order_no = w.order_no and p.merchant_id = w.merchant_id and p.until_run is null
    ) o
    join statement_rows r on r.matched_order_no = o.order_no and r.matched_merchant_id = o.merchant_id
    where r.until_run is null
      and r.type in ('refund', 'chargeback')
      and r.status = 'paid'
      and not exists (
        select from scaled_sources s where s.source_id = r.source_id and s.until_run is null
      )`;

async function amountsOfOrders(session: Session, keys: readonly Key[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with wanted as (
      select distinct k.order_no collate "C" as order_no, k.merchant_id collate "C" as merchant_id
      from unnest(${keys.map((key) => key.order_no)}::text[], ${keys.map((key) => key.merchant_id)}::text[])
           k (order_no, merchant_id)
    ),
    judged as (
      select o.order_no, o.merchant_id, o.difference_minor, o.requested_currency, o.requested_minor
      from wanted w
      join order_results o on o.order_no = w.order_no and o.merchant_id = w.merchant_id
      where o.until_run is null and o.outcome <> 'ORPHAN'
    ),
    paid as (
      select j.order_no, j.merchant_id, p.currency,
             case when count(*) = count(p.paid_minor) then sum(p.paid_minor) end as minor,
             bool_and(j.difference_minor <> 0 and p.currency is distinct from j.requested_currency) as is_beside
      from judged j
      join payment_results p on p.order_no = j.order_no and p.merchant_id = j.merchant_id
      where p.until_run is null
      group by j.order_no, j.merchant_id, p.currency
    ),
    orphans as (
      select r.order_no, r.merchant_id, r.currency,
             case when count(*) = count(r.paid_minor) then max(r.paid_minor) end as minor
      from wanted w
      join orphan_results r on r.order_no = w.order_no and r.merchant_id = w.merchant_id
      where r.until_run is null
      group by r.order_no, r.merchant_id, r.currency, r.trade_no
    ),
    refunds as (${REFUNDS}),
    amounts as (
      select order_no, merchant_id, 'difference' as what, requested_currency as currency, abs(difference_minor) as minor
      from judged where difference_minor <> 0
      union all
      select order_no, merchant_id, 'difference', currency, minor from paid where is_beside
      union all
      select order_no, merchant_id, 'returned', currency,
             case when count(*) = count(minor) and currency is not null then sum(minor) end
      from refunds
      group by order_no, merchant_id, currency
      union all
      select order_no, merchant_id, 'whole', currency, case when count(*) = count(minor) then max(minor) end
      from (
        select order_no, merchant_id, requested_currency as currency, requested_minor::numeric as minor from judged
        union all
        select order_no, merchant_id, currency, minor from paid
      ) sides
      group by order_no, merchant_id, currency
      union all
      select order_no, merchant_id, 'whole', currency, case when count(*) = count(minor) then sum(minor) end
      from orphans
      group by order_no, merchant_id, currency
    )
    select order_no, merchant_id, what, currency, minor::text as "amountMinor"
    from amounts
    order by order_no collate "C", merchant_id collate "C", currency collate "C"`.execute(session.db);
  return rows;
}

function textOf({ order_no, merchant_id }: Omit<Key, 'code'>, what: Found['what']): string {
  return JSON.stringify([order_no, merchant_id, what]);
}

const UNREADABLE: FindingAmount = { currency: null, amountMinor: null };

/**
 * The first of the amounts that one person may not write off; undefined if there is none. An amount that cannot be read
 * needs approval if its currency has a limit; if the currency cannot be read either, as soon as any has.
 */
export function amountAboveLimit(
  amounts: readonly FindingAmount[],
  limits: Limits,
): FindingAmount | undefined {
  return amounts.find((amount) => isAboveLimit(amount, limits));
}

/** The same for a finding whose write-off of one amount was approved before: that amount needs no approval again. */
export function amountAboveApproved(
  amounts: readonly FindingAmount[],
  approved: FindingAmount | null,
  limits: Limits,
): FindingAmount | undefined {
  return amounts.find(
    (amount) => isAboveLimit(amount, limits) && (approved === null || !isAmong(approved, [amount])),
  );
}

function isAboveLimit({ currency, amountMinor }: FindingAmount, limits: Limits): boolean {
  if (currency === null) return Object.keys(limits).length > 0;
  const limit = Object.hasOwn(limits, currency) ? limits[currency] : undefined;
  if (limit === undefined) return false;
  return amountMinor === null || BigInt(amountMinor) > BigInt(limit);
}

/** @example 'BRL 1,234.56' */
export function amountText({ currency, amountMinor }: FindingAmount): string {
  if (amountMinor === null) return 'an amount that cannot be read';
  return currency === null ? amountMinor : `${currency} ${moneyText(amountMinor, currency)}`;
}

/**
 * What writing off a finding gives up, as lists write it.
 * @example 'BRL 1,234.56, USD 20.00'
 */
export function amountsText(amounts: readonly FindingAmount[]): string {
  return amounts.map(amountText).join(', ');
}

/** Whether an amount that approval was asked for is still what the finding is about. */
export function isAmong(asked: FindingAmount, amounts: readonly FindingAmount[]): boolean {
  return amounts.some(
    ({ currency, amountMinor }) => currency === asked.currency && amountMinor === asked.amountMinor,
  );
}

/** @example 'write-off of BRL 150.00 asked for by ana' */
export function requestText(request: FindingAmount & { readonly by: string }): string {
  return `write-off of ${amountText(request)} asked for by ${request.by}`;
}
