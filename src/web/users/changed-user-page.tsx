import type { User } from '../../access/users.ts';
import { USERS_TEXTS } from '../../texts/page/users-texts.ts';
import { userAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Frame } from '../parts/frame.tsx';
import { PersonFacts } from '../parts/person-facts.tsx';
import type { SignedInVisit } from '../visit.ts';
import { UserState } from './users-page.tsx';

/** The answer where nothing was saved because the form showed an earlier state of the user: the user as stored now. */
export function changedUserPage(visit: SignedInVisit, user: User): Response | Promise<Response> {
  const texts = USERS_TEXTS[visit.language];
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={texts.notChanged}>
      <div class="notice warn" role="alert">
        <p>{texts.changedMeanwhile}</p>
      </div>
      <p>
        <UserState visit={visit} user={user} />
      </p>
      <PersonFacts visit={visit} user={user} />
      <p class="actions">
        <a class="button" href={userAddress(user.userId)}>
          {texts.toUser}
        </a>
      </p>
    </Frame>,
    409,
  );
}
