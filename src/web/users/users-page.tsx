import { readUsers, type User } from '../../access/users.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { ROLE_NAMES } from '../../texts/page/role-names.ts';
import { USERS_TEXTS } from '../../texts/page/users-texts.ts';
import { userAddress } from '../addresses.ts';
import { htmlPage } from '../html-page.ts';
import { Form } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Moment } from '../parts/moment.tsx';
import { MerchantList } from '../parts/person-facts.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';
import { AccessFields } from './access-fields.tsx';

/** All users, and the form to add one. */
export async function usersPage(visit: SignedInVisit): Promise<Response> {
  const users = await readAtOnce(visit.store, readUsers);
  const texts = USERS_TEXTS[visit.language];
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={texts.title}>
      <UserTable visit={visit} users={users} />
      <section>
        <h2 id="add">{texts.add}</h2>
        <p>{texts.addHint}</p>
        <Form visit={visit} action="/users">
          <div class="field">
            <label for="name">{ACCOUNT_TEXTS[visit.language].name}</label>
            <input id="name" name="name" required maxlength={64} autocomplete="off" dir="auto" />
          </div>
          <AccessFields visit={visit} access={{ role: 'viewer', merchants: undefined }} />
          {visit.settings.page.userHeader === undefined ? null : (
            <fieldset>
              <legend>{texts.origin}</legend>
              <p>
                <label>
                  <input type="radio" name="origin" value="password" checked /> {texts.withPassword}
                </label>
              </p>
              <p>
                <label>
                  <input type="radio" name="origin" value="proxy" /> {texts.byProxy}
                </label>
              </p>
            </fieldset>
          )}
          <button type="submit">{texts.add}</button>
        </Form>
      </section>
    </Frame>,
  );
}

interface UserTableProps {
  readonly visit: SignedInVisit;
  readonly users: readonly User[];
}

function UserTable({ visit, users }: UserTableProps) {
  const { language } = visit;
  const texts = USERS_TEXTS[language];
  const account = ACCOUNT_TEXTS[language];
  return (
    <ScrolledTable
      label={texts.title}
      headings={[texts.user, account.role, account.merchants, account.origin, texts.added, texts.state]}
    >
      {users.map((user) => (
        <tr>
          <th scope="row">
            <a href={userAddress(user.userId)}>
              <bdi>{user.name}</bdi>
            </a>
          </th>
          <td>{ROLE_NAMES[language][user.role].name}</td>
          <td>
            <MerchantList visit={visit} merchants={user.merchants} />
          </td>
          <td>{account.origins[user.origin]}</td>
          <td>
            <Moment at={user.createdAt} zone="UTC" visit={visit} />
          </td>
          <td>
            <UserState visit={visit} user={user} />
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

/** Whether a user may sign in. */
export function UserState({ visit, user }: { readonly visit: SignedInVisit; readonly user: User }) {
  const texts = USERS_TEXTS[visit.language];
  if (user.disabledAt === undefined) return <span class="badge good">{texts.enabled}</span>;
  return <span class="badge bad">{texts.disabled}</span>;
}
