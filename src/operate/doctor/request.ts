import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings.ts';

/** What doctor is given: the edge knows where the settings are, and what time it is. */
export interface Examination {
  /** What the settings are read from, for a person. */
  readonly settingsFrom: string;
  readonly loadSettings: () => Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
}
