import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import { fileNameOutside } from '../../settings/file-name-outside.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import type { NightFacts } from '../alert.ts';
import { MOST_ATTACHED_BYTES } from './smtp.ts';

export interface Attachments {
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: Buffer }>;
  /** Names of reports that were to be attached but are missing or do not fit. */
  readonly missing: readonly string[];
}

/** Folder of the version that a night's message is about; undefined where there is no version. */
export function versionFolder(
  { date, region, version }: NightFacts,
  settings: Settings,
  workingDirectory: string,
): string | undefined {
  if (version === null) return undefined;
  return join(resolve(workingDirectory, settings.out), date, regionFolder(region), `v${version}`);
}

/**
 * Published files of the version that a night's message is about, in the given order, as many as fit into a mail.
 * Their names say region, date and version.
 */
export function attachmentsOf(
  facts: NightFacts,
  names: readonly string[],
  settings: Settings,
  workingDirectory: string,
): Attachments {
  const { date, region, version } = facts;
  const folder = versionFolder(facts, settings, workingDirectory);
  if (folder === undefined || version === null) return { files: [], missing: [] };
  const files: { name: string; content: Buffer }[] = [];
  const missing: string[] = [];
  let left = MOST_ATTACHED_BYTES;
  for (const report of names) {
    const file = fileOf(folder, report);
    const bytes = file === undefined ? 0 : statSync(join(folder, file)).size;
    if (file === undefined || bytes > left) {
      missing.push(report);
      continue;
    }
    const name = fileNameOutside({ report, region, date, version, file });
    files.push({ name, content: readFileSync(join(folder, file)) });
    left -= bytes;
  }
  return { files, missing };
}

/** Published file of a report; undefined where it or the report does not exist. */
function fileOf(folder: string, name: string): string | undefined {
  if (!REPORTS.some((report) => report.name === name)) return undefined;
  return [`${name}.csv`, `${name}.xlsx`, `${name}.parquet`].find((file) => existsSync(join(folder, file)));
}
