import { sql } from 'kysely';

/** In which order the records of an order are tried to be judged by: the first response with code "00", else the earliest. */
export const JUDGED_FIRST = sql`has_request desc, accepted desc, requested_at, digest`;

/** The orders whose responses on lines of their own are joined to requests: those whose records are read together. */
export const OF_GROUPED_ORDERS = { grouped: sql`work_grouped`, records: sql`pay_ins` };

/** Those of which that decides by which method they are charged. */
export const OF_CHARGED_ORDERS = {
  ...{ grouped: sql`doubtful`, records: sql`requests` },
  judged_first: JUDGED_FIRST,
};

export const PAIRED_ANSWERS = 'reconcile/evidence/paired_answers.sql';
