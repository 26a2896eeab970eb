const KEY = 'order_no, merchant_id';
const KINDS = "case status when 'SUCCESS' then 'paid' when 'PROCESSING' then 'pending' else 'unknown' end";
/** What makes callbacks deliveries of one notification. */
const SAID = 'status, trade_no, currency, said_amount, completed_at';
/** The notification that decides comes last. */
const DECIDING = `completed_at desc nulls last, received_at desc, minor desc nulls last, amount desc nulls last,
  currency desc nulls last, digest desc`;

/**
 * Statements that put the evidence of the chosen orders side by side in the table `evidence`, one row for each order.
 * Orders with at most one record of a kind are taken as they are, the others are grouped.
 * @param asOf the moment from which the evidence is seen; ISO 8601 in UTC
 * @param onlyChosen whether only the orders in the table `chosen` are judged
 */
export function gather(asOf: string, onlyChosen: boolean): string[] {
  const those = onlyChosen ? `semi join chosen using (${KEY})` : '';
  return [
    `create or replace temp view seen_pay_ins as
     select *, coalesce(response_code = '00', false) as accepted
     from pay_ins ${those} where requested_at <= timestamptz '${asOf}'`,
    `create or replace temp table repeated_requests as
     select ${KEY} from seen_pay_ins group by all having count(*) > 1`,
    REQUESTS,
    attributed(asOf, those),
    `create or replace temp table repeated_callbacks as
     select ${KEY} from seen_callbacks group by all having count(*) > 1`,
    NOTIFICATIONS,
    PAYMENTS,
    HEARD,
    `create or replace temp table unverified as
     select ${KEY}, count(distinct row(status, trade_no, currency, amount, completed_at)) as unverified_notifications
     from callbacks ${those} where verified = false and received_at <= timestamptz '${asOf}' group by ${KEY}`,
    EVIDENCE,
  ];
}

const REQUESTS = `create or replace temp table requests as
  with ranked as (
    select *, row_number() over (partition by ${KEY} order by accepted desc, requested_at, digest) as place
    from seen_pay_ins semi join repeated_requests using (${KEY})
  ),
  grouped as (
    select ${KEY}, count(*) as pay_ins, min(requested_at) as first_requested_at,
           bool_or(has_response) as any_response, bool_and(has_response) as all_responses, bool_or(accepted) as any_accepted,
           count(distinct currency) > 1 as differing_currency,
           count(distinct minor) > 1 or (bool_or(minor is null and amount is not null) and count(distinct amount) > 1)
             as differing_amount,
           count(distinct payment_method) > 1 as differing_method,
           count(distinct trade_no) filter (where accepted) > 1 as differing_trade_no,
           bool_or(accepted and response_status not in ('SUCCESS', 'PROCESSING')) as unknown_response_status,
           bool_or(time_unreadable) as any_unreadable, bool_or(time_ambiguous) as any_ambiguous,
           bool_or(offset_disagrees) as any_disagrees, string_agg(distinct violations, '; ' order by violations) as broken
    from ranked group by ${KEY}
  )
  select p.*, 1 as pay_ins, requested_at as first_requested_at, has_response as any_response,
         has_response as all_responses, accepted as any_accepted, false as differing_currency, false as differing_amount,
         false as differing_method, false as differing_trade_no,
         accepted and response_status not in ('SUCCESS', 'PROCESSING') as unknown_response_status,
         time_unreadable as any_unreadable, time_ambiguous as any_ambiguous, offset_disagrees as any_disagrees,
         violations as broken
  from seen_pay_ins p anti join repeated_requests using (${KEY})
  union all by name
  select r.* exclude (place), g.* exclude (order_no, merchant_id) from ranked r join grouped g using (${KEY}) where place = 1`;

/** The callbacks that count, under the key of the order that each belongs to. */
const attributed = (asOf: string, those: string) => `create or replace temp table seen_callbacks as
  with visible as (
    select * from callbacks ${those} where received_at <= timestamptz '${asOf}' and verified is distinct from false
  ),
  requested as (
    select ${KEY}, trade_no from pay_ins where requested_at <= timestamptz '${asOf}'
  ),
  unmatched as materialized (
    select distinct ${KEY}, trade_no from visible anti join requested using (${KEY}) where trade_no is not null
  ),
  owners as (
    select trade_no, any_value(order_no) as owner_order_no, any_value(merchant_id) as owner_merchant_id
    from (select distinct ${KEY}, trade_no from requested semi join unmatched using (trade_no))
    group by trade_no having count(*) = 1
  ),
  owned as (
    select u.*, owner_order_no, owner_merchant_id from unmatched u join owners using (trade_no)
    where owner_order_no = order_no or owner_merchant_id = merchant_id
  )
  select v.* replace (coalesce(owner_order_no, v.order_no) as order_no, coalesce(owner_merchant_id, v.merchant_id) as merchant_id),
         owner_order_no is not null as by_trade_no, ${KINDS} as kind, coalesce(v.minor::varchar, 'text ' || v.amount) as said_amount
  from visible v left join owned o on o.order_no = v.order_no and o.merchant_id = v.merchant_id and o.trade_no = v.trade_no`;

