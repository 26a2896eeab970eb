import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { FAULTS, Fault, withoutPasswords } from './errors.ts';

/** Names of fields that are never logged, at any depth. */
const SECRET = /password|secret|token|authorization|cookie|url(command)?$/i;
const MOST_DEPTH = 8;
/** Characters that wait for standard error; what is more is dropped. */
const MOST_WAITING = 1_048_576;

/** Fields of every line of a job's run. */
export interface RunOfJob {
  readonly job: string;
  /** Named like folders; `all` for a job without a region. */
  readonly region: string;
  /** ISO 8601, UTC. */
  readonly dueAt: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/**
 * The log of an unattended program: one JSON object per line, on standard error by default, with level
 * (its name), time (ISO 8601, UTC), pid, fields, and msg. Passwords in addresses, and fields named like
 * secrets, are redacted at any depth. `log.error({ fault: error })` writes a Fault as fault.code, .title,
 * .where, .found, .expected, .remedy, and its title as msg; any other error with message and stack.
 */
export function createLog(to: DestinationStream = standardError()): Logger {
  return pino(
    {
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        bindings: (all) => cleanFields(all),
        log: cleanFields,
      },
      hooks: {
        logMethod(words, method) {
          const [first, ...rest] = words as unknown[];
          const said = rest.length === 0 ? messageOf(first) : undefined;
          const all = (said === undefined ? [first, ...rest] : [first, said]).map((word) =>
            typeof word === 'string' ? withoutPasswords(word) : word,
          );
          method.apply(this, all as Parameters<typeof method>);
        },
      },
    },
    to,
  );
}

/** Lines that cannot be written, such as on a full disk, are lost; the program goes on. */
function standardError(): DestinationStream {
  const to = destination({ dest: 2, sync: true, maxLength: MOST_WAITING });
  to.on('error', () => undefined);
  return to;
}

/** A log whose lines identify the run of a job. */
export function jobLog(base: Logger, { job, region, dueAt, attempt }: RunOfJob): Logger {
  return base.child({ job, region, dueAt, attempt });
}

/** Message where only an error is given. */
function messageOf(first: unknown): string | undefined {
  const error = first instanceof Error ? first : (first as { fault?: unknown } | null)?.fault;
  return error instanceof Error ? error.message : undefined;
}

function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  return clean(fields, 0) as Record<string, unknown>;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutPasswords(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MOST_DEPTH) return '…';
  if (value instanceof Fault) return clean(faultFields(value), depth);
  if (value instanceof Error) return clean({ message: value.message, stack: value.stack }, depth);
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1));
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET.test(name) ? '…' : clean(one, depth + 1)]),
  );
}

function faultFields(fault: Fault): Record<string, unknown> {
  const { where, found, expected, remedy } = fault.detail;
  const { title, remedy: known } = FAULTS[fault.code];
  return { code: fault.code, title, where, found, expected, remedy: remedy ?? known };
}
