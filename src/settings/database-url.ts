import { isEscaped } from './escaped-url.ts';

/** Whether a text has the form of a PostgreSQL URL. What is not escaped, the driver could not read either. */
export function isPostgresUrl(text: string): boolean {
  const url = parsed(text);
  return url !== undefined && isEscaped(url);
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
