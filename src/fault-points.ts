import { writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Names a point at which the program is to fail, so that tests can try every one: `publish.place:before:kill`. */
export const FAULT_VARIABLE = 'PAYIN_RECON_FAULT';

/** Every step that changes something outside the process, and what it touches. */
export const FAULT_POINTS = {
  'migrate.file': 'database',
  'migrate.commit': 'database',
  'ingest.read': 'disk',
  'ingest.stage': 'database',
  'ingest.source': 'database',
  'ingest.merge': 'database',
  'ingest.coverage': 'database',
  'ingest.commit': 'database',
  'query.ask': 'network',
  'query.mark': 'database',
  'declare.complete': 'database',
  'declare.nothing-logged': 'database',
  'declare.commit': 'database',
  'run.begin': 'database',
  'run.choose': 'database',
  'run.judge': 'database',
  'run.lane': 'database',
  'run.keep': 'database',
  'run.commit': 'database',
  'publish.write': 'disk',
  'publish.sync': 'disk',
  'publish.manifest': 'disk',
  'publish.version': 'database',
  'publish.commit': 'database',
  'publish.place': 'disk',
  'publish.latest': 'disk',
  'publish.mark': 'database',
  'outbox.enqueue': 'database',
  'outbox.send': 'network',
  'outbox.mail': 'network',
  'outbox.mark': 'database',
  'outbox.commit': 'database',
  'deliver.find': 'database',
  'deliver.note': 'database',
  'deliver.write': 'disk',
  'deliver.sync': 'disk',
  'deliver.rename': 'disk',
  'deliver.sftp-write': 'network',
  'deliver.sftp-rename': 'network',
  'deliver.s3-upload': 'network',
  'deliver.mail': 'network',
  'deliver.mark': 'database',
  'withdraw.take-out': 'database',
  'withdraw.commit': 'database',
  'renormalise.reread': 'database',
  'renormalise.commit': 'database',
  'close.keep': 'database',
  'close.commit': 'database',
  'purge.take-out': 'database',
  'purge.commit': 'database',
  'job.take': 'database',
  'job.end': 'database',
  'capture.append': 'disk',
  'capture.sync': 'disk',
  'capture.answer': 'network',
} as const satisfies Readonly<Record<string, 'disk' | 'database' | 'network'>>;

export type FaultPoint = keyof typeof FAULT_POINTS;

/** `during`: as soon as the step has begun, whether or not it comes to its end. */
export const FAULT_MOMENTS = ['before', 'during', 'after'] as const;
/** kill: SIGKILL · error: as the system reports it · hang: nothing more happens */
export const FAULT_KINDS = ['kill', 'error', 'hang'] as const;

export interface PlannedFault {
  readonly point: FaultPoint;
  readonly moment: (typeof FAULT_MOMENTS)[number];
  readonly kind: (typeof FAULT_KINDS)[number];
}

/** @returns the fault that {@link FAULT_VARIABLE} plans, or what is wrong with its text */
export function readFault(text: string): PlannedFault | string {
  const [point = '', moment = '', kind = '', ...more] = text.split(':');
  if (!Object.hasOwn(FAULT_POINTS, point))
    return `no fault point ${point}; there are ${Object.keys(FAULT_POINTS).join(', ')}`;
  const isKnown = FAULT_MOMENTS.some((one) => one === moment) && FAULT_KINDS.some((one) => one === kind);
  // An error is reported once a step has ended: between its beginning and its end there is none.
  if (!isKnown || more.length > 0 || (moment === 'during' && kind === 'error'))
    return `not POINT:MOMENT:KIND, with ${FAULT_MOMENTS.join(', ')} and ${FAULT_KINDS.join(', ')} (no error during a step)`;
  return { point, moment, kind } as PlannedFault;
}

/** Settings refuse what is not understood. */
function plannedFault(): PlannedFault | undefined {
  const fault = readFault(process.env[FAULT_VARIABLE] ?? '');
  return typeof fault === 'string' ? undefined : fault;
}

/**
 * Does a step, unless a fault is planned for it. The variable is read at every step, since one process may run several
 * commands.
 */
export function atFaultPoint<T>(point: FaultPoint, step: () => Promise<T>): Promise<T> {
  const planned = plannedFault();
  return planned?.point === point ? stepWithFault(planned, step) : step();
}

async function stepWithFault<T>(fault: PlannedFault, step: () => Promise<T>): Promise<T> {
  if (fault.moment === 'before') await fail(fault);
  const doing = step();
  if (fault.moment === 'during') {
    doing.catch(() => undefined);
    await setImmediate();
    await fail(fault);
  }
  const result = await doing;
  await fail(fault);
  return result;
}

/** Says that the fault was met, which a test waits for, and brings it about. */
async function fail({ point, moment, kind }: PlannedFault): Promise<void> {
  writeSync(2, `fault: ${point}:${moment}:${kind}\n`);
  if (kind === 'error') throw faultOf[FAULT_POINTS[point]]();
  if (kind === 'kill') process.kill(process.pid, 'SIGKILL');
  // Something must keep the process: a promise alone does not.
  setInterval(() => undefined, 60_000);
  await new Promise(() => undefined);
}

/** Errors as the system, the server and the network give them. */
const faultOf = {
  disk: () => Object.assign(new Error('EIO: i/o error, write'), { code: 'EIO', errno: -5, syscall: 'write' }),
  database: () =>
    Object.assign(new Error('could not write to file: Input/output error'), {
      code: '58030',
      severity: 'ERROR',
    }),
  network: () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    return Object.assign(new Error(reset.message, { cause: reset }), { code: reset.code, syscall: 'read' });
  },
} as const;
