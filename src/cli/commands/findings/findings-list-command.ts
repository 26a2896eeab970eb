import type { Argv } from 'yargs';
import { AGE_BUCKETS } from '../../../../reports/ageing.ts';
import type { CurrentFinding } from '../../../books/findings/current-findings.ts';
import { requestOf, stateName } from '../../../books/findings/decision.ts';
import { findingsFile } from '../../../books/findings/findings-file.ts';
import { findingJson } from '../../../books/findings/findings-json.ts';
import { type FindingList, listFindings } from '../../../books/findings/listed-findings.ts';
import { requestText } from '../../../books/findings/write-off-amount.ts';
import { transaction } from '../../../database/store.ts';
import { isoInstant, isoSeconds } from '../../../normalise/instant.ts';
import { regionFolder } from '../../../settings/region-folder.ts';
import type { Settings } from '../../../settings/schema.ts';
import { SEVERITIES } from '../../../settings/severity.ts';
import { counted, grouped, plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withProfileOption, withStore } from '../../context.ts';
import { print, toOutput } from '../../print.ts';
import type { Example } from '../../usage.ts';
import { filterOf, withFilter } from './filter.ts';

export const examples: readonly Example[] = [
  ['$0 findings list', 'what is open'],
  ['$0 findings list --bucket 30+ --assignee bruno', "bruno's, of 30 days and more"],
  ['$0 findings list --awaiting', 'what waits for the approval of a second person'],
  [
    '$0 findings list --state written-off --from 2026-11-01',
    'what was written off, of orders since 1 November',
  ],
  ['$0 findings list --csv --profile excel-br > todo.csv', 'all of it for a spreadsheet, then apply'],
];

const MOST_SHOWN = 50;

export function builder(yargs: Argv) {
  return withProfileOption(withFilter(yargs))
    .option('csv', {
      type: 'boolean',
      describe: 'All of them as CSV, with columns action and note to fill in',
    })
    .implies('profile', 'csv')
    .conflicts('csv', 'json');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const filter = filterOf(options, settings, { states: ['open'] });
  await withStore(settings, (store) =>
    store.session((session) =>
      transaction(session, async () => {
        const listed = await listFindings(session, filter);
        if (options.csv === true) await writeCsv(listed, settings);
        else if (options.json === true) await toOutput(jsonBlocks(listed));
        else print(await listText(listed));
      }),
    ),
  );
}

async function writeCsv(listed: FindingList, settings: Settings): Promise<void> {
  const form = { profile: settings.export.profile, format: 'csv' as const };
  await toOutput(findingsFile(listed, settings, form));
}

/** One JSON document row by row, so that memory does not grow with the list. */
async function* jsonBlocks({ asOf, totals, blocks }: FindingList): AsyncGenerator<string> {
  const head = { as_of: asOf === null ? null : isoInstant(asOf), totals };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "findings": [`;
  let separator = '';
  for await (const block of blocks) {
    for (const row of block) {
      yield `${separator}\n    ${JSON.stringify(findingJson(row))}`;
      separator = ',';
    }
  }
  yield `${separator === '' ? '' : '\n  '}]\n}\n`;
}

async function listText({ asOf, totals, blocks }: FindingList): Promise<string> {
  if (asOf === null) return 'Nothing was reconciled yet.';
  const all = totals.reduce((sum, { findings }) => sum + findings, 0);
  const head = `${counted(all, 'finding')}, as of ${isoSeconds(asOf)}`;
  if (all === 0) return `${head}.`;
  const rows: string[][] = [];
  for await (const block of blocks) {
    rows.push(...block.slice(0, MOST_SHOWN - rows.length).map(listedRow));
    if (rows.length === MOST_SHOWN) break;
  }
  const table = textTable(
    [
      'Days',
      'Severity',
      'Code',
      'Order',
      'Merchant',
      'Date',
      'Region',
      'State',
      'Assignee',
      'Expected',
      'Actual',
    ],
    rows,
    ['Days'],
  );
  const more = all - rows.length;
  const rest = more === 0 ? [] : [`… and ${grouped(more)} more: narrow the list, or --csv or --json for all`];
  return [`${head}\n`, table, ...rest, '', totalsText(totals)].join('\n');
}

function listedRow(row: CurrentFinding): string[] {
  return [
    row.age_days,
    row.severity,
    row.code,
    row.order_no,
    row.merchant_id,
    row.business_date,
    regionFolder(row.region),
    stateText(row),
    row.assignee ?? '',
    row.expected ?? '',
    row.actual ?? '',
  ].map((cell) => plain(cell));
}

/** The state, and who asked to write the finding off, and how much. */
function stateText(row: CurrentFinding): string {
  const request = requestOf(row);
  const state = stateName(row.state);
  return request === null ? state : `${state}, ${requestText(request)}`;
}

/** A table with one row per severity and one column per age bucket. */
function totalsText(totals: FindingList['totals']): string {
  const sum = (counts: FindingList['totals']) =>
    grouped(counts.reduce((total, { findings }) => total + findings, 0));
  const header = ['Age in days', ...AGE_BUCKETS, 'All'];
  const row = (name: string, counts: FindingList['totals']) => [
    name,
    ...AGE_BUCKETS.map((bucket) => sum(counts.filter(({ age_bucket }) => age_bucket === bucket))),
    sum(counts),
  ];
  const rows = SEVERITIES.toReversed()
    .map((severity) => ({ severity, counts: totals.filter((one) => one.severity === severity) }))
    .filter(({ counts }) => counts.length > 0)
    .map(({ severity, counts }) => row(severity, counts));
  return textTable(header, [...rows, row('all', totals)], header.slice(1));
}
