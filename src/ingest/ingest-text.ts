import { counted, grouped, plain } from '../terminal-text.ts';
import { unexpectedText } from './absent-text.ts';
import type { SourceResult } from './ingest.ts';
import { type LeftOut, leftOutText } from './left-out.ts';
import { sampleText } from './sample/sample-text.ts';
import type { OtherSheets, Remarkable } from './staging/remarkable-rows.ts';

/** What was read and left out, as text for a person: totals, and each file's rejected lines. */
export function ingestText(sources: readonly SourceResult[], leftOut?: LeftOut): string {
  const sum = (field: 'records' | 'accepted' | 'duplicate' | 'rejected') =>
    sources.reduce((total, source) => total + source[field], 0);
  const unchanged = sources.filter((source) => source.unchanged).length;
  const read = sources.length - unchanged;
  const lines = [
    `Read ${counted(read, 'file')}, ${counted(sum('records'), 'record')}: ${grouped(sum('accepted'))} accepted, ` +
      `${grouped(sum('duplicate'))} duplicate, ${grouped(sum('rejected'))} rejected.`,
  ];
  if (sources.some((source) => source.sample !== undefined)) lines.push('Nothing was stored.');
  if (unchanged > 0)
    lines.push(`${counted(unchanged, 'file')} unchanged since an earlier run, not read again.`);
  lines.push(...leftOutText(leftOut));
  for (const source of sources) {
    if (source.rejected === 0) continue;
    // A dry run publishes no report.
    const where = source.sample === undefined ? ', see rejected-records.csv' : '';
    lines.push(`  ${plain(source.name)}: ${counted(source.rejected, 'line')} rejected${where}`);
  }
  for (const source of sources) lines.push(...remarkableText(source));
  lines.push(...unexpectedText(sources.map(({ unexpectedFields }) => unexpectedFields)));
  for (const { name, sample } of sources) if (sample !== undefined) lines.push('', sampleText(name, sample));
  return lines.join('\n');
}

const CORRECTING_TO_DO =
  '    to do: take the row that is corrected out of its file, and a deletion too; withdraw what was read, and read the files again';
const WITHOUT_ID_TO_DO =
  '    to do: map the key of the table to row_id; if rows were read without it, withdraw them, and read them again';
const UNCOMPUTED_TO_DO =
  '    to do: open the workbook in a spreadsheet program, which computes its formulas, and save it; withdraw what was stored of it, and read it again';

/** Rows and sheets of a source that a person should know of, a line of text for each kind; none without any. */
export function remarkableText(source: Pick<SourceResult, 'name'> & Remarkable): string[] {
  const { name } = source;
  const kinds = [
    [source.unreadableAmounts, 'without an amount that can be read exactly, or without a currency'],
    [source.replacedRows, 'replaced by a later one with the same row_id and other values'],
    [
      source.reusedIds,
      'with the row_id of a row of another order in an earlier file, which no longer counts',
    ],
    [source.redatedIds, 'with row_id and amount of a row of another date in an earlier file; both count'],
    [source.addedNets, 'of refunds, chargebacks or fees with a net that adds to what is paid out'],
    [
      source.otherRecords,
      'whose lines gave other records by earlier settings, which count too unless that reading is withdrawn',
    ],
    [source.withoutRowId, 'without row_id: equal rows of two readings count once', WITHOUT_ID_TO_DO],
    [source.leftOutRows, 'left out by footer, although rows follow'],
    [
      source.correctingRows,
      'that correct or delete another row (CORRECTFITID) and count beside it',
      CORRECTING_TO_DO,
    ],
    [
      source.uncomputedRows,
      'with formulas that have no stored value, which are read as empty cells',
      UNCOMPUTED_TO_DO,
    ],
  ] as const;
  const rows = kinds.flatMap(([found, what, toDo]) =>
    found === undefined
      ? []
      : [
          `  ${plain(name)}: ${counted(found.rows, 'row')} ${what}, the first in line ${found.line}`,
          ...(toDo === undefined ? [] : [toDo]),
        ],
  );
  return source.otherSheets === undefined
    ? rows
    : [...rows, `  ${plain(name)}: ${otherSheetsText(source.otherSheets)}`];
}

function otherSheetsText({ sheets, names }: OtherSheets): string {
  const more = sheets === names.length ? '' : ` and ${grouped(sheets - names.length)} more`;
  return (
    `${counted(sheets, 'other sheet')} ${sheets === 1 ? 'was' : 'were'} not read: ${names.map(plain).join(', ')}${more}. ` +
    'In the table, set sheet to the one to read; to read several, give each a source with its own sheet'
  );
}
