import { sql } from 'kysely';
import { READING_RULES } from '../normalise/reading-settings.ts';

/**
 * Whether an earlier edition of the rules read records of a source otherwise than this one, so that `renormalise` is worth
 * its time. After edition 2, that is so of rows of banks, and of rows of statements that are no payments with a fee that is
 * negative or was added to the net amount. Rows are looked up by source, whatever the statistics say: every run asks this,
 * and would else read all of them.
 */
export const READ_BY_OLDER_RULES = sql<boolean>`(
  reading_rules < 2
  or reading_rules < 3 and source_id = (select min(b.source_id) from bank_rows b where b.source_id >= sources.source_id)
  or reading_rules < ${READING_RULES}::integer and exists (
    select
    from statements s
    where s.source_id = sources.source_id
      and s.type <> 'payment'
      and (
        s.fee_text like '-%'
        or s.fee_minor > 0
           and s.net_minor - s.fee_minor = case when s.type = 'other' then s.gross_minor else - s.gross_minor end
      )
    offset 0
  )
)`;
