import { Fault, type FaultCode } from '../errors.ts';
import { ORIGIN, type Reason } from './loss-reason.ts';
import { missingRight } from './missing-right.ts';
import { ENCRYPT, tlsLoss } from './tls-loss.ts';

export const READ_ONLY = 'the server is read-only: a standby, or default_transaction_read_only';

type Known = readonly [code: FaultCode, found?: string | readonly string[] | undefined, remedy?: string];

/** SQLSTATEs with a fault of their own, and a clearer text where the server's message is unclear. */
const BY_STATE: Readonly<Record<string, Known>> = {
  '53200': [
    'DATABASE_FAILED',
    undefined,
    'Have the named setting of the server raised, or give the server more memory; then run the same command again.',
  ],
  '53100': ['DATABASE_FULL'],
  '40001': ['DATABASE_BUSY'],
  '40P01': ['DATABASE_BUSY'],
  '55P03': ['DATABASE_BUSY'],
  '57014': ['DATABASE_CANCELLED'],
  '25006': ['DATABASE_NOT_WRITABLE', READ_ONLY],
  '3F000': ['DATABASE_NOT_WRITABLE', 'this user may use no schema of its search path'],
  '58P01': ['DATABASE_DAMAGED'],
  XX001: ['DATABASE_DAMAGED'],
  XX002: ['DATABASE_DAMAGED'],
};

/** A standby cancels statements that would still read what the primary server removed (40001). */
const OF_STANDBY: Known = [
  'DATABASE_CANCELLED',
  'the server is a standby, and had to apply changes of the primary server',
  'Run the same command again. If it happens often, have hot_standby_feedback turned on, or max_standby_streaming_delay ' +
    'raised, on the standby.',
];
/** The places in the server that cancel for it: its texts are translated. */
const STANDBY_ROUTINES = /^Process(Interrupts|RecoveryConflict)/;

const UNKNOWN_ORIGIN = 'DATABASE_URL';

/** Reasons for a missing or lost connection, by SQLSTATE or the system's code. */
const UNREACHABLE: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: { found: 'nothing listens there' },
  ENOTFOUND: { found: 'the host name is unknown' },
  EAI_AGAIN: { found: 'the host name could not be looked up' },
  ETIMEDOUT: { found: 'no answer' },
  EHOSTUNREACH: { found: 'no way leads there' },
  ECONNRESET: { found: 'the connection was cut' },
  '28P01': {
    found: 'wrong password',
    remedy: `Correct user and password where they come from: ${ORIGIN}, PGPASSWORD or ~/.pgpass.`,
  },
  '42501': {
    found: 'this user may not connect to that database',
    remedy: 'Have the server let it: grant connect on database … to ….',
  },
  '3D000': { found: 'there is no such database', remedy: `Correct its name in ${ORIGIN}, or create it.` },
  '53300': {
    found: 'the server has all the connections that it takes',
    remedy: 'Wait until others have ended theirs, or have max_connections raised; then run it again.',
  },
  '25P03': {
    found: 'the server ended the connection, which was idle',
    remedy: 'Run the same command again.',
  },
  '25P04': {
    found: 'the server ended the connection: its limit transaction_timeout was set after the command began',
    remedy: 'Run the same command again; the limit is not kept then.',
  },
  '57P05': {
    found: 'the server ended the connection, which was idle: its limit idle_session_timeout',
    remedy:
      'Have the limit lifted for this user (alter role … set idle_session_timeout = 0), or in the pooler, then run the same ' +
      'command again.',
  },
  '57P01': { found: 'the server ended the connection', remedy: 'Run the same command again.' },
  '57P02': { found: 'the server ended after a crash', remedy: 'Run the same command again.' },
  '57P03': { found: 'the server is starting up or shutting down', remedy: 'Wait, then run it again.' },
};

/** What a limit on connections is to be raised to: enough for a page and several commands at once. */
export const ENOUGH_CONNECTIONS = 50;

/** Files that a run reads at once, and channels that it sends messages to, take as many connections beside its own. */
export const CONNECTIONS_BESIDE = 3;

/** The error of the driver's pool where a connection does not become ready, or free, in time. */
export const NOT_READY_IN_TIME = 'timeout exceeded when trying to connect';

/** Of PgBouncer (08P01), which ends a login before it has a connection to the server. */
const NONE_FREE = /^(query_wait_timeout|no more connections allowed)/;

const MORE_CONNECTIONS =
  `A command takes up to ${1 + CONNECTIONS_BESIDE} at once, or one more than reconcile.lanes; a source takes one. Have the limits raised ` +
  '(max_connections; default_pool_size of PgBouncer), or wait until others have ended theirs; then run it again.';

const NO_CONNECTION_FREE: Reason = {
  found: 'the server, or a pooler before it, has no free connection',
  remedy: MORE_CONNECTIONS,
};

/** Of this program, and of the driver and its pool, for the same limit. */
const NOT_READY = new RegExp(
  `^(${NOT_READY_IN_TIME}|timeout expired$|Connection terminated due to connection timeout$)`,
);

