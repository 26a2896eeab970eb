import type { MissingFiles } from '../../export/publish/publication.ts';
import type { WrittenFile } from '../../export/publish/version-files.ts';
import type { JudgedWith } from '../../export/publish/versions.ts';
import type { SourceResult } from '../../ingest/ingest.ts';
import type { LeftOut } from '../../ingest/left-out.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { ExpiredTotal } from './expired.ts';
import type { NotBegun } from './given-dates.ts';
import type { ReconcileResult } from './reconcile-dates.ts';
import type { RunAdjustments } from './run-adjustments.ts';
import type { ScaledSource } from './source-remarks.ts';
import type { RegionSummary } from './summary.ts';

/** A version of a date and region that a run wrote or found up to date. */
export interface VersionJson {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region, `other` for orders without one. */
  readonly region: string;
  /** Null for a preview, and for a closed date that was never published. */
  readonly version: number | null;
  /**
   * - new: facts changed
   * - unchanged: nothing was written, the newest version is up to date
   * - restored: it, or files of it, were missing in the folder
   * - closed: the version is final, whatever was learned since
   */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview' | 'closed';
  /** What it was made with that the version before was not; absent if there is nothing, or no such version. */
  readonly madeWithOther?: readonly JudgedWith[];
  /** Entry of the audit trail by which the data of the date was purged; absent if it was not. */
  readonly purgedEntry?: number;
  readonly folder: string;
  readonly files: readonly WrittenFile[];
  /** Files that were missing in the folder of the version. Absent if none was, or the folder itself. */
  readonly missing?: MissingFiles;
}

/** The result of a run as JSON. */
export interface ResultJson {
  /** ISO 8601, UTC. */
  readonly asOf: string;
  /** The sources that were read first, if any. */
  readonly sources: readonly SourceResult[];
  /** Files of folders that were not read, because they are no log or table by name. Absent if there are none. */
  readonly leftOut?: LeftOut;
  readonly versions: readonly VersionJson[];
  /** Orders and money by outcome, and findings, for each date and region; money in minor units, as text. */
  readonly summaries: readonly RegionSummary[];
  /** Sources whose records were read with other settings, or with the reading rules of an earlier edition. */
  readonly staleSources: number;
  /** Statements whose amounts are 100 times those of the payments, or a hundredth. Absent if there are none. */
  readonly scaledSources?: ReadonlyArray<Omit<ScaledSource, 'namedIn'>>;
  /** What became known of closed dates, by the date whose adjustments.csv has it. Absent if that is nothing. */
  readonly adjusted?: readonly RunAdjustments[];
  /** Version folders beside the published ones that the store does not know. They were not changed. */
  readonly unknownFolders: readonly string[];
  /** Orders that expired in this run, on any date, and the money that they requested. */
  readonly expired: readonly ExpiredTotal[];
  /**
   * Requested dates that were left out because they have not begun there: the first and the last one for each region.
   */
  readonly notBegun: readonly NotBegun[];
}

/** The result of a run as --json and the library return it. */
export function resultJson(
  sources: readonly SourceResult[],
  result: ReconcileResult,
  leftOut?: LeftOut,
): ResultJson {
  return {
    asOf: isoInstant(result.asOf),
    sources,
    ...(leftOut && { leftOut }),
    versions: result.publications.map(
      ({ date, region, version, state, previous, purgedEntry, folder, files, missing }) => ({
        date,
        region: regionFolder(region),
        version,
        state,
        ...(previous === undefined || previous.differences.length === 0
          ? {}
          : { madeWithOther: previous.differences }),
        ...(purgedEntry === undefined ? {} : { purgedEntry }),
        folder,
        files,
        ...(missing === undefined ? {} : { missing }),
      }),
    ),
    summaries: result.summaries.map((summary) => ({
      ...summary,
      region: regionFolder(summary.region),
      paid: summary.paid.map((total) => ({ ...total, region: regionFolder(total.region) })),
    })),
    staleSources: result.staleSources,
    ...(result.adjusted === undefined
      ? {}
      : { adjusted: result.adjusted.map((one) => ({ ...one, region: regionFolder(one.region) })) }),
    ...(result.scaledSources === undefined
      ? {}
      : { scaledSources: result.scaledSources.map(({ namedIn: _, ...source }) => source) }),
    unknownFolders: result.unknownFolders,
    expired: result.expired.map((one) => ({ ...one, region: regionFolder(one.region) })),
    notBegun: result.notBegun,
  };
}
