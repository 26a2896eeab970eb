import {
  addUser,
  changeUser,
  disableUser,
  enableUser,
  endSessionsOf,
  setPassword,
} from '../../access/change-users.ts';
import { generatePassword } from '../../access/password.ts';
import { UserChanged } from '../../access/seen-user.ts';
import type { UserRequest } from '../../access/user-changes.ts';
import { readUserOfId, type User } from '../../access/users.ts';
import { USERS_TEXTS } from '../../texts/page/users-texts.ts';
import { userAddress } from '../addresses.ts';
import { fieldsOf } from '../checked-form.ts';
import { shownOnce } from '../parts/shown-once.tsx';
import { Problem } from '../problem.tsx';
import { once } from '../sent-forms.ts';
import type { Route, SignedInVisit } from '../visit.ts';
import { accessOf } from './access-fields.tsx';
import { changedUserPage } from './changed-user-page.tsx';
import { seenOf } from './seen-field.tsx';
import { userPage } from './user-page.tsx';
import { usersPage } from './users-page.tsx';

const addRoute: Route = {
  method: 'POST',
  path: '/users',
  right: 'administer',
  handle: async (visit) => {
    const { store, settings } = visit;
    const fields = await fieldsOf(visit);
    const added = { name: fields.get('name') ?? '', ...(await accessOf(visit)) };
    if (fields.get('origin') === 'proxy' && settings.page.userHeader !== undefined) {
      return once(visit, async () => {
        const user = await addUser(store, requestOf(visit), { ...added, password: undefined });
        return userAddress(user.userId);
      });
    }
    return withNewPassword(visit, '/users', (password) =>
      addUser(store, requestOf(visit), { ...added, password }),
    );
  },
};

const passwordRoute: Route = {
  method: 'POST',
  path: '/users/:user/password',
  right: 'administer',
  handle: async (visit) => {
    const { userId, name } = await userOf(visit);
    return withNewPassword(visit, userAddress(userId), (password) =>
      setPassword(visit.store, requestOf(visit), name, password),
    );
  },
};

/** What a form without a secret does with a user. */
type Change = (visit: SignedInVisit, request: UserRequest, user: User) => Promise<unknown>;

// Those that can give access compare the user with what the form showed. The others only take access.
const CHANGES: Readonly<Record<string, Change>> = {
  access: async (visit, request, { name }) => {
    const { role, merchants } = await accessOf(visit);
    const to = { role, merchants: merchants ?? null };
    return changeUser(visit.store, request, name, to, await seenOf(visit));
  },
  disable: ({ store }, request, { name }) => disableUser(store, request, name),
  enable: async (visit, request, { name }) => enableUser(visit.store, request, name, await seenOf(visit)),
  'sign-out': ({ store }, request, { name }) => endSessionsOf(store, request, name),
};

const changeRoutes = Object.entries(CHANGES).map(
  ([name, change]): Route => ({
    method: 'POST',
    path: `/users/:user/${name}`,
    right: 'administer',
    handle: async (visit) => {
      const user = await userOf(visit);
      try {
        return await once(visit, async () => {
          await change(visit, requestOf(visit), user);
          return userAddress(user.userId);
        });
      } catch (error) {
        if (!(error instanceof UserChanged)) throw error;
        return changedUserPage(visit, error.user);
      }
    },
  }),
);

export const usersRoutes: readonly Route[] = [
  { method: 'GET', path: '/users', right: 'administer', handle: usersPage },
  { method: 'GET', path: '/users/:user', right: 'administer', handle: userPage },
  ...[addRoute, passwordRoute, ...changeRoutes],
];

function requestOf({ account, now }: SignedInVisit): UserRequest {
  return { at: now(), who: account.name };
}

async function userOf({ store, context }: SignedInVisit): Promise<User> {
  const user = await store.apart((session) => readUserOfId(session, context.req.param('user') ?? ''));
  if (user === undefined) throw new Problem('notFound');
  return user;
}

/** Gives a user a generated password, and shows it in the answer. */
function withNewPassword(
  visit: SignedInVisit,
  after: string,
  give: (password: string) => Promise<User>,
): Promise<Response> {
  const texts = USERS_TEXTS[visit.language];
  return shownOnce(visit, after, async () => {
    const secret = generatePassword();
    const { name, userId } = await give(secret);
    return {
      ...{ title: texts.password, label: name, secret, hint: texts.shownOnce },
      links: [
        { href: userAddress(userId), label: texts.toUser },
        { href: '/users', label: texts.toUsers },
      ],
    };
  });
}
