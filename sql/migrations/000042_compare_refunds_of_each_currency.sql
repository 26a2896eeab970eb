-- Purpose: refunds and chargebacks of an order are compared currency by currency: only those in the currency of the latest were.
-- Grain:   work_refunds: one row per order and currency of its refunds and chargebacks. work_returned: one row per order that
--          has some, and its first currency in which they are more than its payments. Both are emptied by every run.
-- Units:   minor in minor units of the currency, returned_minor of returned_currency, exceeding_minor and returnable_minor of
--          exceeding_currency.

create unlogged table work_refunds (
  order_no    text collate "C" not null,
  merchant_id text collate "C" not null,
  currency    text collate "C",
  minor       numeric(38),
  latest_at   timestamptz not null
);

create unlogged table work_returned (
  order_no           text collate "C" not null,
  merchant_id        text collate "C" not null,
  returned_currency  text collate "C",
  returned_minor     numeric(38),
  exceeding_currency text collate "C",
  exceeding_minor    numeric(38),
  returnable_minor   numeric(38)
);

alter table work_stated drop column returned_currency;

alter table work_stated drop column returned_minor;

alter table work_stated_payments drop column returnable_minor;
