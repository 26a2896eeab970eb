import type { Session } from '../../database/store.ts';
import type { RegionFolder } from '../../export/publish/version-folders.ts';
import type { Progress } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import type { KnownVersion } from './known-versions.ts';

/** What every check is given. */
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
  /** What the store knows of the dates and regions. */
  readonly known: readonly KnownVersion[];
  /** The folders of the dates and regions, listed before the store was read. */
  readonly folders: readonly RegionFolder[];
  readonly progress: Progress;
}
