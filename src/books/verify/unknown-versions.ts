import { regionFolder } from '../../settings/region-folder.ts';
import type { Verification } from './verification.ts';

/** Versions of a date and region that are in the folder and not in the store. */
export interface UnknownVersions {
  /** The folder of the date and region below the folder of reports. */
  readonly where: string;
  readonly versions: readonly number[];
}

export function unknownVersions({
  folders,
  known,
}: Pick<Verification, 'folders' | 'known'>): UnknownVersions[] {
  const inStore = new Set(
    known.map(({ date, region, version }) => `${date}/${regionFolder(region)}/v${version}`),
  );
  return folders.flatMap(({ date, name, versions }) => {
    const where = `${date}/${name}`;
    const unknown = versions.filter((version) => !inStore.has(`${where}/v${version}`));
    return unknown.length === 0 ? [] : [{ where, versions: unknown }];
  });
}
