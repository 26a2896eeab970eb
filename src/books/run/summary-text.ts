import { dirname, join, relative } from 'node:path';
import { RESTATEMENTS } from '../../../reports/all.ts';
import type { MissingFiles, Publication } from '../../export/publish/publication.ts';
import { moneyText } from '../../money-text.ts';
import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { bySeverity } from '../../settings/severity.ts';
import { counted, grouped, quoted, textTable } from '../../terminal-text.ts';
import { paidTable } from '../total/paid-totals-text.ts';
import { attentionText, stuckBeforeText } from './attention-text.ts';
import { expiredText } from './expired.ts';
import { notBegunText } from './given-dates.ts';
import { provisionalDates, provisionalText } from './provisional-text.ts';
import type { ReconcileResult } from './reconcile-dates.ts';
import { runAdjustmentsText } from './run-adjustments.ts';
import { scaledText } from './source-remarks.ts';
import { statementText } from './statement-text.ts';
import type { RegionSummary } from './summary.ts';

export interface TextOptions {
  /** Folders are shown relative to this folder. */
  readonly workingDirectory: string;
  /** Options that the next command needs to open the same store, with a leading space. */
  readonly options?: string;
}

/** The result of a run as text: a table, the top findings, the files, and the next steps. */
export function reconcileText(
  result: ReconcileResult,
  { workingDirectory, options = '' }: TextOptions,
): string {
  const reconciled = result.summaries.length > 0 ? result.summaries : result.publications;
  const dates = [...new Set(reconciled.map(({ date }) => date))];
  const title = `Reconciled ${dates.length === 1 ? dates[0] : `${dates[0]} to ${dates.at(-1)}`}`;
  const blocks = [`${title} as of ${isoSeconds(result.asOf)}`, ...ordersText(result)];
  const paid = result.summaries.flatMap((summary) => summary.paid);
  if (paid.length > 0) blocks.push(paidTable(paid));
  const statements = statementText(result.summaries);
  if (statements !== '') blocks.push(statements);
  if (result.notBegun.length > 0) blocks.push(notBegunText(result.notBegun));
  const provisional = provisionalText(provisionalDates(result.summaries));
  if (provisional !== '') blocks.push(provisional);
  const findings = findingsText(result);
  if (findings !== '') blocks.push(findings);
  if (result.expired.length > 0) blocks.push(expiredText(result.expired));
  const stuck = stuckBeforeText(result.summaries);
  if (stuck !== '') blocks.push(stuck);
  if (result.staleSources > 0) {
    blocks.push(
      `${counted(result.staleSources, 'source')} read by other settings than today's, or by an earlier edition of this program: ` +
        'payin-recon renormalise --dry-run shows what applying these would change.',
    );
  }
  if (result.scaledSources !== undefined) blocks.push(scaledText(result.scaledSources, options));
  const restated = restatedText(result);
  if (restated !== '')
    blocks.push(`Restated: earlier versions are kept, the newest version lists what changed\n${restated}`);
  if (result.adjusted !== undefined) blocks.push(runAdjustmentsText(result.adjusted));
  blocks.push(`Files\n${filesText(result, workingDirectory)}`);
  const missing = missingText(result.publications, workingDirectory, options);
  if (missing !== '') blocks.push(missing);
  const unknown = unknownText(result, workingDirectory, options);
  if (unknown !== '') blocks.push(unknown);
  const next = nextText(result.summaries, options);
  if (next !== '') blocks.push(`Next\n${next}`);
  return blocks.join('\n\n');
}

/** The orders by outcome, and which dates have none any more because they were purged. */
function ordersText({ summaries, publications }: ReconcileResult): string[] {
  const purged = publications.filter(({ purgedEntry }) => purgedEntry !== undefined);
  if (purged.length === 0) return [outcomeTable(summaries)];
  const dates = purged.map(
    ({ date, region, purgedEntry }) => `  ${date} ${regionFolder(region)}: ${purgedText(purgedEntry!)}`,
  );
  const text =
    'Purged: the store does not have all of these dates any more, and their versions cannot be written again. Take their\n' +
    `files from the folder of reports, or from a copy of it.\n${dates.join('\n')}`;
  return summaries.length === 0 ? [text] : [outcomeTable(summaries), text];
}

function purgedText(entry: number): string {
  return `purged (entry ${entry} of the audit trail)`;
}

