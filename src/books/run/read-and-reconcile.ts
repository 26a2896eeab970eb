import type { Caller } from '../../caller.ts';
import type { Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { ingest, type SourceResult } from '../../ingest/ingest.ts';
import type { LeftOut } from '../../ingest/left-out.ts';
import type { Instant } from '../../normalise/instant.ts';
import type { Progress } from '../../progress.ts';
import type { Settings } from '../../settings/schema.ts';
import { begunDates } from './given-dates.ts';
import { checkPassed } from './given-instants.ts';
import type { NamedDates } from './named-dates.ts';
import { type ReconcileRequest, type ReconcileResult, reconcileDates } from './reconcile-dates.ts';

/** The request for a run: logs to read first, and dates to reconcile. */
export interface AskedRun {
  readonly dates: NamedDates;
  /** Only this region, `other` for orders without one; if absent, all regions. */
  readonly region?: string | undefined;
  /** Logs to read first: files, folders, `-` for standard input; none if absent. */
  readonly in?: readonly string[] | undefined;
  /** Declares that those logs are complete until this moment. */
  readonly completeUntil?: Instant | undefined;
  readonly asOf: Instant;
  readonly startedAt: Instant;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Absolute folder for a preview. With it, nothing is published or stored. */
  readonly preview?: string | undefined;
}

/** A run that passed all checks that need no store. */
export interface PlannedRun {
  readonly reading: Pick<AskedRun, 'in' | 'completeUntil'>;
  readonly reconciling: ReconcileRequest;
}

/** What was read of the logs, and the result of the run. */
export interface ReadAndReconciled {
  readonly sources: readonly SourceResult[];
  readonly leftOut: LeftOut | undefined;
  readonly result: ReconcileResult;
}

/**
 * Checks a request before a store is opened.
 * @throws Fault DATE_INVALID, DATE_IN_FUTURE; USAGE or ARGUMENT_INVALID, depending on the caller
 */
export function planRun(asked: AskedRun, caller: Caller, settings: Settings): PlannedRun {
  const { region, completeUntil, asOf, startedAt, out, preview } = asked;
  if (completeUntil !== undefined) {
    checkPassed('completeUntil', completeUntil, caller, { settings, at: startedAt });
    if (asked.in === undefined) {
      const [given, needed] = ['completeUntil', 'in'].map(caller.spoken);
      throw new Fault(caller.code, {
        where: caller.argument('completeUntil'),
        found: `no ${needed}`,
        expected: `${needed}, with the logs that are complete: ${given} needs it`,
      });
    }
  }
  const begun = begunDates(asked.dates, caller, { settings, region, at: asOf, hasAsOf: true });
  return {
    reading: { in: asked.in, completeUntil },
    reconciling: {
      ...begun,
      ...{ region, asOf, startedAt, out: preview ?? out, preview: preview !== undefined },
    },
  };
}

/**
 * Reads the logs of the plan, if any, then reconciles its dates, under the store's lock.
 * @param onRead receives what was read, before the dates are reconciled
 * @throws Fault STORE_LOCKED, and what `ingest` and `reconcileDates` throw; then nothing is published
 */
export function readAndReconcile(
  store: Store,
  settings: Settings,
  { reading, reconciling }: PlannedRun,
  {
    progress,
    onRead,
  }: {
    readonly progress: Progress;
    readonly onRead?: (sources: readonly SourceResult[], leftOut: LeftOut | undefined) => void;
  },
): Promise<ReadAndReconciled> {
  return store.exclusively(async () => {
    let sources: readonly SourceResult[] = [];
    let leftOut: LeftOut | undefined;
    if (reading.in !== undefined) {
      const { completeUntil } = reading;
      const readAt = reconciling.startedAt;
      const onLeftOut = (found: LeftOut) => {
        leftOut = found;
      };
      const request = { paths: reading.in, readAt, completeUntil, progress, onLeftOut };
      sources = await ingest(store, settings, request);
      onRead?.(sources, leftOut);
    }
    return { sources, leftOut, result: await reconcileDates(store, settings, { ...reconciling, progress }) };
  });
}
