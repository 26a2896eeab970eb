import type { Session } from '../../database/store.ts';
import type { RegionFolder } from '../../export/publish/version-folders.ts';
import type { Progress } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import type { KnownVersion } from './known-versions.ts';

/** The input of every check. */
export interface Verification {
  readonly session: Session;
  readonly settings: Settings;
  /** Folder of all reports, absolute. */
  readonly out: string;
  readonly dates: readonly string[];
  /** Name of the only region to check, empty for orders without one; every region if absent. */
  readonly region: string | undefined;
  /** The only version to check; every version if absent. */
  readonly version: number | undefined;
  /** The versions of the dates and regions in the store. */
  readonly known: readonly KnownVersion[];
  /** The folders of the dates and regions, listed before the store is read. */
  readonly folders: readonly RegionFolder[];
  readonly progress: Progress;
}
