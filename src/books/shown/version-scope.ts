import type { ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { type Version, versionsOf } from '../../export/publish/versions.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { runsOf, scopeOf } from '../run/report-scope.ts';

/** A version of a date and region, and what a reader sees of it. */
export interface VersionAt {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region's folder, `other` for orders without a region. */
  readonly region: string;
  /** The newest one if absent. */
  readonly version?: number | undefined;
  /** The only merchants whose data is shown; all if absent. */
  readonly merchants?: readonly string[] | undefined;
}

/** A version with its scope, which names the version before it. */
export interface ScopedVersion {
  readonly version: Version;
  readonly scope: ReportScope;
  /** The version before it, undefined for a first one. */
  readonly before: { readonly version: Version; readonly scope: ReportScope } | undefined;
}

/** All versions of a date and region with what they show, the newest first; empty if there are none. */
export async function scopedVersions(
  session: Session,
  settings: Settings,
  { date, region: folder, merchants }: VersionAt,
): Promise<ScopedVersion[]> {
  const region = regionOfFolder(folder);
  const versions = await versionsOf(session, { date, region });
  const runs = await runsOf(session, settings, [...new Set(versions.map(({ run_id }) => run_id))]);
  const plain = (version: Version): ReportScope => ({
    ...scopeOf(runs.get(version.run_id)!, date, region, merchants),
    schema: version.schema,
  });
  return versions.map((version) => {
    const earlier = versions.find((one) => one.version < version.version && one.run_id < version.run_id);
    const before = earlier && { version: earlier, scope: plain(earlier) };
    return { version, before, scope: { ...plain(version), before: before?.scope } };
  });
}

/** One version with what it shows; undefined if it does not exist. */
export async function scopedVersion(
  session: Session,
  settings: Settings,
  at: VersionAt,
): Promise<ScopedVersion | undefined> {
  const versions = await scopedVersions(session, settings, at);
  return versions.find(({ version }) => (at.version ?? version.version) === version.version);
}
