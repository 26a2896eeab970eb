import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { overDates } from '../../../reports/dated.ts';
import type { Report, ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import type { Form } from '../../export/profile.ts';
import { refuseVersions } from '../../export/publish/refuse-versions.ts';
import { makeStageBesideOthers, writeReports } from '../../export/publish/stage.ts';
import type { WrittenFile } from '../../export/publish/version-files.ts';
import { writeReportOver } from '../../export/publish/write-report.ts';
import { writeFault } from '../../file-fault.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted } from '../../terminal-text.ts';

/** The layout of report files in a folder. */
export interface Layout {
  readonly form: Form;
  /** Either a folder for each date and region, or one file for each report with the date as its last column. */
  readonly byDate: boolean;
  /** Whether to write files without rows. */
  readonly empty: boolean;
}

export interface WrittenReports {
  readonly files: ReadonlyArray<{ readonly path: string; readonly rows: number }>;
  /** Number of files left out because they would have no rows. */
  readonly leftOut: number;
}

/** Writes the reports of dates and regions into a folder. Throws FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT. */
export async function writeReportFiles(
  session: Session,
  reports: readonly Report[],
  scopes: readonly ReportScope[],
  out: string,
  { form, byDate, empty }: Layout,
): Promise<WrittenReports> {
  if (!byDate) {
    const write = async (stage: string) => {
      const written: WrittenFile[] = [];
      for (const report of reports) {
        const over = overDates(report, scopes);
        written.push(await writeReportOver(session, over.report, over.scopes, form, stage));
      }
      return written;
    };
    return writeAside(out, empty, write);
  }
  const all: WrittenReports[] = [];
  for (const scope of scopes) {
    const folder = join(out, scope.date, regionFolder(scope.region));
    const write = async (stage: string) =>
      (await writeReports(session, reports, scope, form, stage)).map(({ file }) => file);
    all.push(await writeAside(folder, empty, write));
  }
  return {
    files: all.flatMap(({ files }) => files),
    leftOut: all.reduce((sum, { leftOut }) => sum + leftOut, 0),
  };
}

/** The files with their rows and totals, as text. */
export function writtenText({ files, leftOut }: WrittenReports): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const lines = files.map((file) => `${file.path} (${counted(file.rows, 'row')})`);
  const rest =
    leftOut === 0 ? '' : ` ${counted(leftOut, 'file')} without rows left out (--empty writes them).`;
  return [...lines, `${counted(files.length, 'file')}, ${counted(rows, 'row')}.${rest}`].join('\n');
}

/**
 * Writes all files under temporary names, then moves each into place, so that no reader sees a partial file. A file
 * that is left out this time is removed, because it is out of date.
 */
async function writeAside(
  folder: string,
  empty: boolean,
  write: (stage: string) => Promise<readonly WrittenFile[]>,
): Promise<WrittenReports> {
  refuseVersions(folder, 'these files');
  const stage = await makeStageBesideOthers(folder);
  try {
    const written = await write(stage);
    const kept = written.filter(({ rows }) => empty || rows > 0);
    for (const file of written) {
      const path = join(folder, file.name);
      if (kept.includes(file)) await rename(join(stage, file.name), path);
      else await rm(path, { force: true });
    }
    return {
      files: kept.map(({ name, rows }) => ({ path: join(folder, name), rows })),
      leftOut: written.length - kept.length,
    };
  } catch (error) {
    throw writeFault(error, folder);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
