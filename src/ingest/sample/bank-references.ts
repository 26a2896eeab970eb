import { sql } from 'kysely';
import { sqlPart } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { counted, grouped } from '../../terminal-text.ts';

/** How the references of bank rows compare with the payouts of stored statements. */
export interface BankReferences {
  /** Rows that have a reference. */
  readonly rows: number;
  /** How many of them name no payout. */
  readonly unknown: number;
  /** Payouts of stored statements. */
  readonly payouts: number;
}

/** Compares the staged bank rows with the payouts that are stored; undefined where no row has a reference. */
export async function bankReferences(session: Session): Promise<BankReferences | undefined> {
  const payouts_in_references = sqlPart('ingest/123_payouts_in_references.sql', {
    ...{ bank: sql.table('bank'), key: sql.ref('b.line'), payouts: sql.table('payouts') },
  });
  const { rows } = await sqlPart('ingest/124_bank_references.sql', { payouts_in_references }).execute(
    session.db,
  );
  const found = rows[0] as BankReferences;
  return found.rows === 0 ? undefined : found;
}

export function bankReferencesText({ rows, unknown, payouts }: BankReferences): string {
  const which = counted(rows, 'bank row');
  if (payouts === 0)
    return `  ${which} ${rows === 1 ? 'has' : 'have'} a reference, but no payout is stored: read the provider's statement first.`;
  return `  ${grouped(unknown)} of ${which} have a reference that names no payout of a stored statement.`;
}
