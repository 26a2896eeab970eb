import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import type { Settings } from '../../settings/schema.ts';
import type { NightFacts } from '../alert.ts';

/** What mail servers take at least; in the mail it is a third more. */
const MOST_BYTES = 10_000_000;

export interface Attachments {
  readonly files: ReadonlyArray<{ readonly name: string; readonly content: Buffer }>;
  /** Names of reports that were to be attached and are too large in all, or are not there. */
  readonly missing: readonly string[];
}

/** The folder of the version that a night's message is about; undefined where there is no version. */
export function versionFolder(
  { date, region, version }: NightFacts,
  settings: Settings,
  workingDirectory: string,
): string | undefined {
  return version === null
    ? undefined
    : join(resolve(workingDirectory, settings.out), date, region, `v${version}`);
}

/** Reports of a version as they were published, as many in their order as a mail takes. */
export function attachmentsOf(folder: string | undefined, names: readonly string[]): Attachments {
  const files: { name: string; content: Buffer }[] = [];
  const missing: string[] = [];
  let left = MOST_BYTES;
  for (const name of folder === undefined ? [] : names) {
    const file = fileOf(folder!, name);
    const bytes = file === undefined ? 0 : statSync(join(folder!, file)).size;
    if (file === undefined || bytes > left) {
      missing.push(name);
      continue;
    }
    files.push({ name: file, content: readFileSync(join(folder!, file)) });
    left -= bytes;
  }
  return { files, missing };
}

/** The file of a report in the form in which it was published; undefined where there is none, or no such report. */
function fileOf(folder: string, name: string): string | undefined {
  if (!REPORTS.some((report) => report.name === name)) return undefined;
  return [`${name}.csv`, `${name}.xlsx`].find((file) => existsSync(join(folder, file)));
}
