import type { WrittenFile } from '../../export/publish/write-report.ts';
import type { SourceResult } from '../../ingest/ingest.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { ExpiredTotal } from './expired.ts';
import type { NotBegun } from './given-dates.ts';
import type { ReconcileResult } from './reconcile-dates.ts';
import type { RegionSummary } from './summary.ts';

/** A version of a date and region that a run wrote, or found to be as it should. */
export interface VersionJson {
  /** yyyy-MM-dd */
  readonly date: string;
  /** Name of the region, `other` for orders without one. */
  readonly region: string;
  /** Null for a preview, and of a closed date that never had one. */
  readonly version: number | null;
  /**
   * new: facts changed · unchanged: the newest version says the same · restored: it was missing in the folder ·
   * closed: the version is final, whatever became known since
   */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview' | 'closed';
  readonly folder: string;
  readonly files: readonly WrittenFile[];
}

/** What a run did and found, for a program. */
export interface ResultJson {
  /** ISO 8601, UTC. */
  readonly asOf: string;
  /** What was read before, if anything was to be. */
  readonly sources: readonly SourceResult[];
  readonly versions: readonly VersionJson[];
  /** Orders and money by outcome, and findings, of each date and region; money in minor units, as text. */
  readonly summaries: readonly RegionSummary[];
  /** Sources whose records were read by other settings than the current ones, or by the rules of an earlier edition. */
  readonly staleSources: number;
  /** Folders of versions, beside those published, that the store does not know; they were left as they are. */
  readonly unknownFolders: readonly string[];
  /** What expired in this run, of whichever date: orders and the money they ask for. */
  readonly expired: readonly ExpiredTotal[];
  /** Dates that were asked for and left out, since they have not begun there: a first and a last one for each region. */
  readonly notBegun: readonly NotBegun[];
}

/** The result of a run as --json prints it and the library gives it. */
export function resultJson(sources: readonly SourceResult[], result: ReconcileResult): ResultJson {
  return {
    asOf: isoInstant(result.asOf),
    sources,
    versions: result.publications.map(({ date, region, version, state, folder, files }) => ({
      date,
      region: regionFolder(region),
      version,
      state,
      folder,
      files,
    })),
    summaries: result.summaries.map((summary) => ({
      ...summary,
      region: regionFolder(summary.region),
      paid: summary.paid.map((total) => ({ ...total, region: regionFolder(total.region) })),
    })),
    staleSources: result.staleSources,
    unknownFolders: result.unknownFolders,
    expired: result.expired.map((one) => ({ ...one, region: regionFolder(one.region) })),
    notBegun: result.notBegun,
  };
}
