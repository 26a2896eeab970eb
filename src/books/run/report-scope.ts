import { sql } from 'kysely';
import { type ReportScope, SCHEMA } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { REJECTIONS } from '../../normalise/rejection.ts';
import { FINDING_KINDS } from '../../reconcile/rules/all.ts';
import type { Run } from '../../reconcile/run.ts';
import { zonesOf } from '../../settings/region-zones.ts';
import { OTHER_REGION, type Settings } from '../../settings/schema.ts';

/** The scope of a report for a run. */
export function scopeOf(run: Run, date: string, region: string, merchants?: readonly string[]): ReportScope {
  return {
    schema: SCHEMA,
    date,
    region,
    merchants,
    run: run.runId,
    asOf: run.asOf,
    startedAt: run.startedAt,
    lastSource: run.lastSourceId,
    lastEntry: run.lastEntry,
    zoneOf: zoneOf(run.zones),
    readingRules: run.readingRules,
    ofStatements: run.hasStatements,
    findingKinds: FINDING_KINDS,
    rejections: [
      ...Object.entries(REJECTIONS).map(([reason, { remedy }]) => ({ reason, remedy })),
      { reason: 'unverified', remedy: 'Find out who sent it; nothing was decided by it.' },
    ],
  };
}

/**
 * An earlier run with what its reports need. If its program did not store the zones, those of the settings are used.
 */
export async function runOf(session: Session, settings: Settings, runId: number): Promise<Run> {
  const runs = await runsOf(session, settings, [runId]);
  const run = runs.get(runId);
  if (run === undefined) throw new Error(`no run ${runId}`);
  return run;
}

/** Several runs by their numbers, as {@link runOf} gives each. */
export async function runsOf(
  session: Session,
  settings: Settings,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Run>> {
  const rows = await session.db
    .selectFrom('runs')
    .select(['run_id', 'as_of', 'started_at', 'last_source_id', 'last_entry', 'zones', 'reading_rules'])
    .select('has_statements')
    .where('run_id', '=', sql<number>`any (${[...runIds]}::integer[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.run_id,
      {
        runId: row.run_id,
        asOf: row.as_of,
        startedAt: row.started_at,
        lastSourceId: row.last_source_id,
        lastEntry: Number(row.last_entry),
        zones: row.zones === null ? zonesOf(settings) : JSON.parse(row.zones),
        readingRules: row.reading_rules,
        hasStatements: row.has_statements,
      },
    ]),
  );
}

function zoneOf(zones: Run['zones']): ReportScope['zoneOf'] {
  return (region) => zones[region] ?? OTHER_REGION.zone;
}
