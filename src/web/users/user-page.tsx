import { listSessions } from '../../access/sessions.ts';
import { readUserOfId, type User } from '../../access/users.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { USERS_TEXTS } from '../../texts/page/users-texts.ts';
import { userAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { PersonFacts } from '../parts/person-facts.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { Problem } from '../problem.tsx';
import type { SignedInVisit } from '../visit.ts';
import { AccessFields } from './access-fields.tsx';
import { SeenField } from './seen-field.tsx';
import { UserState } from './users-page.tsx';

interface OfUser {
  readonly visit: SignedInVisit;
  readonly user: User;
}

/** One user: rights, sessions, and what an administrator may change. */
export async function userPage(visit: SignedInVisit): Promise<Response> {
  const { settings, language } = visit;
  const id = visit.context.req.param('user') ?? '';
  const { user, sessions } = await readAtOnce(visit.store, async (session) => {
    const found = await readUserOfId(session, id);
    const listed = found && (await listSessions(session, found.userId, visit.now(), settings.page));
    return { user: found, sessions: listed ?? [] };
  });
  if (user === undefined) throw new Problem('notFound');
  const texts = USERS_TEXTS[language];
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={user.name}>
      <p class="actions">
        <a href="/users">{texts.toUsers}</a> <UserState visit={visit} user={user} />
      </p>
      <PersonFacts visit={visit} user={user} />
      <section>
        <h2 id="access">{texts.access}</h2>
        {user.origin === 'oidc' ? (
          <p>{texts.fromProvider}</p>
        ) : (
          <Form visit={visit} action={userAddress(user.userId, 'access')}>
            <SeenField user={user} />
            <AccessFields visit={visit} access={user} />
            <button type="submit">{texts.save}</button>
          </Form>
        )}
      </section>
      <section>
        <h2 id="sessions">{texts.sessions}</h2>
        {sessions.length === 0 ? (
          <p>{texts.noSessions}</p>
        ) : (
          <SessionTable visit={visit} sessions={sessions} />
        )}
        <Form visit={visit} action={userAddress(user.userId, 'sign-out')}>
          <button type="submit" class="quiet">
            {texts.endSessions}
          </button>
        </Form>
      </section>
      {user.origin === 'password' ? <NewPassword visit={visit} user={user} /> : null}
      <Disabling visit={visit} user={user} />
    </Frame>,
  );
}

function NewPassword({ visit, user }: OfUser) {
  const texts = USERS_TEXTS[visit.language];
  return (
    <section>
      <h2 id="password">{texts.newPassword}</h2>
      <p>{texts.newPasswordHint}</p>
      <Form visit={visit} action={userAddress(user.userId, 'password')}>
        <button type="submit" class="quiet">
          {texts.makePassword}
        </button>
      </Form>
    </section>
  );
}

function Disabling({ visit, user }: OfUser) {
  const texts = USERS_TEXTS[visit.language];
  const isEnabled = user.disabledAt === undefined;
  return (
    <section>
      <h2 id="disabling">{isEnabled ? texts.disable : texts.enable}</h2>
      <p>{isEnabled ? texts.disableHint : texts.enableHint}</p>
      <Form visit={visit} action={userAddress(user.userId, isEnabled ? 'disable' : 'enable')}>
        {isEnabled ? null : <SeenField user={user} />}
        <button type="submit" class={isEnabled ? 'danger' : undefined}>
          {isEnabled ? texts.disable : texts.enable}
        </button>
      </Form>
    </section>
  );
}
