import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';
import type { PurgeResult } from './purge.ts';

/** What a purge takes out, counted, as in `4 orders, 1 bank row, 0 rejected lines and 2 unverified callbacks`. */
export function purgedText({ dates, ...counts }: PurgeResult): string {
  const { statementRows, bankRows, rejected, unverified } = counts;
  const orders = dates.reduce((sum, date) => sum + date.orders, 0);
  const most = [
    counted(orders, 'order'),
    ...(statementRows > 0 ? [counted(statementRows, 'statement row')] : []),
    ...(bankRows > 0 ? [counted(bankRows, 'bank row')] : []),
    counted(rejected, 'rejected line'),
  ];
  return `${most.join(', ')} and ${counted(unverified, 'unverified callback')}`;
}

/** A sentence for each region of which dates wait for their reports. */
export function waitingTexts({ waiting = [] }: PurgeResult): string[] {
  return waiting.map(
    ({ region, date }) =>
      `${regionFolder(region)}: ${date} and later dates stay, since no report shows yet what changed on ${date}. Reconcile, and purge again.`,
  );
}
