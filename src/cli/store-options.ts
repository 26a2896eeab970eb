import { holdsPassword } from '../settings/database-url.ts';
import { quoted } from '../terminal-text.ts';
import type { GlobalOptions } from './global-options.ts';

/** Options with which the next command finds the same store, for a command line that is shown. Never a password. */
export function storeOptions({ config, data, databaseUrl }: GlobalOptions): string {
  return [
    config === undefined ? '' : ` --config ${quoted(config)}`,
    data === undefined ? '' : ` --data ${quoted(data)}`,
    databaseUrl === undefined ? '' : ` --database-url ${quoted(withoutPassword(databaseUrl))}`,
  ].join('');
}

/** Without its password, the next command asks for PGPASSWORD; without the option, it would make an embedded store. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  // Nothing of a text that cannot be parsed is shown: the password may be anywhere in it.
  if (url === null) return holdsPassword(text) ? 'postgresql://…' : text;
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (/password/i.test(name)) url.searchParams.delete(name);
  return url.href;
}
