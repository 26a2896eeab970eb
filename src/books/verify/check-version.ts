import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programVersion } from '../../database/package-root.ts';
import { MANIFEST } from '../../export/publish/version-files.ts';
import { entriesOf } from '../../export/publish/version-folders.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, grouped } from '../../terminal-text.ts';
import { isRunAtWork } from './at-one-moment.ts';
import { auditHeadOf } from './check-trail.ts';
import { type FileInFolder, filesByManifest, measureFiles, type Unreadable } from './files-by-manifest.ts';
import { type VersionState, versionStateOf } from './final-or-purged.ts';
import { type KnownVersion, scopeOfVersion } from './known-versions.ts';
import { readManifest } from './manifest-file.ts';
import type { Verification } from './verification.ts';
import { type Deviation, type Verified, verified } from './verified.ts';
import { adoptedByStore, versionByStore } from './version-by-store.ts';

/**
 * Checks a published version: its files against its manifest, both against the store, and the audit trail head that it
 * names. For a purged version, only files and audit trail are checked.
 */
export async function checkVersion(
  verification: Verification,
  version: KnownVersion,
  versionState: VersionState,
): Promise<Verified> {
  const region = regionFolder(version.region);
  const subject = `${version.date} ${region} v${version.version}`;
  const where = `${version.date}/${region}/v${version.version}`;
  const folder = join(verification.out, where);
  if (!existsSync(folder)) return missingVersion(verification, subject, where, versionState);

  const read = await readManifest(folder);
  const manifest = typeof read === 'string' ? undefined : read;
  const deviations: Deviation[] = [];
  if (typeof read === 'string') {
    const place = `${where}/${MANIFEST}`;
    deviations.push({ where: place, what: 'the manifest', expected: 'a manifest', actual: read });
  }
  const entries = await entriesOf(folder);
  const found = await measureFiles(folder, entries);
  if (manifest !== undefined) deviations.push(...filesByManifest(where, manifest, entries, found));

  const remarks = [...versionState.remarks];
  if (versionState.rebuildable) {
    const scope = await scopeOfVersion(verification.session, verification.settings, version);
    const compare = version.adopted_entry === null ? versionByStore : adoptedByStore;
    const byStore = await compare(verification.session, { version, scope, folder, where, manifest, found });
    deviations.push(...byStore.deviations);
    if (deviations.length > 0) remarks.push(...explain(version, byStore.makesItsFacts));
  }
  // The entry that an adopted version names is in another store's audit trail.
  if (manifest?.audit !== undefined && version.adopted_entry === null) {
    deviations.push(...(await auditHeadOf(verification.session, manifest.audit, `${where}/${MANIFEST}`)));
  }
  // Sorted by file; for each file, deviations from the manifest come first.
  deviations.sort((one, other) => (one.where < other.where ? -1 : Number(one.where > other.where)));
  return verified(subject, sizeOf([...found.values()]), deviations, remarks);
}

async function missingVersion(
  verification: Verification,
  subject: string,
  where: string,
  versionState: VersionState,
): Promise<Verified> {
  const deviation = {
    where,
    what: 'the folder',
    expected: 'the version that the store knows',
    actual: 'no such folder',
  };
  const result = verified(subject, 'missing', [deviation], versionState.remarks);
  // A run that has committed this version may be about to move it into place.
  return (await isRunAtWork(verification.session)) ? { ...result, state: 'pending' } : result;
}

/** Known causes of the deviations of a version. */
function explain({ program_version, zone_version }: KnownVersion, makesItsFacts: boolean): string[] {
  const zones = process.versions['tz'] ?? 'unknown';
  const isOther = program_version !== programVersion || zone_version !== zones;
  return [
    makesItsFacts
      ? 'The store computes the facts as published: the deviations are changes in the folder.'
      : 'The store computes other facts than were published: the folder may be unchanged.',
    ...(isOther
      ? [
          `It was published by payin-recon ${program_version} with time zones ${zone_version}; this is ` +
            `${programVersion} with ${zones}, which may write it otherwise.`,
        ]
      : []),
  ];
}

function sizeOf(files: readonly (FileInFolder | Unreadable)[]): string {
  const bytes = files.reduce((sum, file) => sum + ('bytes' in file ? file.bytes : 0), 0);
  return `${counted(files.length, 'file')}, ${grouped(bytes)} bytes`;
}

/** Checks every version, one after the other. */
export async function checkVersions(verification: Verification): Promise<Verified[]> {
  const { session, known, version, progress } = verification;
  const checked = known.filter((one) => version === undefined || one.version === version);
  const results: Verified[] = [];
  progress.begin('Verifying', checked.length, 'version');
  for (const one of checked) {
    results.push(await checkVersion(verification, one, await versionStateOf(session, one)));
    progress.advance(1);
  }
  progress.end();
  return results;
}
