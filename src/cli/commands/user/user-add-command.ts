import type { Argv } from 'yargs';
import { addUser } from '../../../access/change-users.ts';
import { ROLES } from '../../../settings/page.ts';
import { passwordOf } from '../../ask-password.ts';
import { settingsOf, withStore } from '../../context.ts';
import { checkPrintedOnce } from '../../print.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { merchantsText, printUser, printUserOnce, withName, withPassword } from './user-options.ts';

export const examples: readonly Example[] = [
  ['$0 user add ana --role admin', 'asks for the password'],
  ['$0 user add bruno --role operator --merchant M0001 --generate', 'prints a password once'],
  ['$0 user add carla --role viewer --proxy', 'signs in at a trusted proxy'],
];

export function builder(yargs: Argv) {
  return withDecider(withPassword(withName(yargs)))
    .option('role', {
      choices: ROLES,
      requiresArg: true,
      demandOption: true,
      describe: 'What the user may do',
    })
    .option('merchant', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'Only this merchant; may be repeated (default: all)',
    })
    .option('proxy', { type: 'boolean', describe: 'Without a password: a trusted proxy names the user' })
    .conflicts('proxy', ['generate', 'password-stdin', 'password-file']);
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const { name, role, merchant: merchants, generate } = options;
  const request = deciderOf(options);
  const isShown = generate === true && request.dryRun !== true;
  if (isShown) checkPrintedOnce();
  const password = options.proxy === true ? undefined : await passwordOf(options);
  const user = await withStore(settings, (store) =>
    addUser(store, request, { name: String(name), role, merchants, password }),
  );
  const what = `added as ${role}, ${merchantsText(user)}`;
  if (isShown) printUserOnce(user, what, options, password);
  else printUser(user, what, options);
}
