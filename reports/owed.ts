import { type RawBuilder, sql } from 'kysely';
import type { Column } from './report.ts';
import { moneyIn, ofStatements } from './stated-columns.ts';

/** The findings by which money is owed to a payer. */
export const OWED_FINDINGS = ['AMOUNT_MISMATCH', 'MULTIPLE_PAYMENTS', 'PAID_AFTER_REJECTION'] as const;

/**
 * What is owed to the payer of an order, by its row: all that was paid after a rejection, otherwise what was paid more
 * than requested. Null where nothing is, or where it cannot be computed.
 * @param alias the table or alias of the order's row
 */
export function owedMinor(alias: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string | null>`nullif(case
    when 'PAID_AFTER_REJECTION' = any (string_to_array(${of('findings')}, ' ')) then ${of('paid_minor')}
    when ${of('amount_reason')} = 'overpaid' or ${of('payments')} > 1 then greatest(${of('difference_minor')}, 0)
  end, 0)`;
}

/**
 * What was returned of what is owed, as statements say; null where nothing is owed, or nothing was returned. `least`
 * leaves null out, so both are asked for.
 * @param alias the table or alias of the order's row
 */
export function returnedMinor(alias: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<string | null>`case
    when ${of('returned_minor')} is not null and ${owedMinor(alias)} is not null
      and coalesce(${of('returned_currency')}, ${of('paid_currency')}) = ${of('paid_currency')}
    then least(${owedMinor(alias)}, ${of('returned_minor')})
  end`;
}

/** What is owed and returned of an order, as columns. */
export const OWED_COLUMNS: readonly Column[] = ofStatements([
  ...moneyIn('owed', 'paid_currency', 'What was paid too much, or after a rejection'),
  ...moneyIn(
    'returned',
    'paid_currency',
    'Refunds and chargebacks of the order so far, at most what is owed',
  ),
]);
