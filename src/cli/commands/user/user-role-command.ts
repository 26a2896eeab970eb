import type { Argv } from 'yargs';
import { changeUser } from '../../../access/change-users.ts';
import { ROLES } from '../../../settings/page.ts';
import { settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { printUser, withName } from './user-options.ts';

export const examples: readonly Example[] = [['$0 user role ana approver', 'from the next request on']];

export function builder(yargs: Argv) {
  return withDecider(withName(yargs)).positional('role', {
    choices: ROLES,
    demandOption: true,
    describe: 'What the user may do',
  });
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const { name, role } = options;
  const user = await withStore(settingsOf(options), (store) =>
    changeUser(store, deciderOf(options), String(name), { role }),
  );
  printUser(user, user.role, options);
}
