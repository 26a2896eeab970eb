/** Whether a text has the form of a PostgreSQL URL. */
export function isPostgresUrl(text: string): boolean {
  const url = parsed(text);
  if (url === undefined) return false;
  try {
    for (const part of [url.username, url.password, url.hostname, url.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    // A percent sign that is not an escape; the driver could not read it either.
    return false;
  }
}

/** Whether an address may have a password: one that cannot be parsed may have it anywhere. */
export function holdsPassword(text: string): boolean {
  const url = parsed(text);
  if (url === undefined) return true;
  return url.password !== '' || url.searchParams.has('password');
}

function parsed(text: string): URL | undefined {
  if (!/^postgres(ql)?:\/\/\S*$/.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

export const POSTGRES_URL = 'postgresql://user@host:5432/database';
