import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import type { JobPlan } from '../schedule/job-run.ts';

/** The input of doctor. */
export interface Examination {
  /** Name of the place that the settings are read from, for output. */
  readonly settingsFrom: string;
  readonly loadSettings: () => Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  /** The scheduled jobs of the settings. */
  readonly plans: (settings: Settings) => readonly JobPlan[];
}
