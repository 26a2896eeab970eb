import type { Alert } from '../../alerts/alert.ts';
import type { Session, Store } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';

/** The input of a run. */
export interface JobContext {
  readonly store: Store;
  readonly settings: Settings;
  /** Time of the run: when it began. */
  readonly at: Instant;
  /** The time now, for a job that waits for others while it runs. */
  readonly now: () => Instant;
  /** Time at which the run was due. */
  readonly dueAt: Instant;
  /** Number of this attempt of the run; 1 if absent. */
  readonly attempt?: number;
  /** Only this region, if the job runs by region; by default all regions. */
  readonly region?: string | undefined;
  /** This date, `yyyy-MM-dd`, instead of the one that the job would choose. */
  readonly date?: string | undefined;
  readonly workingDirectory: string;
  /** Whether somebody has asked for the run: then it is not due again. */
  readonly startedManually?: boolean;
  /** Whether the sources have just been ingested by the run before. */
  readonly isRead?: boolean;
  /** Reports what was done, to the terminal or to the schedule's log. */
  readonly say: (text: string) => void;
}

/** A cron expression in a time zone, for one region or for all. */
export interface JobTime {
  readonly expression: string;
  readonly zone: string;
  readonly region?: string;
}

export interface Job {
  readonly name: string;
  readonly purpose: string;
  /** Settings that the job needs to be scheduled. */
  readonly needs?: string;
  /** The due times by the settings; empty if the needed settings are missing. */
  times(settings: Settings): JobTime[];
  /**
   * The business date of a run that was due at an instant. Each date has a run of its own, however late it is. Without
   * this function, one run replaces all missed ones.
   */
  dateOf?(due: Instant, zone: string): string;
  run(context: JobContext): Promise<JobEnd>;
  /** More alerts about a due run, collected in the transaction that records it as done. */
  whenDone?(session: Session, run: DoneRun): Promise<readonly Alert[]>;
}

/** The result of a successful run. */
export interface JobEnd {
  /** The alerts to send, collected and stored in the transaction that records the run as done. */
  readonly alerts?: (session: Session) => Promise<readonly Alert[]>;
  /** Whether the alerts are held until every source is read completely; a due run is due again then. */
  readonly held?: boolean;
  /** A fault that did not stop the run, such as that of a source. */
  readonly aside?: unknown;
}

/** A successful due run. */
export interface DoneRun {
  readonly region: string;
  readonly date: string;
  readonly at: Instant;
  readonly settings: Settings;
}
