import type { MoneyChange } from '../../ingest/reread-stored.ts';
import { moneyText } from '../../money-text.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, grouped, textTable } from '../../terminal-text.ts';
import type { ChangedPayments, RenormaliseResult } from './renormalise.ts';

const MOST_DATES = 40;

/** The changes that applying the settings made, or would make, as text. */
export function renormaliseText(result: RenormaliseResult, dryRun: boolean): string {
  const changed = result.payIns + result.callbacks;
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
        `${grouped(result.payIns)} pay-in, ${grouped(result.callbacks)} callback.`,
    );
  }
  if (result.moved > 0) {
    lines.push(
      `${counted(result.moved, 'record')} belong to another region. Rules of the interface about what is not kept ` +
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

function paymentsTable(payments: readonly ChangedPayments[]): string {
  const header = ['Paid date', 'Region', 'Currency', 'Payments before', 'after', 'Paid before', 'after'];
  const rows = payments
    .slice(0, MOST_DATES)
    .map((change) => [
      change.date,
      regionFolder(change.region),
      change.currency ?? '-',
      grouped(change.beforePayments),
      grouped(change.afterPayments),
      moneyText(change.beforeMinor, change.currency),
      moneyText(change.afterMinor, change.currency),
    ]);
  return `${textTable(header, rows, header.slice(3))}${moreText(payments)}`;
}

function moreText(listed: readonly unknown[]): string {
  return listed.length > MOST_DATES ? `\nand ${listed.length - MOST_DATES} more, see --json` : '';
}

function datesTable({ dates, restated }: RenormaliseResult, dryRun: boolean): string {
  if (dates.length === 0) return 'No date that was reported shows other orders.';
  const newVersion = (date: string, region: string) =>
    restated?.publications.find((one) => one.date === date && one.region === region && one.state === 'new');
  const rows = dates.slice(0, MOST_DATES).map(({ date, region, orders, reported }) => {
    const version = newVersion(date, region)?.version;
    const then = version === undefined ? 'reported, as before' : `reported, now v${version}`;
    const would = dryRun ? 'reported, would get a new version' : then;
    return [date, regionFolder(region), grouped(orders), reported ? would : 'not reported yet'];
  });
  return `${textTable(['Date', 'Region', 'Orders', ''], rows, ['Orders'])}${moreText(dates)}`;
}
