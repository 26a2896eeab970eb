import type { Argv } from 'yargs';
import { relinkUser } from '../../../access/change-users.ts';
import { settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { printUser, withName } from './user-options.ts';

export const examples: readonly Example[] = [
  ['$0 user relink ana', 'ana has another issuer or subject at the OpenID provider'],
];

export function builder(yargs: Argv) {
  return withDecider(withName(yargs));
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const user = await withStore(settingsOf(options), (store) =>
    relinkUser(store, deciderOf(options), String(options.name)),
  );
  printUser(
    user,
    'the next OpenID sign-in with this name takes the user over; sessions have ended, access tokens are revoked',
    options,
  );
}
