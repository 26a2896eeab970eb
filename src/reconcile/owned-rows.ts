import { sql } from 'kysely';

/**
 * The rows of statements `r` that a step of the run's own transaction reads, with their orders, as a part of its SQL file.
 * Rows without an order have null for it.
 */
export const ROWS_APART = owned(sql`true`);

/** Those of them that an earlier run may have results of. */
export const KNOWN_ROWS = owned(sql`w.is_known`);

/** Those of them that no earlier run has results of. */
export const UNKNOWN_ROWS = owned(sql`not w.is_known`);

/** The rows of statements `r` that a lane reads, with their orders. */
export const NEW_ROWS = { owned: sql`work_new_rows r` };

/** Those of them whose order has several: what the others say is read straight from each. */
export const NEW_ROWS_OF_SEVERAL = { owned: sql`(select * from work_new_rows where not is_only) r` };

function owned(condition: ReturnType<typeof sql>) {
  return {
    owned: sql`(
      select w.*, o.owner_order_no, o.owner_merchant_id
      from work_rows w
      left join work_owners o on o.order_no = w.order_no and o.logged_at = w.logged_at and o.digest = w.digest
      where ${condition}
    ) r`,
  };
}
