-- Purpose: deletes violations of fields that a refused response need not have: a response with another code than "00"
--          needs code and message only.
-- Grain:   one row per violation that is deleted.
-- Parameters: none

delete from violations as v
using pay_ins p
where v.order_no = p.order_no
  and v.logged_at = p.logged_at
  and v.digest = p.digest
  and p.has_response
  and p.response_code <> '00'
  and v.rule = 'mandatory'
  and v.field like 'response.body.%'
  and v.field not in ('response.body.code', 'response.body.message')
