import { readUsers } from '../../../access/users.ts';
import { isoSeconds } from '../../../normalise/instant.ts';
import { plain, textTable } from '../../../terminal-text.ts';
import { settingsOf, withStore } from '../../context.ts';
import { print, printJson } from '../../print.ts';
import type { Example } from '../../usage.ts';
import { merchantsText, userJson } from './user-options.ts';

export const examples: readonly Example[] = [['$0 user list', 'names, roles and limits']];

export async function handler(options: Parameters<typeof settingsOf>[0]): Promise<void> {
  const users = await withStore(settingsOf(options), (store) => store.session(readUsers));
  if (options.json === true) return printJson(users.map(userJson));
  if (users.length === 0) return print('No users. Add the first: payin-recon user add NAME --role admin');
  const rows = users.map((user) => [
    plain(user.name),
    user.role,
    merchantsText(user),
    user.isUnlinked ? `${user.origin}, not linked` : user.origin,
    isoSeconds(user.createdAt),
    user.disabledAt === undefined ? '' : isoSeconds(user.disabledAt),
  ]);
  print(textTable(['Name', 'Role', 'Merchants', 'Signs in by', 'Added', 'Disabled'], rows, []));
}
