import type { Form } from '../profile.ts';

/** The file of a version that lists its others. */
export const MANIFEST = 'manifest.json';

/** A written file, as its manifest lists it. */
export interface WrittenFile {
  readonly name: string;
  /** Rows without the header. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A written report: its file, and a digest of its content, which does not depend on its form. */
export interface WrittenReport {
  readonly report: string;
  readonly file: WrittenFile;
  /** SHA-256 of the report as CSV of the profile standard. */
  readonly contentSha256: string;
}

/** A version or a preview, and its files. */
export interface VersionFiles extends Form {
  /** Null for a preview. */
  readonly version: number | null;
  readonly files: readonly WrittenFile[];
}
