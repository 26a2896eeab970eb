import { regionFolder } from '../export/publish.ts';
import type { Sample } from '../ingest/sample.ts';
import { isoSeconds } from '../normalise/instant.ts';
import { grouped, moneyText, plain, textTable } from './text.ts';

const HEADER = ['  Line', 'What', 'Merchant', 'Order', 'Region', 'Amount', 'as sent', 'Status', 'At'];

/** What the first records of a source would become, and what would be rejected, for a person. */
export function sampleText(name: string, { records, rejected }: Sample): string {
  const rows = records.map((record) => [
    `  ${record.line}`,
    record.what,
    plain(record.merchantId),
    plain(record.orderNo),
    regionFolder(record.region),
    record.minor === null
      ? 'unreadable'
      : `${record.currency ?? '-'} ${moneyText(record.minor, record.currency)}`,
    plain(record.amountText ?? '-'),
    plain(record.status ?? '-'),
    isoSeconds(record.at),
  ]);
  const lines = [name, textTable(HEADER, rows, [])];
  for (const { reason, lines: count, first } of rejected) {
    lines.push(`  rejected: ${grouped(count)} as ${reason}, the first in line ${first}`);
  }
  return lines.join('\n');
}
