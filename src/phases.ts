import { tracingChannel } from 'node:diagnostics_channel';

/**
 * What a command's time goes into. They may overlap (lines are parsed while others are loaded), and so their times can
 * come to more than the command's.
 */
export type Phase = 'read' | 'parse' | 'load' | 'merge' | 'judge' | 'write';

/** A piece of work as a listener on {@link PHASE_CHANNEL} is told of it. */
export interface TracedPhase {
  readonly phase: Phase;
  /** What of it: a file below sql/, a table, a report; the phase as a whole where absent. */
  readonly part?: string;
}

/** Name of the channel of node:diagnostics_channel; who measures listens, and brings the clock. */
export const PHASE_CHANNEL = 'payin-recon:phase';

const channel = tracingChannel<TracedPhase>(PHASE_CHANNEL);

/** Does the work, and lets who listens know when it begins and ends; nobody does unless something is measured. */
export function inPhase<T>(phase: Phase, work: () => Promise<T>, part?: string): Promise<T> {
  return channel.hasSubscribers ? channel.tracePromise(work, { phase, ...(part && { part }) }) : work();
}
