-- Purpose: replaces the readings of responses by those that they have as part of their requests.
-- Grain:   one row per request that was read together with its response.
-- Parameters: order_nos, merchant_ids text[]; digests uuid[]; answered_at timestamptz[]; minors bigint[];
--             unreadable, ambiguous, disagrees boolean[] (all of one length, one record at each position)

update work_answers as a
set answered_at = j.answered_at,
    response_amount_minor = j.minor,
    time_unreadable = j.unreadable,
    time_ambiguous = j.ambiguous,
    offset_disagrees = j.disagrees
from unnest(
  :order_nos::text[], :merchant_ids::text[], :digests::uuid[], :answered_at::timestamptz[], :minors::bigint[],
  :unreadable::boolean[], :ambiguous::boolean[], :disagrees::boolean[]
) as j (order_no, merchant_id, digest, answered_at, minor, unreadable, ambiguous, disagrees)
where a.order_no = j.order_no
  and a.merchant_id = j.merchant_id
  and a.request_digest = j.digest
