import type { Alert } from '../../alerts/alert.ts';
import type { Session, Store } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';

/** What a run of a job is given. */
export interface JobContext {
  readonly store: Store;
  readonly settings: Settings;
  /** When it runs. */
  readonly at: Instant;
  /** When it was to run. */
  readonly dueAt: Instant;
  /** Only this region, where the job works by region; all of them if absent. */
  readonly region?: string | undefined;
  /** This date instead of the one that the job would choose, `yyyy-MM-dd`. */
  readonly date?: string | undefined;
  readonly workingDirectory: string;
  /** Whether what is new was read just now, by a run before it. */
  readonly isRead?: boolean;
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
  /** Settings without which it has nothing to do. */
  readonly needs?: string;
  /** None where it has nothing to do. */
  times(settings: Settings): JobTime[];
  /**
   * The business date that a run is about which was due at an instant: each date has a run of its own, however late. A
   * job that is about none makes up for all that it missed at once.
   */
  dateOf?(due: Instant, zone: string): string;
  run(context: JobContext): Promise<JobEnd>;
  /** Further alerts about a due run, collected within that transaction. */
  whenDone?(session: Session, run: DoneRun): Promise<readonly Alert[]>;
}

/** What a run came to that did what it was for. */
export interface JobEnd {
  /** Alerts to send once the run is recorded as done, in that transaction. */
  readonly alerts?: readonly Alert[];
  /** Whether the alerts are held until every source has been read completely; a due run is due again then. */
  readonly held?: boolean;
  /** A fault that was not its own, and did not keep it from its work. */
  readonly aside?: unknown;
}

/** A due run that went well. */
export interface DoneRun {
  readonly region: string;
  readonly date: string;
  readonly at: Instant;
  readonly settings: Settings;
}
