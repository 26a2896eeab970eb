import type { Form } from '../profile.ts';
import type { WrittenFile } from './write-report.ts';

/** A version or a preview, and its files. */
export interface VersionFiles extends Form {
  /** Null for a preview. */
  readonly version: number | null;
  readonly files: readonly WrittenFile[];
}