const NOTIFICATIONS = `create or replace temp table notifications as
  select * exclude (place, acknowledged, refused), refused and not acknowledged as never_acknowledged
  from (
    select c.*, row_number() over (notification order by received_at, digest) as place,
           coalesce(bool_or(ack = 'SUCCESS') over (notification), false) as acknowledged,
           coalesce(bool_or(ack <> 'SUCCESS') over (notification), false) as refused
    from seen_callbacks c semi join repeated_callbacks using (${KEY})
    window notification as (partition by ${KEY}, ${SAID})
  )
  where place = 1
  union all by name
  select c.*, coalesce(ack <> 'SUCCESS', false) as never_acknowledged
  from seen_callbacks c anti join repeated_callbacks using (${KEY})`;

/** A payment without a tradeNo is that of the order's only one that has one. */
const PAYMENTS = `create or replace temp table payments as
  with several as (
    select ${KEY} from notifications where kind = 'paid' group by all having count(*) > 1
  ),
  named as (
    select *, case when min(trade_no) over each_order = max(trade_no) over each_order then min(trade_no) over each_order
           else trade_no end as payment_trade_no
    from notifications semi join several using (${KEY}) where kind = 'paid'
    window each_order as (partition by ${KEY})
  ),
  ranked as (
    select *, row_number() over (payment order by ${DECIDING}) as place,
           coalesce(min(currency) over payment <> max(currency) over payment
             or min(minor) over payment <> max(minor) over payment
             or (bool_or(minor is null and amount is not null) over payment
               and min(amount) over payment <> max(amount) over payment), false) as conflicting
    from named
    window payment as (partition by ${KEY}, payment_trade_no)
  )
  select * exclude (place) from ranked where place = 1
  union all by name
  select *, trade_no as payment_trade_no, false as conflicting
  from notifications anti join several using (${KEY}) where kind = 'paid'`;

const HEARD = `create or replace temp table heard as
  with called_back as (
    select ${KEY}, arg_min({region: region, sub: sub_merchant_id, method: payment_method, currency: currency, trade: trade_no,
             moment: coalesce(completed_at, received_at)}, {moment: coalesce(completed_at, received_at), digest: digest}) as opening,
           bool_or(kind = 'pending') as has_pending, bool_or(kind = 'unknown') as has_unknown, bool_or(by_trade_no) as by_trade_no,
           count(distinct row(${SAID})) filter (where by_trade_no) as foreign_notifications,
           bool_or(time_unreadable) as heard_unreadable, bool_or(time_ambiguous) as heard_ambiguous,
           bool_or(offset_disagrees) as heard_disagrees, string_agg(distinct violations, '; ' order by violations) as heard_broken
    from seen_callbacks semi join repeated_callbacks using (${KEY}) group by ${KEY}
  ),
  notified as (
    select ${KEY}, coalesce(max(received_at) filter (where kind <> 'paid') > min(received_at) filter (where kind = 'paid'), false)
             as status_regressed,
           bool_or(never_acknowledged) as never_acknowledged, count(*) as notifications,
           count(*) filter (where kind <> 'paid') as unpaid_notifications,
           count(*) filter (where kind = 'unknown') as unknown_notifications,
           count(*) filter (where never_acknowledged) as refused_notifications
    from notifications semi join repeated_callbacks using (${KEY}) group by ${KEY}
  )
  select ${KEY}, opening.region as first_region, opening.sub as first_sub_merchant_id, opening.method as first_method,
         opening.currency as first_currency, opening.trade as first_trade_no, opening.moment as first_at,
         * exclude (order_no, merchant_id, opening)
  from called_back join notified using (${KEY})
  union all by name
  select ${KEY}, region as first_region, sub_merchant_id as first_sub_merchant_id, payment_method as first_method,
         currency as first_currency, trade_no as first_trade_no, coalesce(completed_at, received_at) as first_at,
         kind = 'pending' as has_pending, kind = 'unknown' as has_unknown, by_trade_no, by_trade_no::bigint as foreign_notifications,
         time_unreadable as heard_unreadable, time_ambiguous as heard_ambiguous, offset_disagrees as heard_disagrees,
         violations as heard_broken, false as status_regressed, never_acknowledged, 1 as notifications,
         (kind <> 'paid')::bigint as unpaid_notifications, (kind = 'unknown')::bigint as unknown_notifications,
         never_acknowledged::bigint as refused_notifications
  from notifications anti join repeated_callbacks using (${KEY})`;

