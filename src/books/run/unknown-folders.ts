import { join } from 'node:path';
import type { Session } from '../../database/store.ts';
import type { Publication } from '../../export/publish/publication.ts';
import { regionFolders } from '../../export/publish/version-folders.ts';
import { versionsOf } from '../../export/publish/versions.ts';
import { regionFolder } from '../../settings/region-folder.ts';

/**
 * Finds version folders beside the versions of a run that the store does not know. Another store published them, or
 * this one did after the backup it was restored from. They are not changed, and new versions are numbered after them.
 * @param out folder of all reports
 * @returns their paths, in order
 * @throws Fault SOURCE_UNREADABLE
 */
export async function unknownFolders(
  session: Session,
  out: string,
  publications: readonly Pick<Publication, 'date' | 'region'>[],
): Promise<string[]> {
  const unknown: string[] = [];
  for (const date of new Set(publications.map((one) => one.date))) {
    const regions = new Set(publications.filter((one) => one.date === date).map(({ region }) => region));
    const folders = await regionFolders(out, date);
    for (const region of regions) {
      const folder = folders.find(({ name }) => name === regionFolder(region));
      if (folder === undefined) continue;
      const known = new Set((await versionsOf(session, { date, region })).map(({ version }) => version));
      const strange = folder.versions.filter((version) => !known.has(version));
      unknown.push(...strange.map((version) => join(folder.path, `v${version}`)));
    }
  }
  return unknown;
}
