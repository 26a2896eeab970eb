import type { User } from '../../access/users.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { ROLE_NAMES } from '../../texts/page/role-names.ts';
import type { Visit } from '../visit.ts';
import { Identifier } from './identifier.tsx';

/** What a user may see and do. */
export function PersonFacts({ visit, user }: { readonly visit: Visit; readonly user: User }) {
  const texts = ACCOUNT_TEXTS[visit.language];
  const role = ROLE_NAMES[visit.language][user.role];
  return (
    <dl class="facts">
      <dt>{texts.name}</dt>
      <dd>
        <bdi>{user.name}</bdi>
      </dd>
      <dt>{texts.role}</dt>
      <dd>
        {role.name} <span class="dim">({role.about})</span>
      </dd>
      <dt>{texts.merchants}</dt>
      <dd>
        <MerchantList visit={visit} merchants={user.merchants} />
      </dd>
      <dt>{texts.origin}</dt>
      <dd>{texts.origins[user.origin]}</dd>
    </dl>
  );
}

interface MerchantListProps {
  readonly visit: Visit;
  /** Undefined for all. */
  readonly merchants: readonly string[] | undefined;
}

/** The merchants that a person is limited to. */
export function MerchantList({ visit, merchants }: MerchantListProps) {
  if (merchants === undefined) return <>{ACCOUNT_TEXTS[visit.language].allMerchants}</>;
  return (
    <>
      {merchants.map((merchant, index) => (
        <>
          {index === 0 ? '' : ', '}
          <Identifier text={merchant} />
        </>
      ))}
    </>
  );
}
