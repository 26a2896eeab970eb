import { type RawBuilder, sql } from 'kysely';

const OWNERS = sql`work_rows w
  left join work_owners o on o.order_no = w.order_no and o.logged_at = w.logged_at and o.digest = w.digest`;

/**
 * The rows of statements `r` that a step of the run's own transaction reads, with their orders, as a part of its SQL file.
 * Rows without an order have null for it.
 */
export const ROWS_APART = {
  owned: sql`(select w.*, o.owner_order_no, o.owner_merchant_id from ${OWNERS}) r`,
};

/** The same with what they cost by the tariffs. */
export const PRICED_ROWS = priced(sql`true`);

/** Those of them that an earlier run may have results of. */
export const KNOWN_ROWS = priced(sql`w.is_known`);

/** Those of them that no earlier run has results of. */
export const UNKNOWN_ROWS = priced(sql`not w.is_known`);

/** The rows of statements `r` that a lane reads, with their orders and what they cost. */
export const NEW_ROWS = { owned: sql`work_new_rows r` };

/** Those of them whose order has several: what the others say is read straight from each. */
export const NEW_ROWS_OF_SEVERAL = { owned: sql`(select * from work_new_rows where not is_only) r` };

function priced(condition: RawBuilder<unknown>) {
  return {
    owned: sql`(
      select w.*, o.owner_order_no, o.owner_merchant_id, f.expected_fee_minor,
             coalesce(f.differs, false) as fee_differs
      from ${OWNERS}
      left join work_fees f on f.order_no = w.order_no and f.logged_at = w.logged_at and f.digest = w.digest
      where ${condition}
    ) r`,
  };
}
