import { moneyText } from '../../money-text.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, grouped, plain, textTable } from '../../terminal-text.ts';
import { absentText } from '../absent-text.ts';
import { unreadColumnText } from '../unread-text.ts';
import { bankReferencesText } from './bank-references.ts';
import type { SampledRecord, SourceSample } from './sample-of.ts';
import { proofText } from './statement-proof.ts';
import { unmappedWordsText } from './unmapped-words.ts';

const HEADER = ['  Line', 'What', 'Merchant', 'Order', 'Region', 'Amount', 'as sent', 'Status', 'At'];

function unreadText({ currency, amountText }: SampledRecord): string {
  return currency === null && amountText !== null ? 'no currency' : 'unreadable';
}

/** What the first records of a source would become, and what would be rejected, as text for a person. */
export function sampleText(
  name: string,
  { records, rejected, absent, unread, footer, proof, words, references }: SourceSample,
): string {
  const rows = records.map((record) => [
    `  ${record.line}`,
    record.what,
    plain(record.merchantId),
    plain(record.orderNo),
    regionFolder(record.region),
    record.minor === null
      ? unreadText(record)
      : `${record.currency ?? '-'} ${moneyText(record.minor, record.currency)}`,
    plain(record.amountText ?? '-'),
    plain(record.status ?? '-'),
    isoSeconds(record.at),
  ]);
  const lines = [plain(name), textTable(HEADER, rows, [])];
  for (const { reason, lines: count, first } of rejected) {
    lines.push(`  rejected: ${grouped(count)} as ${reason}, the first in line ${first}`);
  }
  if (footer !== undefined)
    lines.push(`  left out as footer: ${counted(footer.rows, 'row')}, the first in line ${footer.line}`);
  lines.push(
    ...unread.map(unreadColumnText),
    ...absentText(absent),
    ...(words ?? []).flatMap(unmappedWordsText),
    ...(proof === undefined ? [] : proofText(proof)),
    ...(references === undefined ? [] : [bankReferencesText(references)]),
  );
  return lines.join('\n');
}
