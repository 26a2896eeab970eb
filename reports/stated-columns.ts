import { money } from './columns.ts';
import type { Column } from './report.ts';

/** An amount whose currency has no column of its own: its query must select that column too. */
export function moneyIn(name: string, currency: string, meaning: string): Column[] {
  return money(name, currency, meaning).map(({ unit, ...column }) => ({
    ...column,
    meaning: `${meaning}, in ${column.kind === 'minor' ? 'minor' : 'major'} units`,
  }));
}

/** Columns that only versions with statements have. */
export function ofStatements(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, ofStatements: true }));
}
