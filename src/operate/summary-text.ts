import { relative } from 'node:path';
import { regionFolder } from '../export/publish.ts';
import type { SourceResult } from '../ingest/ingest.ts';
import { isoSeconds } from '../normalise/instant.ts';
import { SEVERITIES } from '../settings/severity.ts';
import { provisionalText } from './provisional-text.ts';
import type { ReconcileResult } from './run.ts';
import { sampleText } from './sample-text.ts';
import type { RegionSummary } from './summary.ts';
import { counted, grouped, moneyText, plain, quoted, textTable } from './text.ts';

const MOST_FINDINGS = 8;

export interface TextOptions {
  /** Folders are shown as seen from here. */
  readonly workingDirectory: string;
  /** What the next command needs to find the same store, with a space before it. */
  readonly options?: string;
}

/** What was read, for a person: totals, and what each file came to where there are few. */
export function ingestText(sources: readonly SourceResult[]): string {
  const sum = (field: 'records' | 'accepted' | 'duplicate' | 'rejected') =>
    sources.reduce((total, source) => total + source[field], 0);
  const unchanged = sources.filter((source) => source.unchanged).length;
  const read = sources.length - unchanged;
  const lines = [
    `Read ${counted(read, 'file')}, ${counted(sum('records'), 'record')}: ${grouped(sum('accepted'))} accepted, ` +
      `${grouped(sum('duplicate'))} duplicate, ${grouped(sum('rejected'))} rejected.`,
  ];
  if (sources.some((source) => source.sample !== undefined)) lines.push('Nothing was kept.');
  if (unchanged > 0)
    lines.push(`${counted(unchanged, 'file')} unchanged since an earlier run, not read again.`);
  for (const source of sources) {
    if (source.rejected === 0) continue;
    lines.push(`  ${source.name}: ${counted(source.rejected, 'line')} rejected, see rejected-records.csv`);
  }
  for (const { name, sample } of sources) if (sample !== undefined) lines.push('', sampleText(name, sample));
  return lines.join('\n');
}

/**
 * What a run found, for a person: a table, what needs attention, where the files are, what to do next.
 */
export function reconcileText(
  result: ReconcileResult,
  { workingDirectory, options = '' }: TextOptions,
): string {
  const told = result.summaries.length > 0 ? result.summaries : result.publications;
  const dates = [...new Set(told.map(({ date }) => date))];
  const title = `Reconciled ${dates.length === 1 ? dates[0] : `${dates[0]} to ${dates.at(-1)}`}`;
  const blocks = [`${title} as of ${isoSeconds(result.asOf)}`, outcomeTable(result.summaries)];
  const provisional = provisionalText(result.summaries);
  if (provisional !== '') blocks.push(provisional);
  const attention = attentionText(result.summaries);
  blocks.push(attention === '' ? quietText(result.summaries) : `Needs attention first\n${attention}`);
  const stuckBefore = result.summaries.filter((summary) => summary.stuckBefore > 0);
  if (stuckBefore.length > 0) {
    const parts = stuckBefore.map(
      (summary) => `${counted(summary.stuckBefore, 'order')} in ${regionFolder(summary.region)}`,
    );
    blocks.push(`Stuck since earlier dates: ${parts.join(', ')}; see stuck-orders.csv.`);
  }
  if (result.staleSources > 0) {
    blocks.push(
      `${counted(result.staleSources, 'source')} read by other settings than today's: ` +
        'payin-recon renormalise --dry-run shows what applying these would change.',
    );
  }
  const restated = restatedText(result);
  if (restated !== '')
    blocks.push(`Restated: what was reported stays, the newest version says what changed\n${restated}`);
  blocks.push(`Files\n${filesText(result, workingDirectory)}`);
  const unknown = unknownText(result, workingDirectory);
  if (unknown !== '') blocks.push(unknown);
  const next = nextText(result.summaries, options);
  if (next !== '') blocks.push(`Next\n${next}`);
  return blocks.join('\n\n');
}

