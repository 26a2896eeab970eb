import type { Argv } from 'yargs';
import { setPassword } from '../../../access/change-users.ts';
import { requireUser } from '../../../access/users.ts';
import { passwordOf } from '../../ask-password.ts';
import { settingsOf, withStore } from '../../context.ts';
import { checkPrintedOnce } from '../../print.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { printUser, printUserOnce, withName, withPassword } from './user-options.ts';

export const examples: readonly Example[] = [
  ['$0 user password ana', 'asks for the new password'],
  ['$0 user password ana --generate', 'prints a new one once'],
];

export function builder(yargs: Argv) {
  return withDecider(withPassword(withName(yargs)));
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const settings = settingsOf(options);
  const request = deciderOf(options);
  const isShown = options.generate === true && request.dryRun !== true;
  if (isShown) checkPrintedOnce();
  const { user, password } = await withStore(settings, async (store) => {
    // Nobody is asked for the password of a user who does not exist.
    const { name } = await store.session((session) => requireUser(session, String(options.name)));
    const given = await passwordOf(options);
    return { user: await setPassword(store, request, name, given), password: given };
  });
  const what = 'new password; sessions have ended';
  if (isShown) printUserOnce(user, what, options, password);
  else printUser(user, what, options);
}
