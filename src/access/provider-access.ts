import type { OidcSettings } from '../settings/page.ts';
import { ROLES } from '../settings/page.ts';
import type { KnownPerson } from './known-user.ts';

/**
 * Role and merchants by the groups of a person at the OpenID provider: the highest role of all groups. If the setting
 * limits a group to merchants, the person is limited to the merchants of all such groups.
 * @returns undefined if no group has a role
 */
export function accessOfGroups(
  groups: readonly string[],
  { roles, merchants }: Pick<OidcSettings, 'roles' | 'merchants'>,
): KnownPerson['access'] {
  const given = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]!] : []));
  const role = ROLES.findLast((one) => given.includes(one));
  if (role === undefined) return undefined;
  const limits = groups.flatMap((group) => (Object.hasOwn(merchants, group) ? [merchants[group]!] : []));
  return { role, merchants: limits.length === 0 ? undefined : [...new Set(limits.flat())].sort() };
}
