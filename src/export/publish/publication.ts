import type { ReportScope } from '../../../reports/report.ts';
import type { Form } from '../profile.ts';
import type { WrittenFile } from './version-files.ts';
import type { JudgedWith } from './versions.ts';

/** A version that is written, and is put in its place once the store has kept it. */
export interface Publication {
  readonly date: string;
  readonly region: string;
  /** Null for a preview, and for a closed date that never had a version. */
  readonly version: number | null;
  /**
   * new: facts or form changed · unchanged: nothing was written · restored: it, or files of it, were missing in the folder ·
   * closed: the version is final
   */
  readonly state: 'new' | 'unchanged' | 'restored' | 'preview' | 'closed';
  /** The version before a new one, and which of what it was judged with is another now; absent if there is none. */
  readonly previous?: { readonly version: number; readonly differences: readonly JudgedWith[] };
  /** Entry of the audit trail by which the data of the date was purged; absent if it was not. */
  readonly purgedEntry?: number;
  /** Its folder, once it is in its place. */
  readonly folder: string;
  /** The reports that are written now. */
  readonly files: readonly WrittenFile[];
  /** Files that were missing in its folder; absent if none was, or the folder itself. */
  readonly missing?: MissingFiles;
  /** Puts it in its place. Called after its transaction was committed. */
  place(): Promise<void>;
  /** Removes the prepared files if they are not kept. */
  discard(): Promise<void>;
}

/** What was missing in the folder of a version. */
export interface MissingFiles {
  /** Files that are written again as they were published. */
  readonly restored: readonly string[];
  /** Files that cannot be written again as they were. */
  readonly lost: readonly string[];
  /** Which of manifest and datapackage differ from what was published. They are left as they are. */
  readonly changed: readonly string[];
}

export interface PublishRequest {
  /** Folder of all reports. */
  readonly out: string;
  /** Undefined for the form of the newest version: for a date that was not asked for. */
  readonly form: Form | undefined;
  /** The scope of an earlier run, to write a missing version again. */
  readonly scopeOfRun: (run: number) => Promise<ReportScope>;
}
