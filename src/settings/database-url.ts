import { isEscaped } from './escaped-url.ts';

/** Whether a text is an address of PostgreSQL that this program takes. */
export function isPostgresUrl(text: string): boolean {
  return addressMistake(text) === undefined;
}

/** Whether an address may have a password: one that cannot be parsed may have it anywhere. */
export function holdsPassword(text: string): boolean {
  const url = parseAddress(text);
  if (url === undefined) return true;
  return url.password !== '' || [...url.searchParams.keys()].some((name) => /password/i.test(name));
}

/** An address without a host but with a user, as for a socket whose folder is a parameter. URLs cannot be so. */
const USER_WITHOUT_HOST = /^(postgres(?:ql)?:\/\/[^@/?#]*@)(?=\/[^@/?#]*(?:\?|$))/;

/** The parts of an address; undefined for a text that is none. */
export function parseAddress(text: string): URL | undefined {
  if (!/^postgres(ql)?:\/\/\S*$/.test(text)) return undefined;
  const url = URL.parse(text);
  if (url !== null) return url;
  const withHost = URL.parse(text.replace(USER_WITHOUT_HOST, '$1localhost'));
  // The setter of a URL would not take the host off again while there is a user.
  return withHost === null ? undefined : Object.defineProperty(withHost, 'hostname', { value: '' });
}

export const POSTGRES_URL = 'postgresql://user@host:5432/database';

export interface AddressMistake {
  readonly found: string;
  readonly expected: string;
}

const ONE_HOST =
  'the address of one host, without target_session_attrs: the primary server, or a name that always leads to it';
export const NO_HOSTADDR = 'the name or number of the server in the place of its host, without hostaddr';
/** What the driver would ignore: checks that the writer counts on, and the password of a key. */
const NOT_KEPT = [
  'require_auth',
  'requirepeer',
  'ssl_min_protocol_version',
  'sslcrl',
  'sslcrldir',
  'sslpassword',
];
export const NO_SERVICE = `host and database in the address itself, without a service: ${POSTGRES_URL}`;

/**
 * Why an address is not taken; undefined for one that is. What psql takes and the driver does not is named: the driver
 * would ignore it, and connect elsewhere. What is not escaped, the driver could not read either.
 */
export function addressMistake(text: string): AddressMistake | undefined {
  if (/^\s*(host(addr)?|port|dbname|user|password|service|sslmode)\s*=/.test(text)) {
    return { found: NO_URL, expected: `${POSTGRES_URL}, in place of host=… dbname=…` };
  }
  if (namesSeveralHosts(text)) return { found: 'several hosts', expected: ONE_HOST };
  const url = parseAddress(text);
  if (url === undefined || !isEscaped(url)) return { found: NO_URL, expected: POSTGRES_URL };
  const parameters = url.searchParams;
  if ((parameters.get('target_session_attrs') ?? 'any') !== 'any') {
    return { found: 'target_session_attrs, which is not supported', expected: ONE_HOST };
  }
  if (parameters.has('hostaddr')) return { found: 'hostaddr, which is not supported', expected: NO_HOSTADDR };
  const notKept = NOT_KEPT.find((name) => parameters.has(name));
  if (notKept !== undefined || parameters.get('gssencmode') === 'require') {
    const name = notKept ?? 'gssencmode=require';
    return { found: `${name}, which is not supported`, expected: `an address without ${name}` };
  }
  if (parameters.has('service')) return { found: 'a service', expected: NO_SERVICE };
  return undefined;
}

const NO_URL = 'text that is no URL of PostgreSQL';

function namesSeveralHosts(text: string): boolean {
  const [, authority, query = ''] = /^postgres(?:ql)?:\/\/([^/?#\s]*)[^?#\s]*(?:\?(\S*))?$/.exec(text) ?? [];
  const ofQuery = new URLSearchParams(query);
  const hosts = authority?.split('@').at(-1) ?? '';
  return [hosts, ofQuery.get('host'), ofQuery.get('port')].some((part) => part?.includes(','));
}
