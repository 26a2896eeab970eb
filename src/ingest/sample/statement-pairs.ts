import type { RawBuilder } from 'kysely';
import { sqlPart } from '../../database/sql-file.ts';

/** How far a statement's time and a callback's of the same trade may be apart: clocks of one provider hardly differ. */
export const TOLERANCE_SECONDS = 120;

/** Zones of providers, to be named before ones without a place. */
export const COMMON_ZONES: readonly string[] = [
  'UTC',
  'Asia/Shanghai',
  'Europe/London',
  'America/New_York',
  'Asia/Dubai',
  'Asia/Kolkata',
];

/**
 * The payments of statements with the callbacks of the same trades, as a part of a statement that compares them.
 * @param rows the rows of statements, with a column id that is another for each
 */
export function pairsOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sqlPart('ingest/118_pairs_of_statement.sql', { rows });
}
