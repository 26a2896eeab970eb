/**
 * Types that drivers would bend: bigint and numeric lose digits as numbers, date and timestamp are read in the
 * process's zone, timestamptz loses microseconds. On both engines they stay the text that PostgreSQL writes.
 */
export const TEXT_TYPE_OIDS: readonly number[] = [
  20, // bigint
  1700, // numeric
  1082, // date
  1114, // timestamp
  1184, // timestamptz
];

export const keepText = (text: string): string => text;
