import { Fault } from '../errors.ts';
import { isPostgresUrl, POSTGRES_URL } from '../settings/database-url.ts';

/**
 * Host, port and database of a URL, for messages; a URL that cannot be parsed is not repeated, as it may have a
 * password.
 * @param origin setting or option that gave it
 * @throws Fault SETTINGS_INVALID
 */
export function serverAddress(url: string, origin: string): string {
  if (!isPostgresUrl(url)) {
    throw new Fault('SETTINGS_INVALID', {
      where: origin,
      found: 'text that is no URL of PostgreSQL',
      expected: POSTGRES_URL,
    });
  }
  const parsed = new URL(url);
  const host = parsed.searchParams.get('host') ?? (parsed.hostname || 'localhost');
  return `postgresql://${host}:${parsed.port || '5432'}${parsed.pathname}`;
}
