import type { MoneyChange } from '../../ingest/reread-stored.ts';
import { moneyText } from '../../money-text.ts';
import { counted, grouped, textTable } from '../../terminal-text.ts';
import { datesTable, paymentsTable } from './changes-text.ts';
import type { RenormaliseResult } from './renormalise.ts';

/** The changes that applying the settings made, or would make, as text. */
export function renormaliseText(result: RenormaliseResult, dryRun: boolean): string {
  const changed = result.payIns + result.callbacks + result.stated;
  const done = `Read the kept texts of ${counted(result.records, 'record')} by the current settings and rules.`;
  const would = dryRun ? 'would read' : 'read';
  const lines = [done];
  if (result.olderSources > 0) {
    lines.push(
      `${counted(result.olderSources, 'source')} had been read by the rules of an earlier edition of this program.`,
    );
  }
  if (changed === 0) lines.push('All of them read as they did.');
  else {
    lines.push(
      `${counted(changed, 'record')} of ${counted(result.orders, 'order')} ${would} otherwise: ` +
        `${grouped(result.payIns)} pay-in, ${grouped(result.callbacks)} callback${result.stated > 0 ? `, ${grouped(result.stated)} of statements` : ''}.`,
    );
  }
  if (result.moved > 0) {
    lines.push(
      `Now of another region: ${counted(result.moved, 'record')}. Rules of the interface about what is not kept ` +
        '(payer, URLs) could not be checked again for them.',
    );
  }
  const blocks = [lines.join('\n')];
  if (result.money.length > 0) blocks.push(moneyTable(result.money));
  if (result.payments.length > 0) blocks.push(paymentsTable(result.payments));
  blocks.push(datesTable(result, dryRun));
  if (dryRun) blocks.push('Nothing was changed. Run it without --dry-run to apply the settings.');
  return blocks.join('\n\n');
}

function moneyTable(money: readonly MoneyChange[]): string {
  const header = ['Amounts', 'Currency', 'Records', 'Before', 'After', 'Unreadable before', 'after'];
  const rows = money.map((change) => [
    change.side,
    change.currency ?? '-',
    grouped(change.records),
    moneyText(change.beforeMinor, change.currency),
    moneyText(change.afterMinor, change.currency),
    grouped(change.beforeUnreadable),
    grouped(change.afterUnreadable),
  ]);
  return textTable(header, rows, header.slice(2));
}
