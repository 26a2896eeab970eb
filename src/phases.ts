import { tracingChannel } from 'node:diagnostics_channel';

/**
 * Phases of a command, for measuring. They may overlap (lines are parsed while others are loaded), so that the sum of
 * their times can exceed the command's.
 */
export type Phase = 'read' | 'parse' | 'load' | 'merge' | 'judge' | 'write';

/** A piece of work as published on {@link PHASE_CHANNEL}. */
export interface TracedPhase {
  readonly phase: Phase;
  /** Part of the phase: a file below sql/, a table, a report; absent for the phase as a whole. */
  readonly part?: string;
}

/** Name of the node:diagnostics_channel; the listener measures, with its own clock. */
export const PHASE_CHANNEL = 'payin-recon:phase';

const channel = tracingChannel<TracedPhase>(PHASE_CHANNEL);

/** Does the work and publishes its start and end if there is a listener. */
export function inPhase<T>(phase: Phase, work: () => Promise<T>, part?: string): Promise<T> {
  return channel.hasSubscribers ? channel.tracePromise(work, { phase, ...(part && { part }) }) : work();
}
