import { runSqlFile } from '../database/sql-file.ts';
import type { Session } from '../database/store.ts';
import { RULES } from '../reconcile/rules/all.ts';
import type { Run } from '../reconcile/run.ts';
import { regionFolder } from '../settings/region-folder.ts';
import type { Settings } from '../settings/schema.ts';
import { bySeverity, highestSeverity, isAtLeast } from '../settings/severity.ts';
import type { Sum } from '../texts/formats.ts';
import type { Alert, FindingGroup } from './alert.ts';

interface Row {
  readonly code: string;
  readonly region: string;
  readonly date: string;
  readonly currency: string | null;
  readonly orders: string;
  readonly requested_minor: string | null;
  readonly difference_minor: string | null;
  readonly examples: readonly string[];
}

const MOST_EXAMPLES = 3;

/** Number of the run, and the as-of of the results that are current after it. */
type AnnouncedRun = Pick<Run, 'runId' | 'asOf'>;

/**
 * Alerts of a run's findings: new ones, and those that are solved. Only findings that some channel subscribes to are
 * queried. Within the run's transaction.
 */
export async function runAlerts(session: Session, settings: Settings, run: AnnouncedRun): Promise<Alert[]> {
  const codes = wantedCodes(settings);
  if (codes.length === 0) return [];
  const parameters = { run: run.runId, codes };
  const begun = await runSqlFile<Row>(session, 'alerts/010_begun_findings.sql', parameters);
  const ended = await runSqlFile<Row>(session, 'alerts/020_ended_findings.sql', parameters);
  return [
    ...alertOf('findings', run, groupsOf(begun.rows)),
    ...alertOf('recovered', run, groupsOf(ended.rows)),
  ];
}

/** Codes of findings that a channel subscribes to. */
function wantedCodes({ alerts }: Settings): string[] {
  const takers = alerts.channels.filter(
    ({ topics }) => topics === undefined || topics.includes('findings') || topics.includes('recovered'),
  );
  return RULES.filter(({ code, severity }) =>
    takers.some((channel) =>
      channel.rules.length > 0 ? channel.rules.includes(code) : isAtLeast(severity, channel.severity),
    ),
  ).map(({ code }) => code);
}

function alertOf(
  topic: 'findings' | 'recovered',
  run: AnnouncedRun,
  groups: readonly FindingGroup[],
): Alert[] {
  if (groups.length === 0) return [];
  const facts = { topic, asOf: run.asOf, groups };
  return [{ key: `${topic}/${run.runId}`, severity: highestSeverity(groups), facts }];
}

/** Highest severity first, then newest. */
function groupsOf(rows: readonly Row[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const row of rows) {
    const key = [row.code, row.region, row.date].join(' ');
    const before = groups.get(key);
    groups.set(key, {
      code: row.code,
      severity: RULES.find(({ code }) => code === row.code)!.severity,
      region: regionFolder(row.region),
      date: row.date,
      orders: (before?.orders ?? 0) + Number(row.orders),
      differences: [...(before?.differences ?? []), ...sumOf(row.currency, row.difference_minor)],
      requested: [...(before?.requested ?? []), ...sumOf(row.currency, row.requested_minor)],
      examples: [...(before?.examples ?? []), ...row.examples].sort().slice(0, MOST_EXAMPLES),
    });
  }
  return [...groups.values()].sort(
    (a, b) => bySeverity(a, b) || (a.date === b.date ? 0 : a.date < b.date ? 1 : -1),
  );
}

function sumOf(currency: string | null, minor: string | null): Sum[] {
  return currency === null || minor === null || minor === '0' ? [] : [{ currency, minor }];
}