const NO_CONNECTION_READY: Reason = {
  found:
    'no connection became ready within 10 seconds: the server, or a pooler before it, has none free, or is slow, or this ' +
    'process was halted (Ctrl-Z, a machine asleep)',
  remedy: MORE_CONNECTIONS,
};

/** Reasons for too many connections (53300), by the place in the server that names the limit: its texts are translated. */
const LIMITS: Readonly<Record<string, Reason>> = {
  InitializeSessionUserId: {
    found: 'this user has all the connections that it may have',
    remedy:
      `Have its CONNECTION LIMIT raised (alter role … connection limit ${ENOUGH_CONNECTIONS}), ` +
      'or wait until its other connections have ended; then run it again.',
  },
  CheckMyDatabase: {
    found: 'the database has all the connections that it takes',
    remedy:
      `Have its CONNECTION LIMIT raised (alter database … connection limit ${ENOUGH_CONNECTIONS}), ` +
      'or wait until others have ended theirs; then run it again.',
  },
};

/**
 * A database error as the fault shown to a user; any other error unchanged.
 * @param origin as of {@link unreachable}
 */
export function databaseFault(error: unknown, address: string, origin?: string): unknown {
  if (error instanceof Fault) return error;
  if (isConnectionLoss(error)) return unreachable(error, address, origin);
  const { severity } = error as { severity?: unknown };
  const known = severity === undefined ? undefined : knownOf(error as Partial<Record<string, string>>);
  if (known === undefined) return error;
  const { code, message = '', hint } = error as Partial<Record<string, string>>;
  // The hint of a full memory names the setting; those of others say where to read more.
  const said = code === '53200' && hint !== undefined ? [message, hint] : message;
  const [fault, found = said, remedy] = known;
  return new Fault(fault, {
    where: address,
    found,
    cause: error,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

function knownOf({
  code = '',
  routine = '',
  message = '',
}: Partial<Record<string, string>>): Known | undefined {
  if (code === '42501') {
    const { found, remedy } = missingRight(routine, message);
    return ['DATABASE_NOT_WRITABLE', found, remedy];
  }
  return code === '40001' && STANDBY_ROUTINES.test(routine) ? OF_STANDBY : BY_STATE[code];
}

/**
 * A failed or lost connection as DATABASE_UNREACHABLE.
 * @param origin the option, variable or setting that gave the address
 */
export function unreachable(error: unknown, address: string, origin = UNKNOWN_ORIGIN): Fault {
  // A file of a certificate that went missing meanwhile.
  if (error instanceof Fault) return error;
  const remedy = `Check ${origin}, that the server runs, and that this machine may connect.`;
  return new Fault('DATABASE_UNREACHABLE', {
    where: address,
    cause: error,
    remedy,
    ...lossOf(error, origin),
  });
}

/** What is said of a failed or lost connection; without a remedy where no better one is known than the caller's. */
export function lossOf(error: unknown, origin: string): { found: string; remedy?: string } {
  const { code, message = '' } = error as { code?: string; message?: string };
  const { found, remedy }: Reason = reasonOf(error) ?? { found: `${code ?? ''} ${message}`.trim() };
  return { found, ...(remedy === undefined ? {} : { remedy: remedy.replaceAll(ORIGIN, () => origin) }) };
}

function reasonOf(error: unknown): Reason | undefined {
  const { code, message = '', routine = '' } = error as Partial<Record<string, string>>;
  const ofTls = tlsLoss(error);
  if (ofTls !== undefined) return ofTls;
  if (NONE_FREE.test(message)) return NO_CONNECTION_FREE;
  if (NOT_READY.test(message)) return NO_CONNECTION_READY;
  if (code === undefined) return withoutCode(message);
  if (code === '53300') return LIMITS[routine] ?? UNREACHABLE[code];
  return code === '28000' ? turnedAway(message, routine) : UNREACHABLE[code];
}

/** The server's own text says which rule turned the user away, and whether the connection was encrypted. */
function turnedAway(message: string, routine: string): Reason {
  const found = `this user may not connect: ${message}`;
  const isPlain = routine === 'ClientAuthentication' && !/SSL encryption$|certificate/.test(message);
  return isPlain ? { found, remedy: ENCRYPT } : { found };
}

/** Messages of the driver that come without a code. */
function withoutCode(message: string): Reason | undefined {
  if (!/password must be a (non-empty )?string/.test(message)) return undefined;
  return {
    found: 'the server asks for a password, and none was given',
    remedy: 'Give it in the address, by PGPASSWORD, or in ~/.pgpass.',
  };
}

/** Whether an error means that there is no connection, or no longer one. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const ofSocket =
    syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo';
  if (typeof code !== 'string')
    return /Connection terminated|timeout exceeded|not queryable/.test((error as Error).message ?? '');
  return (
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '25P03' ||
    code === '25P04' ||
    (ofSocket && /^E[A-Z]+$/.test(code) && !('path' in (error as object)))
  );
}
