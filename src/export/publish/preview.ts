import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { STANDARD } from '../profile.ts';
import type { Publication, PublishRequest } from './publish.ts';
import { makeStage, writeManifest, writeReports } from './stage.ts';
import { newestVersion } from './versions.ts';

/**
 * Writes what a run shows into `<out>/<date>/<region>`. This is no version, and the next preview replaces it.
 * @throws Fault FOLDER_NOT_WRITABLE, WORKBOOK_LIMIT, PARQUET_LIMIT
 */
export async function preparePreview(
  session: Session,
  request: PublishRequest,
  scope: ReportScope,
): Promise<Publication> {
  const { date, region } = scope;
  const form = request.form ?? STANDARD;
  const parent = join(request.out, date);
  const folder = join(parent, regionFolder(region));
  refuseVersions(folder);
  const newest = await newestVersion(session, scope);
  const shown = { ...scope, before: newest && (await request.scopeOfRun(newest.run_id)) };
  const stage = await makeStage(parent, `${regionFolder(region)}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const written = await writeReports(session, REPORTS, shown, form, stage);
    const files = written.map(({ file }) => file);
    await writeManifest(session, scope, { version: null, ...form, files }, stage);
    const replace = async () => {
      await rm(folder, { recursive: true, force: true });
      await rename(stage, folder);
    };
    return { date, region, version: null, state: 'preview', folder, files, place: replace, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A preview replaces only an earlier preview: a folder that contains versions is none. */
function refuseVersions(folder: string): void {
  if (!existsSync(folder)) return;
  const version = readdirSync(folder).find((name) => name === 'latest' || /^v\d+$/.test(name));
  if (version === undefined) return;
  throw new Fault('FOLDER_NOT_WRITABLE', {
    where: folder,
    found: `published versions (${version})`,
    remedy: 'Name a folder for previews that is not the folder of reports.',
  });
}
