import { counted, grouped, plain } from '../../terminal-text.ts';
import { datesTable, paymentsTable } from '../run/changes-text.ts';
import type { WithdrawResult } from './withdraw.ts';

/** What withdrawing a source changed, or would change, as text. */
export function withdrawText(result: WithdrawResult, dryRun: boolean): string {
  const { payIns, callbacks, stay, rejected, orders } = result;
  const lines = [
    `${dryRun ? 'Would withdraw' : 'Withdrew'} ${plain(result.source)}, read ${counted(result.reads, 'time')}.`,
    `${counted(payIns + callbacks, 'record')} of ${counted(orders, 'order')} ${dryRun ? 'would no longer count' : 'no longer count'}: ` +
      `${grouped(payIns)} pay-in, ${grouped(callbacks)} callback.`,
  ];
  if (stay > 0) lines.push(`${counted(stay, 'record')} stay: another source brought them too.`);
  if (rejected > 0)
    lines.push(
      `${counted(rejected, 'rejected line')} ${dryRun ? 'would no longer be listed' : 'no longer listed'}.`,
    );
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
