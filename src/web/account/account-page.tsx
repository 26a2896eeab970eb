import { listSessions } from '../../access/sessions.ts';
import { listTokens } from '../../access/tokens.ts';
import { readUserOfId } from '../../access/users.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import type { Phrase } from '../../texts/phrase.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { PersonFacts } from '../parts/person-facts.tsx';
import { Say } from '../parts/say.tsx';
import { SessionTable } from '../parts/session-table.tsx';
import { Problem } from '../problem.tsx';
import type { SignedInVisit } from '../visit.ts';
import { AccessTokens } from './access-tokens.tsx';

interface Notice {
  readonly kind: 'good' | 'warn';
  readonly phrase: Phrase;
  readonly status?: 200 | 400 | 401 | 429;
}

/** The visitor's own account: rights, sessions, password and access tokens. */
export async function accountPage(visit: SignedInVisit, notice?: Notice): Promise<Response> {
  const { store, account, settings, language } = visit;
  const { user, sessions, tokens } = await readAtOnce(store, async (session) => ({
    user: await readUserOfId(session, account.userId),
    sessions: await listSessions(session, account.userId, visit.now(), settings.page),
    tokens: await listTokens(session, account.userId),
  }));
  if (user === undefined) throw new Problem('notFound');
  const texts = ACCOUNT_TEXTS[language];
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={texts.title}>
      {notice === undefined ? null : (
        <div class={`notice ${notice.kind}`} role="alert">
          <Say phrase={notice.phrase} />
        </div>
      )}
      <PersonFacts visit={visit} user={user} />
      <Form visit={visit} action="/sign-out">
        <button type="submit">{FRAME_TEXTS[language].signOut}</button>
      </Form>
      <section>
        <h2 id="sessions">{texts.sessions}</h2>
        <SessionTable visit={visit} sessions={sessions} />
        <p>{texts.everywhereHint}</p>
        <Form visit={visit} action="/account/sign-out-everywhere">
          <button type="submit" class="quiet">
            {texts.everywhere}
          </button>
        </Form>
      </section>
      {user.origin === 'password' ? <ChangePassword visit={visit} /> : null}
      <AccessTokens visit={visit} tokens={tokens} />
    </Frame>,
    notice?.status ?? 200,
  );
}

function ChangePassword({ visit }: { readonly visit: SignedInVisit }) {
  const texts = ACCOUNT_TEXTS[visit.language];
  const fields = [
    { name: 'password', label: texts.present, use: 'current-password' },
    { name: 'new_password', label: texts.wanted, use: 'new-password' },
    { name: 'again', label: texts.repeated, use: 'new-password' },
  ];
  return (
    <section>
      <h2 id="change-password">{texts.password}</h2>
      <p id="password-hint">{texts.passwordHint}</p>
      <Form visit={visit} action="/account/password">
        {/* So that a password manager knows whose password it keeps. */}
        <input
          type="text"
          name="username"
          value={visit.account.name}
          autocomplete="username"
          readonly
          hidden
        />
        {fields.map(({ name, label, use }) => (
          <div class="field">
            <label for={name}>{label}</label>
            <input
              id={name}
              name={name}
              type="password"
              required
              autocomplete={use}
              aria-describedby={name === 'new_password' ? 'password-hint' : undefined}
              dir="ltr"
            />
          </div>
        ))}
        <button type="submit">{texts.change}</button>
      </Form>
    </section>
  );
}
