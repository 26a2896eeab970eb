import type { Store } from '../src/database/store.ts';
import type { Instant } from '../src/normalise/instant.ts';
import type { Settings } from '../src/settings.ts';

/** What a run of a job is given. */
export interface JobContext {
  readonly store: Store;
  readonly settings: Settings;
  /** When it runs. */
  readonly at: Instant;
  /** Only this region, where the job works by region; all of them if absent. */
  readonly region?: string | undefined;
  /** This date instead of the one that the job would choose, `yyyy-MM-dd`. */
  readonly date?: string | undefined;
  readonly workingDirectory: string;
  /** Tells a person, or the daemon's log, what was done. */
  readonly say: (text: string) => void;
}

/** When a job is due: a cron expression in a zone, for one region or for all. */
export interface JobTime {
  readonly expression: string;
  readonly zone: string;
  readonly region?: string;
}

export interface Job {
  readonly name: string;
  readonly purpose: string;
  times(settings: Settings): JobTime[];
  run(context: JobContext): Promise<void>;
}
