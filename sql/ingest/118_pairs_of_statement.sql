-- Purpose: the payments of statements with the callbacks of the same trades: common table expressions for statements that
--          compare them.
-- Grain:   pairs: one row per payment row and callback of its trade; rows_of_statement: one per payment row that names a trade
--          or an order.
-- Rules:   a callback that was found to be forged is of no trade. Where a row has a merchant, callbacks of others are not
--          compared. called_minor is empty where the currencies differ.
-- Parameters: none
-- Parts:   rows: the rows, with an id that none shares and the columns of statements

rows_of_statement as materialized (
  select *
  from :rows s
  where type = 'payment' and (trade_no is not null or order_no <> '')
),
keys as (
  select id, order_no from rows_of_statement where order_no <> ''
  union
  select r.id, p.order_no
  from rows_of_statement r
  join pay_ins p on p.trade_no = r.trade_no
),
pairs as (
  select r.id, c.order_no, c.merchant_id, c.digest, c.completed_at as called_at,
         case when c.currency = r.currency then c.amount_minor end as called_minor
  from rows_of_statement r
  join keys k on k.id = r.id
  join callbacks c on c.order_no = k.order_no and (r.trade_no is null or c.trade_no = r.trade_no)
  where c.verified is distinct from false and (r.merchant_id = '' or c.merchant_id = r.merchant_id)
)
