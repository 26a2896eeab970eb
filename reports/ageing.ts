import { type RawBuilder, sql } from 'kysely';

/** Names of the stretches of age that findings are counted by, the youngest first, each from so many days on. */
const BUCKETS = [
  ['<1', 0],
  ['1-3', 1],
  ['3-7', 3],
  ['7-30', 7],
  ['>30', 30],
] as const;

export type AgeBucket = (typeof BUCKETS)[number][0];

export const AGE_BUCKETS: readonly AgeBucket[] = BUCKETS.map(([name]) => name);

/**
 * Whole days from the first sight of a finding (`first_seen_at`) to a moment, never less than 0.
 * @param moment an instant as PostgreSQL reads it
 */
export function ageDays(moment: string): RawBuilder<string> {
  return sql<string>`greatest(0, floor(extract(epoch from ${moment}::timestamptz - first_seen_at) / 86400))::bigint`;
}

/** The bucket of that age: from its first day on, until the next one's. */
export function ageBucket(moment: string): RawBuilder<AgeBucket> {
  const older = BUCKETS.slice(1).toReversed();
  // By instants: to count the days of each row again for each bucket takes five times as long.
  const branches = older.map(
    ([name, days]) =>
      sql`when first_seen_at <= ${moment}::timestamptz - make_interval(hours => ${days * 24}::integer) then ${name}::text`,
  );
  return sql<AgeBucket>`case ${sql.join(branches, sql` `)} else ${BUCKETS[0][0]}::text end`;
}
