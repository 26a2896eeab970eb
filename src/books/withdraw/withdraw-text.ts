import { counted, grouped, plain } from '../../terminal-text.ts';
import { datesTable, paymentsTable } from '../run/changes-text.ts';
import type { WithdrawResult } from './withdraw.ts';

/** What withdrawing a source changed, or would change, as text. */
export function withdrawText(result: WithdrawResult, dryRun: boolean): string {
  const { payIns, callbacks, statements, bankRows, stay, rejected, orders } = result;
  const took = dryRun ? 'Would take out' : 'Took out';
  const lines = [
    `${dryRun ? 'Would withdraw' : 'Withdrew'} ${plain(result.source)}, read ${counted(result.reads, 'time')}.`,
    `${took} ${counted(payIns, 'pay-in record')} and ${counted(callbacks, 'callback')}.`,
  ];
  const stated = [
    ...(statements > 0 ? [counted(statements, 'statement row')] : []),
    ...(bankRows > 0 ? [counted(bankRows, 'bank row')] : []),
  ];
  if (stated.length > 0) lines.push(`${took} ${stated.join(' and ')}.`);
  // Dates below can show more: what statements cover decides about orders that no row of them is of.
  lines.push(`Orders that this ${dryRun ? 'is' : 'was'} evidence of: ${grouped(orders)}.`);
  if (stay > 0) lines.push(`Records that stay, because another source brought them too: ${grouped(stay)}.`);
  if (rejected > 0) lines.push(`Rejected lines that are left out of new reports: ${grouped(rejected)}.`);
  const blocks = [lines.join('\n')];
  if (result.payments.length > 0) blocks.push(paymentsTable(result.payments));
  blocks.push(datesTable(result, dryRun));
  blocks.push(
    dryRun
      ? 'Nothing was changed. Run it without --dry-run to withdraw the source.'
      : `Audit entry ${result.entry}. If the file is still in its folder, it is read again: correct its map, or remove it, first.`,
  );
  return blocks.join('\n\n');
}
