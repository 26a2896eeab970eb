import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import type { JobPlan } from '../schedule/job-run.ts';

/** What doctor is given: the edge knows where the settings are, and what time it is. */
export interface Examination {
  /** What the settings are read from, for a person. */
  readonly settingsFrom: string;
  readonly loadSettings: () => Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  /** The jobs that the settings plan. */
  readonly plans: (settings: Settings) => readonly JobPlan[];
}
