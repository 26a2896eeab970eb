import type { Argv } from 'yargs';
import { disableUser } from '../../../access/change-users.ts';
import { settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { printUser, withName } from './user-options.ts';

export const examples: readonly Example[] = [['$0 user disable ana', 'keeps ana out at once']];

export function builder(yargs: Argv) {
  return withDecider(withName(yargs));
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const user = await withStore(settingsOf(options), (store) =>
    disableUser(store, deciderOf(options), String(options.name)),
  );
  printUser(user, 'disabled; sessions have ended, access tokens are revoked', options);
}
