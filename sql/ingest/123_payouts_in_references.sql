-- Purpose: which payouts the references of bank rows name: those of the row's currency whose identifier is in the reference as
--          a whole, between characters that are neither letters nor digits.
-- Grain:   one row per bank row and payout that it names; a query in the place of a table.
-- Rules:   of identifiers that are parts of each other at one place of a reference, a row names the longest; one that is in it
--          elsewhere too, it names as well. Blanks of an identifier count as one, as in references. A text after an identifier, as
--          in PO-77-1, may be the bank's, so that a row names PO-77 until a payout PO-77-1 is stated. An identifier without letters
--          and digits is in no reference. Letters are listed, because classes of characters depend on the database's locale; those
--          of scripts beyond U+1FFF are not among them.
--          A text is cut into words and what is between them. Runs of as many words as identifiers have are compared by
--          equality, because a million references may meet a million payouts; the few that are equal are compared with what
--          is before and after them.
-- Parameters: none
-- Parts:   bank (the rows, with currency and reference); key (their key); payouts (with payout_id and currency)

with cuts as materialized (
  select replace(
    '(?<=[@])(?=[^@])|(?<=[^@])(?=[@])',
    '@',
    'a-zA-Z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u060b\u060d-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u1fff'
  ) as cut
),
stated as (
  select distinct payout_id, currency, trim(regexp_replace(payout_id, '[\s\u00a0\u202f]+', ' ', 'g')) as id
  from :payouts
),
cut_ids as materialized (
  select s.payout_id, s.currency, s.id, regexp_split_to_array(' ' || s.id || ' ', c.cut) as texts
  from stated s
  cross join cuts c
),
ids as materialized (
  select payout_id, currency, id, cardinality(texts) / 2 as words,
         array_to_string(texts[2:cardinality(texts) - 1], '') as run,
         substr(texts[1], 2) as before, left(texts[cardinality(texts)], -1) as after
  from cut_ids
  where cardinality(texts) > 1
),
cut_references as materialized (
  select :key as key, b.currency, regexp_split_to_array(' ' || b.reference || ' ', c.cut) as texts
  from :bank b
  cross join cuts c
  where b.reference is not null
),
runs as (
  select r.key, r.currency, f.place, array_to_string(r.texts[f.place : f.place + 2 * l.words - 2], '') as run,
         r.texts[f.place - 1] as before, r.texts[f.place + 2 * l.words - 1] as after
  from cut_references r
  cross join (select distinct words from ids) l
  cross join lateral generate_series(2, cardinality(r.texts) + 1 - 2 * l.words, 2) f (place)
),
known as materialized (
  select * from runs where run in (select run from ids group by run)
),
named as materialized (
  select distinct k.key, i.payout_id, i.currency, i.id, k.place, k.place + 2 * i.words as until
  from known k
  join ids i on i.run = k.run and i.currency = k.currency
  where length(k.before) > length(i.before)
    and length(k.after) > length(i.after)
    and right(k.before, length(i.before)) = i.before
    and left(k.after, length(i.after)) = i.after
)
select distinct n.key, n.payout_id, n.currency
from named n
where not exists (
  select from named o
  where o.key = n.key and o.place <= n.place and o.until >= n.until and o.id <> n.id and strpos(o.id, n.id) > 0
)
