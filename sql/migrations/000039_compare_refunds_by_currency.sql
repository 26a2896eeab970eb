-- Purpose: what was paid in the currency of its refunds, of orders that were paid several times: the sum of another currency
--          was compared with them.
-- Grain:   work_stated_payments: one row per order with several payments, emptied by every run.
-- Units:   returnable_minor in minor units of the currency of the latest refund or chargeback; null where one of those payments
--          cannot be read.

alter table work_stated_payments add column returnable_minor numeric(38);
