import type { Argv } from 'yargs';
import { changeUser } from '../../../access/change-users.ts';
import { Fault } from '../../../errors.ts';
import { settingsOf, withStore } from '../../context.ts';
import type { Example } from '../../usage.ts';
import { deciderOf, withDecider } from '../findings/decider.ts';
import { merchantsText, printUser, withName } from './user-options.ts';

export const examples: readonly Example[] = [
  ['$0 user limit ana --merchant M0001 --merchant M0002', 'shows only these to ana'],
  ['$0 user limit ana --all-merchants', 'ends the limit'],
];

export function builder(yargs: Argv) {
  return withDecider(withName(yargs))
    .option('merchant', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe: 'A merchant whose data the user sees; may be repeated',
    })
    .option('all-merchants', { type: 'boolean', describe: 'The user sees all merchants' })
    .conflicts('all-merchants', 'merchant');
}

type Options = Awaited<ReturnType<typeof builder>['argv']> & Parameters<typeof settingsOf>[0];

export async function handler(options: Options): Promise<void> {
  const { name, merchant, allMerchants } = options;
  if (merchant === undefined && allMerchants !== true) {
    throw new Fault('USAGE', {
      where: 'payin-recon user limit',
      found: 'no merchant',
      expected: '--merchant, or --all-merchants',
    });
  }
  const user = await withStore(settingsOf(options), (store) =>
    changeUser(store, deciderOf(options), String(name), { merchants: merchant ?? null }),
  );
  printUser(user, merchantsText(user), options);
}
