import type { Alert, JobFacts } from '../../alerts/alert.ts';
import type { Session } from '../../database/store.ts';
import { describeFault, FAULTS, Fault, type FaultCode, withoutPasswords } from '../../errors.ts';
import { addSeconds, formatInstant, type Instant } from '../../normalise/instant.ts';
import { attemptKey, type JobRun } from './job-run.ts';
import { pauseSeconds } from './retry-after.ts';
import { updateRun } from './stored-run.ts';

/**
 * Faults that a retry does not resolve; an alert is sent at once. Not those of sources, whose files may still be copied
 * or written, nor those of servers and folders, which may come back.
 */
const LASTING: ReadonlySet<FaultCode> = new Set([
  'SETTINGS_INVALID',
  'AS_OF_TOO_EARLY',
  'NIGHT_HELD',
  'VERIFICATION_FAILED',
  'BOOKS_DO_NOT_TIE',
  'VERSION_LOST',
  'WORKBOOK_LIMIT',
  'MANIFEST_LIMIT',
  'PARQUET_LIMIT',
  'DATABASE_DAMAGED',
  'SCHEMA_MISMATCH',
  'TIME_ZONES_DIFFER',
]);

/**
 * Records that a run succeeded. Call it only in a transaction.
 * @param held whether its alerts wait until every source is read completely; the run is then due again, see releaseHeld
 * @returns the alerts to send: that the job works again, if an alert was sent about its failure
 */
export async function endRun(session: Session, run: JobRun, at: Instant, held = false): Promise<Alert[]> {
  await updateRun(session, run, {
    ...{ outcome: 'done', ended_at: formatInstant(at), failures: 0, is_reported: false, fault: null, held },
  });
  return run.isReported ? [{ key: keyOf(run, 'well'), severity: 'low', facts: factsOf(run) }] : [];
}

/**
 * Records that a run failed, and the time of the next attempt. Pauses grow and attempts never stop, so that no date is
 * lost. A run that was started manually is not retried. Call it only in a transaction.
 * @param attempts failures before an alert is sent, once; an alert about a lasting fault is sent at once, and again if
 *   the fault changes
 * @returns the alerts to send
 */
export async function failRun(
  session: Session,
  run: JobRun,
  { at, error, attempts }: { readonly at: Instant; readonly error: unknown; readonly attempts: number },
): Promise<Alert[]> {
  const failures = run.failures + 1;
  const fault = faultOf(error);
  const retryAt = run.startedManually ? undefined : addSeconds(at, pauseSeconds(failures));
  // A different lasting fault is news, so it is reported too, and so is another delivery that fails.
  const isOther =
    (LASTING.has(fault.code) && describeFault(fault) !== run.fault) ||
    (run.isReported && failsElsewhereToo(fault, run.fault));
  const isNews = !run.startedManually && (isOther || (!run.isReported && failures >= attempts));
  await updateRun(session, run, {
    outcome: 'failed',
    ended_at: formatInstant(at),
    failures,
    retry_at: retryAt === undefined ? null : formatInstant(retryAt),
    is_reported: run.isReported || isNews,
    fault: describeFault(withReported(fault, run, isNews)),
  });
  return isNews ? [failureAlert({ ...run, failures }, fault, retryAt!)] : [];
}

/** Whether a delivery fails that the fault before, as {@link describeFault} gives it, did not name. */
function failsElsewhereToo({ code, detail }: Fault, before: string | null): boolean {
  if (code !== 'DELIVERY_FAILED' || detail.where === undefined) return false;
  const known = namedIn(before);
  return detail.where.split(', ').some((name) => !known.includes(name));
}

/** The deliveries that a fault names, as {@link describeFault} gives it. */
function namedIn(fault: string | null): string[] {
  return /^ {2}where: +(.*)$/m.exec(fault ?? '')?.[1]?.split(', ') ?? [];
}

/**
 * The fault as it is kept: it also names deliveries that still fail and were reported before they were tried so often that the
 * fault names them, so that they are not reported again once it does.
 */
function withReported(fault: Fault, run: JobRun, isNews: boolean): Fault {
  if (fault.code !== 'DELIVERY_FAILED') return fault;
  const { where, found = [] } = fault.detail;
  const failing = [found].flat().flatMap((line) => /^delivery ([^,]+),/.exec(line)?.[1] ?? []);
  const reported = run.isReported ? namedIn(run.fault).filter((name) => failing.includes(name)) : [];
  const named = where?.split(', ') ?? (isNews ? failing : []);
  const all = new Set([...named, ...reported]);
  return all.size === 0 ? fault : new Fault(fault.code, { ...fault.detail, where: [...all].join(', ') });
}

/** The alert that a run keeps failing. */
export function failureAlert(run: JobRun, fault: Fault, retryAt: Instant): Alert {
  const facts = { ...factsOf(run), fault: faultFacts(fault), retryAt: formatInstant(retryAt) };
  return { key: keyOf(run, 'failed'), severity: 'critical', facts };
}

/** Converts any error to a fault. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const found = (error as Error | undefined)?.message ?? String(error);
  return new Fault('INTERNAL', { found: withoutPasswords(found.split('\n')[0]!), cause: error });
}

function factsOf({ job, region, date, dueAt, failures }: JobRun): JobFacts {
  return { topic: 'jobs', job, region, date, dueAt: formatInstant(dueAt), failures };
}

/** The key of the failure of a run. A failure after a success has another key. */
function keyOf(run: JobRun, what: 'failed' | 'well'): string {
  return `job/${run.job}/${run.region}/${attemptKey(run)}/${what}`;
}

function faultFacts(fault: Fault): NonNullable<JobFacts['fault']> {
  const { where, found, expected, remedy } = fault.detail;
  return {
    code: fault.code,
    title: FAULTS[fault.code].title,
    ...(where === undefined ? {} : { where: withoutPasswords(where) }),
    ...(found === undefined ? {} : { found: withoutPasswords([found].flat().join('; ')) }),
    ...(expected === undefined ? {} : { expected: withoutPasswords(expected) }),
    remedy: remedy ?? FAULTS[fault.code].remedy,
  };
}
