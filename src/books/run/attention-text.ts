import { regionFolder } from '../../settings/region-folder.ts';
import { bySeverity } from '../../settings/severity.ts';
import { counted, plain, textTable } from '../../terminal-text.ts';
import type { FindingTotal, RegionSummary } from './summary.ts';

const MOST_FINDINGS = 8;

/** Findings by code and region, the highest severity first. For several dates, each shows its first and last date. */
export function attentionText(summaries: readonly RegionSummary[]): string {
  const isRange = new Set(summaries.map(({ date }) => date)).size > 1;
  const groups = findingGroups(summaries);
  const shown = groups
    .slice(0, MOST_FINDINGS)
    .map(({ finding, region, orders, first, last }) => [
      `  ${finding.severity}`,
      finding.code,
      regionFolder(region),
      counted(orders, 'order'),
      ...(isRange ? [datesText(first, last)] : []),
      `for example ${plain(finding.example)}`,
    ]);
  if (shown.length === 0) return '';
  const table = textTable(
    shown[0]!.map(() => ''),
    shown,
    [],
  )
    .split('\n')
    .slice(1);
  if (groups.length > MOST_FINDINGS)
    table.push(`  and ${counted(groups.length - MOST_FINDINGS, 'more kind')}, see findings.csv`);
  return table.join('\n');
}

/** A finding of a region over all its dates. The example is from the first one. */
interface FindingGroup {
  readonly finding: FindingTotal;
  readonly region: string;
  orders: number;
  readonly first: string;
  last: string;
}

function findingGroups(summaries: readonly RegionSummary[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { date, region, findings } of inDateOrder(summaries)) {
    for (const finding of findings) {
      if (finding.severity === 'low') continue;
      const key = `${region} ${finding.code}`;
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, { finding, region, orders: finding.orders, first: date, last: date });
      } else {
        group.orders += finding.orders;
        group.last = date;
      }
    }
  }
  return [...groups.values()].sort((a, b) => bySeverity(a.finding, b.finding));
}

/** STUCK orders from before the first date of each region. Those of the dates themselves are in the table. */
export function stuckBeforeText(summaries: readonly RegionSummary[]): string {
  const firsts = inDateOrder(summaries).filter(
    ({ region }, index, all) => all.findIndex((one) => one.region === region) === index,
  );
  const parts = firsts.flatMap(({ region, stuckBefore, stuckBeforeDates: dates }) =>
    dates === null
      ? []
      : [
          `${counted(stuckBefore, 'order')} in ${regionFolder(region)} (${datesText(dates.first, dates.last)})`,
        ],
  );
  return parts.length === 0 ? '' : `Stuck since earlier dates: ${parts.join(', ')}; see stuck-orders.csv.`;
}

function datesText(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

function inDateOrder(summaries: readonly RegionSummary[]): RegionSummary[] {
  return summaries.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
