import { tracingChannel } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { PHASE_CHANNEL, type Phase, type TracedPhase } from '../../src/phases.ts';

/** What a process notes of itself at its end. Seconds, and megabytes of 2^20 bytes. */
export interface Usage {
  readonly megabytes: number;
  /** Of the processor, by all of its threads. */
  readonly cpu: number;
  /** In which the main thread did not wait. */
  readonly busy: number;
  /** In which at least one piece of work of the phase was under way; phases may overlap. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>;
  /** Of each part, by `phase part`; parts may overlap too. */
  readonly parts: Readonly<Record<string, number>>;
}

/** Listens to the phases of this process, and writes its usage at its end to the file of BENCH_USAGE_FILE. */
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

/** Sums up seconds by phase and by part, from now on. */
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
