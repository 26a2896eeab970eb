import type { Argv } from 'yargs';
import type { User } from '../../../access/users.ts';
import { isoInstant } from '../../../normalise/instant.ts';
import { plain, quoted } from '../../../terminal-text.ts';
import { jsonText, print, printJson, printOnce } from '../../print.ts';

/** Declares the name that commands about one user take. */
export function withName<T>(yargs: Argv<T>) {
  return yargs.positional('name', { type: 'string', demandOption: true, describe: 'The name of the user' });
}

/** Declares the options for a password. */
export function withPassword<T>(yargs: Argv<T>) {
  return yargs
    .option('password-stdin', {
      type: 'boolean',
      describe: 'Read the password from standard input (default: ask on the terminal)',
    })
    .option('password-file', {
      type: 'string',
      requiresArg: true,
      describe: 'Read the password from the first line of this file',
    })
    .option('generate', { type: 'boolean', describe: 'Generate a password, and print it once' })
    .conflicts('generate', ['password-stdin', 'password-file'])
    .conflicts('password-stdin', 'password-file');
}

/** A user as JSON. */
export function userJson(user: User): Record<string, unknown> {
  return {
    name: user.name,
    role: user.role,
    merchants: user.merchants ?? null,
    origin: user.origin,
    ...(user.origin === 'oidc' ? { linked: !user.isUnlinked } : {}),
    created_at: isoInstant(user.createdAt),
    disabled_at: user.disabledAt === undefined ? null : isoInstant(user.disabledAt),
  };
}

/** Merchants as text. */
export function merchantsText({ merchants }: User): string {
  if (merchants === undefined) return 'all merchants';
  return merchants.length === 0 ? 'no merchant' : plain(merchants.join(', '));
}

/** Prints a user who was changed, and with `--dry-run` that nothing was. */
export function printUser(
  user: User,
  what: string,
  { json, dryRun }: { json?: boolean | undefined; dryRun?: boolean | undefined },
): void {
  if (json === true) printJson(userJson(user));
  else print(userText(user, what, dryRun));
}

/** Prints a user with a password that was generated, which is stored nowhere. */
export function printUserOnce(
  user: User,
  what: string,
  { json }: { json?: boolean | undefined },
  password: string | undefined,
): void {
  const text =
    json === true
      ? jsonText({ ...userJson(user), password })
      : `${userText(user, what)}\nPassword: ${password}`;
  printOnce(
    text,
    `${plain(user.name)}: ${what}; the password is lost. Set another one: payin-recon user password ${quoted(user.name)} --generate`,
  );
}

function userText({ name }: User, what: string, dryRun = false): string {
  return `${plain(name)}: ${what}${unlessChanged(dryRun)}.`;
}

/** What is added where a dry run says what would be done. */
export function unlessChanged(dryRun: boolean | undefined): string {
  return dryRun === true ? ' (nothing was changed)' : '';
}