function outcomeTable(summaries: readonly RegionSummary[]): string {
  const header = ['Date', 'Region', 'Outcome', 'Orders', 'Currency', 'Requested', 'Paid'];
  const rows = summaries.flatMap((summary) =>
    summary.outcomes.map((total) => [
      summary.date,
      regionFolder(summary.region),
      total.outcome,
      grouped(total.orders),
      total.currency ?? '-',
      moneyText(total.requestedMinor, total.currency),
      moneyText(total.paidMinor, total.currency),
    ]),
  );
  if (rows.length === 0) return 'No orders.';
  return textTable(header, rows, ['Orders', 'Requested', 'Paid']);
}

function attentionText(summaries: readonly RegionSummary[]): string {
  const rows = summaries.flatMap((summary) =>
    summary.findings.filter((finding) => finding.severity !== 'low').map((finding) => ({ summary, finding })),
  );
  rows.sort((a, b) => SEVERITIES.indexOf(b.finding.severity) - SEVERITIES.indexOf(a.finding.severity));
  const shown = rows
    .slice(0, MOST_FINDINGS)
    .map(({ summary, finding }) => [
      `  ${finding.severity}`,
      finding.code,
      regionFolder(summary.region),
      counted(finding.orders, 'order'),
      `for example ${plain(finding.example)}`,
    ]);
  if (shown.length === 0) return '';
  const table = textTable(['', '', '', '', ''], shown, []).split('\n').slice(1);
  if (rows.length > MOST_FINDINGS)
    table.push(`  and ${rows.length - MOST_FINDINGS} more kinds, see findings.csv`);
  return table.join('\n');
}

/** Where nothing graver than low was found. */
function quietText(summaries: readonly RegionSummary[]): string {
  const low = new Set(summaries.flatMap(({ findings }) => findings.map(({ code }) => code)));
  if (low.size === 0) return 'Nothing stands out.';
  return `Nothing graver than low stands out: ${[...low].join(', ')}; see findings.csv.`;
}

/** New versions of what was reported before, with how much of it is not as it was. */
function restatedText({ publications }: ReconcileResult): string {
  const rows = publications
    .filter(({ state, version }) => state === 'new' && version !== null && version > 1)
    .map(({ date, region, version, files }) => {
      const changed = (name: string) => files.find((file) => file.name.startsWith(`${name}.`))?.rows ?? 0;
      const values = counted(changed('restatement') + changed('payments-restatement'), 'changed value');
      return [`  ${date}`, regionFolder(region), `v${version}`, values];
    });
  return textTable(['', '', '', ''], rows, []).split('\n').slice(1).join('\n');
}

function filesText(result: ReconcileResult, workingDirectory: string): string {
  const states = {
    new: 'new',
    unchanged: 'unchanged',
    restored: 'written again, it was missing',
    preview: 'preview, not published',
    closed: 'closed, final',
  };
  const stateOf = ({ state, version }: ReconcileResult['publications'][number]) =>
    state === 'closed' && version === null ? 'closed without a version' : states[state];
  return result.publications
    .map((one) => `  ${relative(workingDirectory, one.folder) || '.'} (${stateOf(one)})`)
    .join('\n');
}

/** Versions of another store, or of one that this is an older backup of. */
function unknownText({ unknownFolders }: ReconcileResult, workingDirectory: string): string {
  if (unknownFolders.length === 0) return '';
  const folders = unknownFolders.map((folder) => `  ${relative(workingDirectory, folder)}`).join('\n');
  return (
    'Not known to this store, and left as they are: another store published them, or this one was restored from an\n' +
    `older backup. Newer versions may lack what they show until what was logged since is read again.\n${folders}`
  );
}

function nextText(summaries: readonly RegionSummary[], options: string): string {
  const gravest = summaries
    .flatMap((summary) => summary.findings)
    .sort((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))[0];
  return gravest === undefined
    ? ''
    : `  payin-recon order ${quoted(gravest.example)}${options}   everything known of that order`;
}
