import assert from 'node:assert';
import { REPORTS } from '../../../reports/all.ts';
import { shownReports } from '../../../reports/shown-reports.ts';
import { chosenRegions } from '../../../src/books/run/chosen-regions.ts';
import { hasAnyRow } from '../../../src/books/run/has-any-row.ts';
import { scopeOf } from '../../../src/books/run/report-scope.ts';
import { runSqlFile, sqlFiles } from '../../../src/database/sql-file.ts';
import type { Session } from '../../../src/database/store.ts';
import { keepSums } from '../../../src/export/date-sums.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { reportBlocks } from '../../../src/export/publish/write-report.ts';
import type { Run } from '../../../src/reconcile/run.ts';
import { regionFolder } from '../../../src/settings/region-folder.ts';
import type { Settings } from '../../../src/settings/schema.ts';

/** The reports that a run would publish as first versions and that have rows, by `<date>/<region>/<report>.csv`. */
export async function reportsOfRun(
  session: Session,
  settings: Settings,
  run: Run,
  { dates, isHeld }: { readonly dates: readonly string[]; readonly isHeld: (name: string) => boolean },
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const date of dates) {
    for (const region of chosenRegions(settings, undefined)) {
      const scope = scopeOf(run, date, region);
      if (!(await hasAnyRow(session, scope))) continue;
      await keepSums(session, scope);
      for (const report of shownReports(scope, REPORTS).filter(({ name }) => isHeld(name))) {
        let text = '';
        for await (const block of reportBlocks(session, report, [scope], STANDARD)) text += block;
        const hasRows = text.indexOf('\r\n') < text.length - 2;
        if (hasRows) files[`${date}/${regionFolder(region)}/${report.name}.csv`] = text;
      }
    }
  }
  return files;
}

/** Files as one text, whatever their order. */
export function textOf(files: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Throws if the books do not balance. */
export async function assertProofs(session: Session): Promise<void> {
  for (const proof of sqlFiles('proofs')) {
    const { rows } = await runSqlFile(session, `proofs/${proof}`);
    assert.deepStrictEqual(rows, [], proof);
  }
}