const EVIDENCE = `create or replace temp table evidence as
  with several as (
    select ${KEY} from payments group by all having count(*) > 1
  ),
  ranked as (
    select *, row_number() over (deciding) as place, first_value(currency) over (deciding) as deciding_currency
    from payments semi join several using (${KEY})
    window deciding as (partition by ${KEY} order by completed_at desc nulls last, received_at desc, minor desc nulls last,
      payment_trade_no desc nulls last, digest desc)
  ),
  summed as (
    select ${KEY}, count(*) as payments, bool_or(conflicting) as payments_conflict, bool_or(minor is null) as payment_unreadable,
           case when not bool_or(minor is null and currency is not distinct from deciding_currency)
             then sum(minor) filter (where currency is not distinct from deciding_currency) end as paid_minor
    from ranked group by ${KEY}
  ),
  paid as (
    select r.* exclude (place, deciding_currency), s.* exclude (order_no, merchant_id) from ranked r join summed s using (${KEY}) where place = 1
    union all by name
    select *, 1 as payments, conflicting as payments_conflict, minor is null as payment_unreadable, minor as paid_minor
    from payments anti join several using (${KEY})
  )
  select coalesce(o.order_no, h.order_no) as order_no, coalesce(o.merchant_id, h.merchant_id) as merchant_id,
         o.order_no is not null as has_pay_in,
         case when o.order_no is null then first_region else o.region end as region,
         case when o.order_no is null then first_sub_merchant_id else o.sub_merchant_id end as sub_merchant_id,
         case when o.order_no is null then first_method else o.payment_method end as payment_method,
         case when o.order_no is null then first_currency else o.currency end as currency,
         coalesce(p.trade_no, o.trade_no, first_trade_no) as trade_no,
         cast(in_zone(coalesce(first_requested_at, first_at), case when o.order_no is null then first_region else o.region end) as date)
           as business_date,
         o.sub_merchant_id as requested_sub_merchant_id, o.payment_method as requested_method, o.currency as requested_currency,
         o.minor as requested_minor, o.amount as requested_text, requested_at, expires_at,
         expires_at + to_seconds(900) as deadline_at, has_response, coalesce(all_responses and not any_accepted, false) as is_rejected,
         any_response, differing_currency, differing_amount, differing_method, differing_trade_no, unknown_response_status,
         response_code, response_status, response_order_no, response_merchant_id, response_sub_merchant_id, response_currency,
         response_minor, response_amount, response_method, o.trade_no as response_trade_no, account_no, pay_ins,
         coalesce(has_pending, false) as has_pending, coalesce(has_unknown, false) as has_unknown, h.by_trade_no, foreign_notifications,
         notifications, unpaid_notifications, unknown_notifications, refused_notifications, unverified_notifications,
         status_regressed, h.never_acknowledged,
         any_unreadable or heard_unreadable as time_unreadable, any_ambiguous or heard_ambiguous as time_ambiguous,
         any_disagrees or heard_disagrees as offset_disagrees, nullif(concat_ws('; ', broken, heard_broken), '') as violations,
         coalesce(payments, 0) as payments, payments_conflict, payment_unreadable, p.trade_no as paid_trade_no,
         p.sub_merchant_id as paid_sub_merchant_id, p.payment_method as paid_method, p.currency as paid_currency,
         paid_minor::bigint as paid_minor, p.amount as paid_text, p.completed_at as paid_at, p.impossible, p.offset_source, p.received_at
  from requests o
  full join heard h on h.order_no = o.order_no and h.merchant_id = o.merchant_id
  left join paid p on p.order_no = coalesce(o.order_no, h.order_no) and p.merchant_id = coalesce(o.merchant_id, h.merchant_id)
  left join unverified u on u.order_no = coalesce(o.order_no, h.order_no) and u.merchant_id = coalesce(o.merchant_id, h.merchant_id)`;