function outcomeTable(summaries: readonly RegionSummary[]): string {
  const header = ['Business date', 'Region', 'Outcome', 'Orders', 'Currency', 'Requested', 'Paid'];
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

/** The top findings, or that there are none; empty where only purged dates were asked for. */
function findingsText(result: ReconcileResult): string {
  const attention = attentionText(result.summaries);
  if (attention !== '') return `Top findings\n${attention}`;
  const isPurged = result.publications.some(({ purgedEntry }) => purgedEntry !== undefined);
  return isPurged && result.summaries.length === 0 ? '' : quietText(result);
}

/** The text for a run without findings above severity low. */
function quietText({ summaries }: ReconcileResult): string {
  const low = new Set(summaries.flatMap(({ findings }) => findings.map(({ code }) => code)));
  if (low.size === 0) return 'No findings.';
  return `Only low-severity findings: ${[...low].join(', ')}; see findings.csv.`;
}

const JUDGED_WITH = {
  settings: 'settings',
  program: 'version of this program',
  time_zones: 'rules of time zones',
};

/** New versions of dates that were published before, with the number of changed values, and what besides evidence changed. */
function restatedText({ publications, unknownFolders }: ReconcileResult): string {
  const follows = ({ folder, version }: (typeof publications)[number]) =>
    !unknownFolders.includes(join(dirname(folder), `v${version! - 1}`));
  const rows = publications
    .filter((one) => one.state === 'new' && one.version !== null && one.version > 1 && follows(one))
    .map(({ date, region, version, files, previous }) => {
      const changed = RESTATEMENTS.map(
        ({ name }) => files.find((file) => file.name.startsWith(`${name}.`))?.rows ?? 0,
      );
      const values = counted(
        changed.reduce((sum, rows) => sum + rows, 0),
        'changed value',
      );
      return [`  ${date}`, regionFolder(region), `v${version}`, values, madeWithOther(previous)];
    });
  return textTable(['', '', '', '', ''], rows, []).split('\n').slice(1).join('\n');
}

function madeWithOther(previous: ReconcileResult['publications'][number]['previous']): string {
  if (previous === undefined || previous.differences.length === 0) return '';
  const other = previous.differences.map((name) => JUDGED_WITH[name]).join(' and ');
  return `made with other ${other} than v${previous.version}`;
}

function filesText(result: ReconcileResult, workingDirectory: string): string {
  const states = {
    new: 'new',
    unchanged: 'unchanged',
    restored: 'restored, it was missing',
    preview: 'preview, not published',
    closed: 'closed, final',
  };
  const stateOf = ({ state, version, purgedEntry, missing }: ReconcileResult['publications'][number]) => {
    if (purgedEntry !== undefined) return `purged, entry ${purgedEntry} of the audit trail`;
    if (missing !== undefined && state === 'restored') return `restored: ${missing.restored.join(', ')}`;
    return state === 'closed' && version === null ? 'closed without a version' : states[state];
  };
  return result.publications
    .map((one) => `  ${relative(workingDirectory, one.folder) || '.'} (${stateOf(one)})`)
    .join('\n');
}

/** Version folders of another store, or from after the backup that this store was restored from. */
function unknownText(
  { unknownFolders, publications }: ReconcileResult,
  workingDirectory: string,
  options: string,
): string {
  if (unknownFolders.length === 0) return '';
  const folders = unknownFolders.map((folder) => `  ${relative(workingDirectory, folder)}`).join('\n');
  const isBeside = (folder: string) => unknownFolders.some((one) => dirname(one) === dirname(folder));
  const dates = publications.flatMap(({ folder, date }) => (isBeside(folder) ? [date] : [])).sort();
  const span = dates[0] === dates.at(-1) ? `--date ${dates[0]}` : `--from ${dates[0]} --to ${dates.at(-1)}`;
  return (
    'Not known to this store, and left unchanged: another store published them, or this one was restored from an\n' +
    'older backup. Newer versions may lack what they show until what was logged since is read again.\n' +
    `${folders}\n` +
    `  payin-recon adopt ${span}${options}   adopts them if this store computes the same facts`
  );
}

function nextText(summaries: readonly RegionSummary[], options: string): string {
  const top = summaries.flatMap((summary) => summary.findings).sort(bySeverity)[0];
  return top === undefined
    ? ''
    : `  payin-recon order ${quoted(top.example)}${options}   everything known about this order`;
}

/** Files of published versions that are lost, and manifests that were changed; empty if there are none. */
function missingText(
  publications: readonly Pick<Publication, 'date' | 'folder' | 'missing'>[],
  workingDirectory: string,
  options: string,
): string {
  const listed = (names: (missing: MissingFiles) => readonly string[]) =>
    publications.flatMap(({ folder, missing }) => {
      const files = missing === undefined ? [] : names(missing);
      return files.length === 0
        ? []
        : [`  ${relative(workingDirectory, folder) || '.'}: ${files.join(', ')}`];
    });
  const lost = listed((missing) => missing.lost);
  const changed = listed((missing) => missing.changed);
  const dates = new Set(
    publications.flatMap(({ date, missing }) => ((missing?.changed.length ?? 0) > 0 ? [date] : [])),
  );
  return [
    ...(lost.length === 0
      ? []
      : [
          'Lost: missing, and cannot be written again as they were published. Put these files back from a copy:',
          ...lost,
        ]),
    ...(changed.length === 0 ? [] : ['Not as this store makes them, and left unchanged:', ...changed]),
    ...[...dates].map((date) => `  payin-recon verify --date ${date}${options}   says what differs`),
  ].join('\n');
}
