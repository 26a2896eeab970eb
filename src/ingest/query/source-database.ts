import type pg from 'pg';
import { isConnectionLoss, lossOf } from '../../database/database-fault.ts';
import { CONNECT_MILLISECONDS } from '../../database/ready-connection.ts';
import { readServerAddress, type ServerAddress } from '../../database/server-address.ts';
import { keepText } from '../../database/type-parsers.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { databaseAddress } from '../../settings/secret.ts';
import type { SourceSettings } from '../../settings/sources.ts';

const STATEMENT_MINUTES = 10;

/** Of a connection that works, the state of a statement with parameters that have no value. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * The query reads one snapshot and can write nothing, whatever it calls. Times come in UTC, numbers with all their
 * digits. The planner is set to expect that all rows are read. Time limits make sure that neither side waits long for the
 * other.
 */
const BEGIN = `
  begin isolation level repeatable read, read only;
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local extra_float_digits = 1;
  set local cursor_tuple_fraction = 1;
  set local lock_timeout = '10s';
  set local statement_timeout = '${STATEMENT_MINUTES}min';
  set local idle_in_transaction_session_timeout = '${STATEMENT_MINUTES}min'`;

/** Rows as the database writes them; null is null. */
export interface DatabaseRows {
  readonly fields: ReadonlyArray<{ readonly name: string; readonly typeOid: number }>;
  readonly rows: ReadonlyArray<readonly (string | null)[]>;
}

/** A read-only transaction on the merchant's own database. */
export interface SourceDatabase {
  /** Host, port and database. */
  readonly address: string;
  /** @throws Fault SOURCE_UNREACHABLE, SOURCE_QUERY */
  ask(statement: string, values?: readonly unknown[]): Promise<DatabaseRows>;
  close(): Promise<void>;
}

/**
 * Connects to the database of a source and begins a transaction.
 * @throws Fault SOURCE_UNREACHABLE, SECRET_UNAVAILABLE; none shows a password
 */
export async function openSourceDatabase(
  source: SourceSettings,
  workingDirectory: string,
): Promise<SourceDatabase> {
  const { address, origin, Client } = await addressOf(source, workingDirectory);
  const at = { where: `${source.name} (${address})`, origin };
  const client = new Client({
    application_name: 'payin-recon',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    // A server that no longer answers cannot report that a statement took too long.
    query_timeout: (STATEMENT_MINUTES + 1) * 60_000,
    keepAlive: true,
    types: { getTypeParser: () => keepText },
  });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost ??= error;
  });
  const close = () => client.end().catch(() => undefined);
  const withFault = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw faultOf(error, lost, at);
    }
  };
  try {
    await client.connect().catch((error) => {
      throw unreachableSource(error, at);
    });
    await withFault(() => client.query(BEGIN));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    address,
    ask: (statement, values = []) =>
      withFault(() => atFaultPoint('query.ask', () => askExtended(client, statement, values))),
    close,
  };
}

/** A source for messages: its name with host, port and database, and the setting that gave them. */
interface Place {
  readonly where: string;
  readonly origin: string;
}

/** Host, port and database of a source, what connects to it, and the setting that gave its address. */
async function addressOf(
  source: SourceSettings,
  workingDirectory: string,
): Promise<ServerAddress & { readonly origin: string }> {
  try {
    const { url, origin } = (await databaseAddress(source, workingDirectory))!;
    return { ...readServerAddress(url, origin), origin };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // What a file or a program gave is no setting: it concerns this source only, and is read again on the next attempt.
    const code = error.code === 'SETTINGS_INVALID' ? 'SECRET_UNAVAILABLE' : error.code;
    throw new Fault(code, { ...error.detail, where: `${source.name}: ${error.detail.where}` });
  }
}

/** Uses the protocol that takes a single statement, so that a query cannot add a second one. */
async function askExtended(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<DatabaseRows> {
  const query = { text, values: [...values], rowMode: 'array', queryMode: 'extended' } as const;
  const { fields, rows } = await client.query<(string | null)[]>(query);
  return { fields: fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })), rows };
}

function faultOf(error: unknown, lost: Error | undefined, at: Place): unknown {
  const { where } = at;
  const { code, message = '', severity } = error as { code?: string; message?: string; severity?: string };
  const isParameter = code === PROTOCOL_VIOLATION && severity === 'ERROR';
  if (severity === 'FATAL' || (isConnectionLoss(error) && !isParameter))
    return unreachableSource(lost ?? error, at);
  if (/read timeout/.test(message)) {
    return new Fault('SOURCE_UNREACHABLE', { where, found: 'no answer', cause: error });
  }
  if (severity === undefined) return lost === undefined ? error : unreachableSource(lost, at);
  return new Fault('SOURCE_QUERY', { where, ...refusal(code ?? '', message), cause: undefined });
}

/** What a query was refused for, and what to do where the catalogue of faults does not say it. */
interface Refusal {
  readonly found: string;
  readonly remedy?: string;
}

const BY_STATE: ReadonlyMap<string, Refusal> = new Map([
  ['57014', { found: `it took longer than ${STATEMENT_MINUTES} minutes, or was cancelled` }],
  ['25006', { found: 'it writes, which is refused: a source is only read' }],
  [
    PROTOCOL_VIOLATION,
    {
      found: 'it has a parameter such as $1, for which there is no value',
      remedy: 'Write the value into the query. Later readings begin at the watermark without a parameter.',
    },
  ],
  [
    '22021',
    {
      found: 'it gives text that is not UTF-8',
      remedy:
        "Convert the text in the query. Where name is Latin-1 in a database of the encoding SQL_ASCII, select convert_from(convert(convert_to(name, 'SQL_ASCII'), 'LATIN1', 'UTF8'), 'SQL_ASCII') as name.",
    },
  ],
]);

/** A server's messages about statements name columns and tables; those about values may show the payer's data. */
function refusal(state: string, message: string): Refusal {
  const known = BY_STATE.get(state);
  if (known !== undefined) return known;
  if (/^(0A|25|40|42|53|54|55)/.test(state)) return { found: `${message} (SQLSTATE ${state})` };
  return { found: `the database refused it with SQLSTATE ${state}; run it by hand to see why` };
}

function unreachableSource(error: unknown, { where, origin }: Place): Fault {
  return new Fault('SOURCE_UNREACHABLE', { where, cause: error, ...lossOf(error, origin) });
}
