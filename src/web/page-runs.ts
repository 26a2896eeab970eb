import { randomUUID } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { hashOf } from '../access/secret-token.ts';
import type { SignedIn } from '../access/sessions.ts';
import { noteEvents } from '../audit/events.ts';
import { planRun, readAndReconcile } from '../books/run/read-and-reconcile.ts';
import { JUDGING, PUBLISHING } from '../books/run/reconcile-dates.ts';
import { libraryCall } from '../caller.ts';
import { Fault } from '../errors.ts';
import type { FinishedDate, Progress } from '../progress.ts';
import { regionFolder } from '../settings/region-folder.ts';
import type { SignedInVisit } from './visit.ts';

/** A version of a date after a run, and what became of it. */
export interface RunPublication {
  readonly date: string;
  /** Name of the region's folder. */
  readonly region: string;
  readonly version: number | null;
  /** new, unchanged, restored or closed. */
  readonly state: string;
}

/** What a run has begun or done. */
export type RunStep =
  | { readonly kind: 'judging' }
  | { readonly kind: 'publishing'; readonly dates: number }
  | { readonly kind: 'published'; readonly date: string; readonly parts: ReadonlyArray<RunPublication> }
  /** Anything else, as the command line says it. */
  | { readonly kind: 'other'; readonly text: string };

/** A run that somebody has started on the page. */
export interface PageRun {
  readonly id: string;
  readonly region: string;
  readonly date: string;
  /** Whether the date was closed when the run was started. */
  readonly isClosed: boolean;
  /** Name of the person. */
  readonly startedBy: string;
  /** As PostgreSQL writes it, or in ISO 8601. */
  readonly startedAt: string;
  readonly steps: readonly RunStep[];
  readonly state: 'running' | 'done' | 'failed';
  /** All dates that it published or checked; empty until it is done. */
  readonly publications: readonly RunPublication[];
  /** Why it failed. */
  readonly fault: Fault | undefined;
}

export type WantedRun = Pick<PageRun, 'id' | 'region' | 'date' | 'isClosed' | 'startedAt'>;

interface KeptRun extends PageRun {
  readonly steps: RunStep[];
  state: PageRun['state'];
  publications: PageRun['publications'];
  fault: Fault | undefined;
  readonly events: EventEmitter;
  /** Resolves when it has ended, in whichever way. */
  readonly ended: PromiseWithResolvers<void>;
  /** Who watches it, where that cannot be looked up while it runs. */
  readonly watcher: SignedIn | undefined;
}

/** Runs are looked up for so many others. What they did is in the store; this is only about watching them. */
const MOST_KEPT = 50;

const runs = new Map<string, KeptRun>();

/** A run by its identifier; undefined if this process has not started it. */
export function pageRun(id: string): PageRun | undefined {
  return runs.get(id);
}

/** The runs that this process has started, the newest first. */
export function pageRuns(): PageRun[] {
  return [...runs.values()].reverse();
}

/** Resolves when none of these runs is at work any more. */
export async function pageRunsEnded(): Promise<void> {
  const running = [...runs.values()].filter(({ state }) => state === 'running');
  await Promise.all(running.map(({ ended }) => ended.promise));
}

export function newRunId(): string {
  return randomUUID();
}

/**
 * Starts to reconcile a date of a region again, and does not wait for its end. It returns once the run holds the store's
 * lock.
 * @throws Fault STORE_LOCKED while another run is in progress; DATE_INVALID, DATE_IN_FUTURE
 */
export async function startRun(visit: SignedInVisit, wanted: WantedRun): Promise<void> {
  const { settings, store, now, out, account } = visit;
  const { region, date } = wanted;
  const at = now();
  const asked = { dates: { date }, region, asOf: at, startedAt: at, out };
  const plan = planRun(asked, libraryCall('reconcile'), settings);
  const run: KeptRun = {
    ...{ ...wanted, startedBy: account.name, steps: [], state: 'running', publications: [] },
    ...{ fault: undefined, events: new EventEmitter().setMaxListeners(0), watcher: watcherOf(visit) },
    ended: Promise.withResolvers(),
  };
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const work = store.exclusively(async () => {
    locked();
    await noteEvents(store, [{ who: account.name, action: 'reconcile', after: { region, date } }], at);
    return readAndReconcile(store, settings, plan, { progress: progressOf(run) });
  });
  keep(run);
  try {
    await Promise.race([isLocked, work]);
  } catch (error) {
    // Until the lock is held, a failure is the answer to the request.
    runs.delete(run.id);
    run.ended.resolve();
    throw error;
  }
  work.then(
    ({ result }) => {
      run.publications = result.publications.map(({ date: of, region: at, version, state }) => ({
        ...{ date: of, region: regionFolder(at), version, state },
      }));
      end(run, 'done');
    },
    (error: unknown) => {
      visit.log.error({ fault: error }, 'a run started on the page failed');
      run.fault = error instanceof Fault ? error : new Fault('INTERNAL');
      end(run, 'failed');
    },
  );
}

/**
 * Who has started the run that holds the embedded store at this moment, by the token of his session: until it has ended,
 * nobody can be looked up, and nothing about him can change either. Undefined for everybody else.
 */
export function watcherByToken(token: string): SignedIn | undefined {
  const hash = hashOf(token);
  const running = pageRuns().find(({ state }) => state === 'running') as KeptRun | undefined;
  return running?.watcher?.sessionHash === hash ? running.watcher : undefined;
}

function watcherOf({ store, account, sessionHash, formToken }: SignedInVisit): SignedIn | undefined {
  if (store.engine === 'postgresql' || sessionHash === undefined || formToken === undefined) return undefined;
  return { account, sessionHash, formToken };
}

/**
 * The steps of a run after the first `after` of them, as they are done, until it ends.
 * @param signal throws its reason when it is aborted
 */
export async function* stepsOf(
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<{ readonly number: number; readonly step: RunStep }> {
  const run = runs.get(id);
  if (run === undefined) return;
  let given = after;
  const changes = on(run.events, 'change', { signal });
  try {
    for (;;) {
      while (given < run.steps.length) {
        given += 1;
        yield { number: given, step: run.steps[given - 1]! };
      }
      if (run.state !== 'running') return;
      await changes.next();
    }
  } finally {
    await changes.return?.();
  }
}

function keep(run: KeptRun): void {
  runs.set(run.id, run);
  for (const [id, { state }] of runs) {
    if (runs.size <= MOST_KEPT) return;
    if (state !== 'running') runs.delete(id);
  }
}

function end(run: KeptRun, state: PageRun['state']): void {
  run.state = state;
  run.events.emit('change');
  run.ended.resolve();
}

function progressOf(run: KeptRun): Progress {
  const add = (step: RunStep) => {
    run.steps.push(step);
    run.events.emit('change');
  };
  return {
    begin: (label, total) => add(begunStep(label, total)),
    advance: () => undefined,
    done: (text, finished) => add(doneStep(text, finished)),
    end: () => undefined,
  };
}

/** The stages of a run by the labels that it reports. */
function begunStep(label: string, total: number | undefined): RunStep {
  if (label === JUDGING) return { kind: 'judging' };
  if (label === PUBLISHING && total !== undefined) return { kind: 'publishing', dates: total };
  return { kind: 'other', text: label };
}

/** A finished date; anything else, and a date without a version, as the command line says it. */
function doneStep(text: string, finished: FinishedDate | undefined): RunStep {
  if (finished === undefined || finished.publications.length === 0) return { kind: 'other', text };
  const { date, publications } = finished;
  return { kind: 'published', date, parts: publications.map((one) => ({ date, ...one })) };
}
