import type { Store } from '../../database/store.ts';
import type { Form } from '../../export/profile.ts';
import type { Settings } from '../../settings/schema.ts';
import type { VerifiedFiles } from './verified-files.ts';

/** A file for people to take with them. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  /** Its length, where it is known before it is made. */
  readonly bytes?: number;
  /** SHA-256 of a file that never changes. */
  readonly sha256?: string;
  /**
   * Its content, once. If it cannot be given as a whole, it throws before the last block, so that the receiver sees a
   * broken transfer. Leaving the loop and aborting both release files and transactions.
   * @throws Fault FILE_CHANGED, WORKBOOK_LIMIT, PARQUET_LIMIT, STORE_LOCKED, VERSION_PURGED, FOLDER_NOT_WRITABLE
   */
  stream(signal?: AbortSignal): AsyncGenerator<Buffer>;
}

/** What downloads are made from. */
export interface DownloadSource {
  /** On the embedded engine, a store in turn (src/database/store-in-turn.ts). */
  readonly store: Store;
  readonly settings: Settings;
  /** Published files that need not be digested again. */
  readonly verified: VerifiedFiles;
  /** Folder for temporary files; the system's own if absent. */
  readonly spoolFolder?: string;
}

/** A version of a date and region. */
export interface WantedVersion {
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  /** 1, 2, …; the newest if absent. */
  readonly version?: number | undefined;
}

/** The only merchants whose rows the reader may see; all if absent. */
export interface ReaderLimit {
  readonly merchants?: readonly string[] | undefined;
}

const MEDIA_TYPES: Readonly<Record<Form['format'] | 'zip' | 'json', string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
  json: 'application/json',
};

/** Media type of a file by the end of its name. */
export function mediaTypeOf(fileName: string): string {
  const end = fileName.slice(fileName.lastIndexOf('.') + 1);
  return end in MEDIA_TYPES ? MEDIA_TYPES[end as keyof typeof MEDIA_TYPES] : 'application/octet-stream';
}
