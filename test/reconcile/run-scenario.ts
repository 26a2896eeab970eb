import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPORTS } from '../../reports/all.ts';
import type { ReportScope } from '../../reports/report.ts';
import { reconcileDates } from '../../src/books/run/reconcile-dates.ts';
import type { Session, Store } from '../../src/database/store.ts';
import { ingest } from '../../src/ingest/ingest.ts';
import { type Instant, parseWrittenTime } from '../../src/normalise/instant.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Scenario } from './scenario.ts';

/**
 * Reads a scenario's logs into an empty store, reconciles its dates and publishes them.
 * @param out folder of the published reports
 * @returns every report that has rows, as `<date>/<region>/<report>.csv`
 */
export async function runScenario(
  store: Store,
  scenario: Scenario,
  out: string,
): Promise<Map<string, string>> {
  const settings = parseSettings(scenario.settings);
  const asOf = instantOf(scenario.asOf);
  await ingest(store, settings, { paths: scenario.inputs, readAt: asOf });
  await reconcileDates(store, settings, { dates: scenario.dates, asOf, startedAt: asOf, out });
  return publishedReports(out);
}

/** The newest version's reports of all dates and regions below a folder, those without rows left out. */
export function publishedReports(out: string): Map<string, string> {
  const reports = new Map<string, string>();
  for (const date of readdirSync(out).sort()) {
    for (const region of readdirSync(join(out, date)).sort()) {
      const folder = join(out, date, region, 'latest');
      for (const file of readdirSync(folder).sort()) {
        const text = readFileSync(join(folder, file), 'utf8');
        const hasRows = text.indexOf('\r\n') < text.length - 2;
        if (file.endsWith('.csv') && hasRows) reports.set(`${date}/${region}/${file}`, text);
      }
    }
  }
  return reports;
}

/** Rows of one report as its query gives them. */
export function reportRows(
  session: Session,
  name: string,
  scope: ReportScope,
): Promise<Array<Record<string, unknown>>> {
  return REPORTS.find((report) => report.name === name)!
    .select(session.db, scope)
    .execute();
}

/** An instant of a text with offset or Z. */
export function instantOf(text: string): Instant {
  const written = parseWrittenTime(text)!;
  return { seconds: written.localSeconds - written.offsetSeconds!, micros: written.micros };
}
