import { randomUUID } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { noteEvents } from '../audit/events.ts';
import { planRun, readAndReconcile } from '../books/run/read-and-reconcile.ts';
import { libraryCall } from '../caller.ts';
import { Fault } from '../errors.ts';
import type { Progress } from '../progress.ts';
import type { SignedInVisit } from './visit.ts';

/** A run that somebody has started on the page. */
export interface PageRun {
  readonly id: string;
  readonly region: string;
  readonly date: string;
  /** Name of the person. */
  readonly startedBy: string;
  /** What is done so far, as the command line says it. */
  readonly steps: readonly string[];
  readonly state: 'running' | 'done' | 'failed';
  /** Why it failed. */
  readonly fault: Fault | undefined;
}

interface KeptRun extends PageRun {
  readonly steps: string[];
  state: PageRun['state'];
  fault: Fault | undefined;
  readonly events: EventEmitter;
}

/** Runs are looked up for so many others. What they did is in the store; this is only about watching them. */
const MOST_KEPT = 50;

const runs = new Map<string, KeptRun>();

/** A run by its identifier; undefined if this process has not started it. */
export function pageRun(id: string): PageRun | undefined {
  return runs.get(id);
}

/**
 * Starts to reconcile a date of a region again, and does not wait for its end.
 * @returns its identifier, once the run holds the store's lock
 * @throws Fault STORE_LOCKED while another run is in progress; DATE_INVALID, DATE_IN_FUTURE
 */
export async function startRun(visit: SignedInVisit, region: string, date: string): Promise<string> {
  const { settings, store, now, out, account } = visit;
  const at = now();
  const asked = { dates: { date }, region, asOf: at, startedAt: at, out };
  const plan = planRun(asked, libraryCall('reconcile'), settings);
  const run: KeptRun = {
    ...{ id: randomUUID(), region, date, startedBy: account.name, steps: [] },
    ...{ state: 'running', fault: undefined, events: new EventEmitter() },
  };
  await noteEvents(store, [{ who: account.name, action: 'reconcile', after: { region, date } }], at);
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const work = store.exclusively(async () => {
    locked();
    await readAndReconcile(store, settings, plan, { progress: progressOf(run) });
  });
  // Until the lock is held, a failure is the answer to the request.
  await Promise.race([isLocked, work]);
  keep(run);
  work.then(
    () => end(run, 'done'),
    (error: unknown) => {
      visit.log.error({ fault: error }, 'a run started on the page failed');
      run.fault = error instanceof Fault ? error : new Fault('INTERNAL');
      end(run, 'failed');
    },
  );
  return run.id;
}

/** The steps of a run from the first on, as they are done, until it ends or the signal is aborted. */
export async function* stepsOf(id: string, signal: AbortSignal): AsyncGenerator<string> {
  const run = runs.get(id);
  if (run === undefined) return;
  let given = 0;
  const changes = on(run.events, 'change', { signal });
  for (;;) {
    for (; given < run.steps.length; given += 1) yield run.steps[given]!;
    if (run.state !== 'running') return;
    await changes.next();
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
}

function progressOf(run: KeptRun): Progress {
  const add = (step: string) => {
    run.steps.push(step);
    run.events.emit('change');
  };
  return {
    begin: (label) => add(label),
    advance: () => undefined,
    done: (step) => add(step),
    end: () => undefined,
  };
}
