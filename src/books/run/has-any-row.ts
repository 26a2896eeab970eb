import type { ReportScope } from '../../../reports/report.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import type { Session } from '../../database/store.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { OTHER_REGION } from '../../settings/schema.ts';

/**
 * Whether any report has a row. A configured region always has its folder; orders without a region have one only if
 * there are or were any.
 */
export async function hasAnyRow(session: Session, scope: ReportScope): Promise<boolean> {
  if (scope.region !== OTHER_REGION.name) return true;
  if ((await newestVersion(session, scope)) !== undefined) return true;
  for (const report of shownReports(scope)) {
    // Rejected lines have no region, and delays of earlier weeks are no reason to publish a date.
    if (['rejected-records', 'callback-delays'].includes(report.name)) continue;
    const row = await report.select(session.db, scope).limit(1).executeTakeFirst();
    if (row !== undefined) return true;
  }
  return false;
}
