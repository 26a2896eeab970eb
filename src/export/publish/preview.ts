import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { REPORTS } from '../../../reports/all.ts';
import type { ReportScope } from '../../../reports/report.ts';
import { makeFolders } from '../../database/make-folders.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { writeFault } from '../../file-fault.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { STANDARD } from '../profile.ts';
import { DATAPACKAGE } from './datapackage.ts';
import type { Publication, PublishRequest } from './publication.ts';
import { refuseVersions } from './refuse-versions.ts';
import { makeStage, writeManifest, writeReports } from './stage.ts';
import { MANIFEST } from './version-files.ts';
import { newestVersion } from './versions.ts';

/**
 * Writes what a run shows into `<out>/<date>/<region>`. This is no version, and the next preview replaces its files. Other files of
 * the folder stay.
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
  const earlier = filesOfPreview(folder);
  const newest = await newestVersion(session, scope);
  const shown = { ...scope, before: newest && (await request.scopeOfRun(newest.run_id)) };
  const stage = await makeStage(parent, `${regionFolder(region)}-`);
  const discard = () => rm(stage, { recursive: true, force: true });
  try {
    const written = await writeReports(session, REPORTS, shown, form, stage);
    const files = written.map(({ file }) => file);
    await writeManifest(session, scope, { version: null, ...form, files }, stage);
    refuseFolders(stage, folder);
    const replace = () => replaceFiles(stage, folder, earlier);
    return { date, region, version: null, state: 'preview', folder, files, place: replace, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Moves the staged files to their folder, each in one step, and removes files of the earlier preview that this one has not. The
 * manifest comes last: until then it is that of the earlier preview.
 */
async function replaceFiles(stage: string, folder: string, earlier: readonly string[]): Promise<void> {
  const names = readdirSync(stage).filter((name) => name !== MANIFEST);
  try {
    makeFolders(folder);
    for (const name of names) await rename(join(stage, name), join(folder, name));
    for (const name of earlier.filter((one) => one !== MANIFEST && !names.includes(one)))
      await rm(join(folder, name), { force: true });
    await rename(join(stage, MANIFEST), join(folder, MANIFEST));
  } catch (error) {
    throw writeFault(error, folder);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** The files of the preview that is in a folder. Throws FOLDER_NOT_WRITABLE for a folder of versions, or a version. */
function filesOfPreview(folder: string): readonly string[] {
  refuseVersions(folder, 'previews');
  const manifest = join(folder, MANIFEST);
  if (!existsSync(manifest)) return [];
  const names = previewedNames(manifest);
  if (names === undefined) {
    throw new Fault('FOLDER_NOT_WRITABLE', {
      where: folder,
      found: `${MANIFEST} is not that of a preview, but of a version or another program`,
      remedy: 'Name another folder for previews.',
    });
  }
  return names;
}

/** The files that a preview's manifest lists, and datapackage.json; undefined if it is no manifest of a preview. */
function previewedNames(manifest: string): readonly string[] | undefined {
  let said: { readonly version?: unknown; readonly files?: unknown };
  try {
    said = Object(JSON.parse(readFileSync(manifest, 'utf8')));
  } catch {
    return undefined;
  }
  const { version, files } = said;
  if (version !== null || !Array.isArray(files)) return undefined;
  const names: readonly string[] = files.map((file) => String(Object(file).name));
  // Nothing outside of the folder is removed, whatever a manifest says.
  return [...names.filter((name) => basename(name) === name && !/^\.*$/.test(name)), DATAPACKAGE];
}

/** A folder in the place of a file would stop the preview half-way. */
function refuseFolders(stage: string, folder: string): void {
  const name = readdirSync(stage).find((one) =>
    statSync(join(folder, one), { throwIfNoEntry: false })?.isDirectory(),
  );
  if (name === undefined) return;
  throw new Fault('FOLDER_NOT_WRITABLE', {
    where: folder,
    found: `${name} is a folder`,
    expected: 'a file, or nothing, where the preview writes this file',
    remedy: 'Move the folder away, or name another folder for previews.',
  });
}
