import { type RawBuilder, sql } from 'kysely';
import type { CursorValues } from './page-cursor.ts';
import type { SortKey } from './report-keys.ts';

/** The value of a key in a row of `r`, so that it is compared bytewise, or as a number or time. */
function sortedValue({ column, shape, isPlain }: SortKey): RawBuilder<unknown> {
  const ref = sql.ref(`r.${column}`);
  if (isPlain) return ref;
  return shape === 'text' ? sql`${ref}::text collate "C"` : sql`${ref}::${sql.raw(shape)}`;
}

function bound({ shape }: SortKey, value: string): RawBuilder<unknown> {
  return shape === 'text' ? sql`${value}::text collate "C"` : sql`${value}::${sql.raw(shape)}`;
}

/** Sorts by all keys in one direction: absent values first, or last when descending. */
export function orderOf(keys: readonly SortKey[], isDescending: boolean): RawBuilder<unknown> {
  return sql.join(
    keys.map((key) => {
      const direction = sql.raw(isDescending ? 'desc' : 'asc');
      if (key.isPlain) return sql`${sortedValue(key)} ${direction}`;
      return sql`${sortedValue(key)} ${direction} ${sql.raw(isDescending ? 'nulls last' : 'nulls first')}`;
    }),
  );
}

/** The keys' values as text in the columns `key_value_1`, `key_value_2`, …, for a position after the row. */
export function keyValues(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(
    keys.map((key, index) => sql`${sortedValue(key)}::text as ${sql.ref(`key_value_${index + 1}`)}`),
  );
}

/** Whether a row comes after a position. */
export function isAfter(
  keys: readonly SortKey[],
  values: CursorValues,
  isDescending: boolean,
): RawBuilder<boolean> {
  const plain = keys.findIndex((key, index) => !key.isPlain || values[index] === null);
  const leading = plain === -1 ? keys.length : plain;
  const rest = laterIn(keys.slice(leading), values.slice(leading), isDescending);
  if (leading === 0) return rest;
  const row = sql`(${sql.join(keys.slice(0, leading).map(sortedValue))})`;
  const position = sql`(${sql.join(keys.slice(0, leading).map((key, index) => bound(key, values[index]!)))})`;
  const compared = sql.raw(isDescending ? '<' : '>');
  if (leading === keys.length) return sql<boolean>`${row} ${compared} ${position}`;
  // An index begins at the first comparison.
  return sql<boolean>`(${row} ${compared}= ${position} and (${row} ${compared} ${position} or ${rest}))`;
}

/** The same for keys that can be absent: absent values are less than all others. */
function laterIn(keys: readonly SortKey[], values: CursorValues, isDescending: boolean): RawBuilder<boolean> {
  const [key, ...others] = keys;
  if (key === undefined) return sql<boolean>`false`;
  const value = values[0] ?? null;
  const own = sortedValue(key);
  const rest = laterIn(others, values.slice(1), isDescending);
  if (value === null) {
    const later = isDescending ? sql<boolean>`false` : sql<boolean>`${own} is not null`;
    return sql<boolean>`(${later} or (${own} is null and ${rest}))`;
  }
  const at = bound(key, value);
  const later = isDescending ? sql`(${own} < ${at} or ${own} is null)` : sql`${own} > ${at}`;
  return sql<boolean>`(${later} or (${own} = ${at} and ${rest}))`;
}
