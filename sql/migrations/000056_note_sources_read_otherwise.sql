-- Purpose: which sources this program reads as the one before did.
-- Grain:   sources: one row per source.
-- Rules:   edition 5 of the reading rules masks more of a bank's text, and has the currencies XCG and XAD, whose records had no
--          region. Sources without either count as read by it.

update sources
set reading_rules = 5
where reading_rules = 4
  and source_id not in (select source_id from bank_rows)
  and source_id not in (
    select source_id from pay_ins where currency in ('XCG', 'XAD') or response_currency in ('XCG', 'XAD')
  )
  and source_id not in (select source_id from callbacks where currency in ('XCG', 'XAD'))
  and source_id not in (select source_id from statements where currency in ('XCG', 'XAD'));
