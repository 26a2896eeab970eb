import { tracingChannel } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { PHASE_CHANNEL, type Phase, type TracedPhase } from '../../src/phases.ts';

/** Resources that a process records at its end, in seconds and megabytes of 2^20 bytes. */
export interface Usage {
  readonly megabytes: number;
  /** CPU seconds of all threads. */
  readonly cpu: number;
  /** Seconds in which the main thread was not waiting. */
  readonly busy: number;
  /** Seconds in which at least one task of the phase was active. Phases may overlap. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>;
  /** Seconds of each part, by `phase part`. Parts may overlap too. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Listens to the phases of this process. At its end, writes its usage to the file in BENCH_USAGE_FILE. */
export function noteUsage(): void {
  const file = process.env['BENCH_USAGE_FILE'];
  if (file === undefined) return;
  const heard = listenToPhases();
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage: Usage = {
      megabytes: maxRSS / 1024,
      cpu: (userCPUTime + systemCPUTime) / 1e6,
      busy: performance.eventLoopUtilization().active / 1000,
      ...heard,
    };
    writeFileSync(file, JSON.stringify(usage));
  });
}

/** Starts summing seconds by phase and by part. */
export function listenToPhases(): Pick<Usage, 'phases' | 'parts'> {
  const phases: Partial<Record<Phase, number>> = {};
  const parts: Record<string, number> = {};
  const underWay = new Map<Phase, { count: number; since: number }>();
  const begun = new WeakMap<object, number>();
  const done = (work: TracedPhase) => {
    const now = performance.now();
    const { phase, part } = work;
    const current = underWay.get(phase)!;
    current.count -= 1;
    if (current.count === 0) phases[phase] = (phases[phase] ?? 0) + (now - current.since) / 1000;
    if (part === undefined) return;
    const key = `${phase} ${part}`;
    parts[key] = (parts[key] ?? 0) + (now - begun.get(work)!) / 1000;
  };
  const channel = tracingChannel<TracedPhase>(PHASE_CHANNEL);
  channel.start.subscribe((work) => {
    const now = performance.now();
    begun.set(work as TracedPhase, now);
    const { phase } = work as TracedPhase;
    const current = underWay.get(phase) ?? { count: 0, since: now };
    if (current.count === 0) current.since = now;
    current.count += 1;
    underWay.set(phase, current);
  });
  channel.asyncEnd.subscribe((work) => done(work as TracedPhase));
  return { phases, parts };
}
