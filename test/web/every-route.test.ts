import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { userDigest } from '../../src/access/seen-user.ts';
import { makeToken } from '../../src/access/tokens.ts';
import { readUser, requireUser } from '../../src/access/users.ts';
import { now } from '../../src/clock.ts';
import type { Store } from '../../src/database/store.ts';
import { ROLES as ROLES_OF_PROGRAM } from '../../src/settings/page.ts';
import { ROUTES } from '../../src/web/routes.ts';
import type { Route } from '../../src/web/visit.ts';
import { SETTINGS } from '../export/books.ts';
import { publishDay } from '../export/simulated-day.ts';
import { readZip } from '../export/workbook/read-zip.ts';
import { onEngines } from '../support/engines.ts';
import { ENTITLED, ROLES, ROUTE_EXAMPLES, type RouteExample, type Subjects } from './route-examples.ts';
import { type Client, type ServedPage, servePage } from './served-page.ts';

interface Visitor {
  readonly name: string;
  /** Undefined for nobody. */
  readonly user: string | undefined;
  readonly isLimited: boolean;
  readonly by: 'nobody' | 'session' | 'token';
}

const USERS = ROLES.flatMap((role) => [
  { user: role, role, isLimited: false },
  { user: `${role}-limited`, role, isLimited: true },
]);

const VISITORS: readonly Visitor[] = [
  { name: 'nobody', user: undefined, isLimited: false, by: 'nobody' },
  ...USERS.flatMap(({ user, isLimited }) =>
    (['session', 'token'] as const).map((by) => ({ name: `${user} by ${by}`, user, isLimited, by })),
  ),
];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

describe('the table of examples', () => {
  it('has every route, and nothing else', () => {
    expect(
      Object.keys(ROUTE_EXAMPLES).sort(),
      'Add examples of the new route to test/web/route-examples.ts, so that it is tried with every role and limit',
    ).toEqual(ROUTES.map(nameOf).sort());
  });

  it('says of every route and role who may take it', () => {
    expect(
      Object.keys(ENTITLED).sort(),
      'Write into test/web/route-examples.ts who may take the new route',
    ).toEqual(ROUTES.map(nameOf).sort());
    expect(ROLES).toEqual(ROLES_OF_PROGRAM);
  });

  it('has examples that the path of their route matches', () => {
    const subjects = { own: ORDER, foreign: ORDER, userId: '1', userSeen: '', unique: 'x' };
    for (const route of ROUTES) {
      const form = new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);
      const examples = ROUTE_EXAMPLES[nameOf(route)]?.(subjects) ?? [];
      expect(examples.length, nameOf(route)).toBeGreaterThan(0);
      for (const { address } of examples) expect(address).toMatch(form);
    }
  });
});

const ORDER = { merchantId: 'M', orderNo: 'O' };

onEngines('every route', (engine) => {
  let page: ServedPage;
  let world: World;
  let subjects: Omit<Subjects, 'userSeen' | 'unique'>;
  const tokens = new Map<string, string>();
  const clients = new Map<string, Client>();
  beforeAll(async () => {
    const day = await publishDay(engine);
    world = await worldOf(day.store);
    page = await servePage(day.store, SETTINGS, { out: day.out });
    for (const { user, role, isLimited } of USERS) {
      await page.addUser(user, role, isLimited ? [world.own.merchantId] : undefined);
      const account = (await page.store.session((session) => readUser(session, user)))!;
      tokens.set(user, (await makeToken(page.store, account, { name: 'script', at: now() })).text);
    }
    await page.addUser('target', 'viewer');
    const { userId } = await page.store.session((session) => requireUser(session, 'target'));
    subjects = { own: world.own, foreign: world.foreign, userId };
  });

  async function examplesOf(route: Route, unique: string): Promise<readonly RouteExample[]> {
    const target = await page.store.session((session) => requireUser(session, 'target'));
    return ROUTE_EXAMPLES[nameOf(route)]!({ ...subjects, userSeen: userDigest(target), unique });
  }

  async function clientOf({ user, by }: Visitor): Promise<Client> {
    if (by !== 'session') return page.client();
    const known = clients.get(user!) ?? (await page.signedIn(user!));
    clients.set(user!, known);
    return known;
  }

  async function send(route: Route, example: RouteExample, visitor: Visitor): Promise<Response> {
    const client = await clientOf(visitor);
    const headers: Record<string, string> =
      visitor.by === 'token' ? { Authorization: `Bearer ${tokens.get(visitor.user!)}` } : {};
    if (route.method === 'GET') return client.get(example.address, headers);
    const fields = new URLSearchParams({ ...example.fields, form_id: randomUUID() });
    if (visitor.by === 'session') fields.set('form_token', await formTokenOf(client));
    const answer = await client.post(example.address, fields, headers);
    if (example.endsSession === true) clients.delete(visitor.user ?? '');
    return answer;
  }

  for (const route of ROUTES) {
    it(`${nameOf(route)} answers those who may, and shows nothing to others`, async () => {
      for (const visitor of VISITORS) {
        for (const example of await examplesOf(route, `user-${randomUUID()}`)) {
          const what = `${visitor.name}: ${route.method} ${example.address}`;
          const answer = await send(route, example, visitor);
          const expected = expectedStatuses(route, example, visitor);
          expect(expected, `${what} gives ${answer.status}`).toContain(answer.status);
          const text = await textOf(answer);
          const isTaken = visitor.by !== 'nobody' && [example.taken, example.takenLimited].includes(expected);
          const hidden = isTaken ? (visitor.isLimited ? world.foreignWords : []) : world.words;
          expect(found(text, hidden, example.address), `${what} shows`).toEqual([]);
        }
      }
    });
  }

  it('that shows files shows the own orders, so that the search for others can fail', async () => {
    const [route] = ROUTES.filter(({ path }) => path === '/download/:region/:date/:version/:file');
    const examples = await examplesOf(route!, '');
    for (const file of ['orders.csv', 'orders.xlsx', 'all.zip']) {
      const example = examples.find(({ address }) => address.endsWith(file))!;
      const [limited, whole] = VISITORS.filter(({ by }) => by === 'token').toReversed();
      const own = await textOf(await send(route!, example, limited!.isLimited ? limited! : whole!));
      const every = await textOf(await send(route!, example, limited!.isLimited ? whole! : limited!));
      expect(found(own, [world.own.orderNo], '')).toEqual([world.own.orderNo]);
      expect(found(every, world.foreignWords, '').length, file).toBeGreaterThan(50);
    }
  });

  it('that changes something asks for the token of the form', async () => {
    const client = await page.signedIn('admin');
    for (const route of ROUTES.filter(
      (one) => one.method === 'POST' && ENTITLED[nameOf(one)] !== 'anybody',
    )) {
      for (const example of await examplesOf(route, 'nobody-else')) {
        for (const token of [undefined, '', 'a'.repeat(43)]) {
          const fields = new URLSearchParams({ ...example.fields, form_id: randomUUID() });
          if (token !== undefined) fields.set('form_token', token);
          expect((await client.post(example.address, fields)).status, example.address).toBe(403);
        }
      }
    }
    expect(await page.store.session((session) => readUser(session, 'nobody-else'))).toBeUndefined();
  });
});

/** What a visitor may get: what the route gives to those who may take it, or a refusal. */
function expectedStatuses(route: Route, example: RouteExample, visitor: Visitor): readonly number[] {
  const { method } = route;
  if (visitor.by === 'token' && method === 'POST') return [403];
  const taken = visitor.isLimited ? (example.takenLimited ?? example.taken) : example.taken;
  if (ENTITLED[nameOf(route)] === 'anybody') return taken;
  if (visitor.by === 'nobody') return method === 'GET' ? [303] : [401];
  return isEntitled(route, visitor) ? taken : [403];
}

function isEntitled(route: Route, { user, isLimited }: Visitor): boolean {
  const entitled = ENTITLED[nameOf(route)]!;
  if (typeof entitled === 'string') return true;
  const { role } = USERS.find((one) => one.user === user)!;
  if (entitled.ofAllMerchants && isLimited) return false;
  return ROLES.indexOf(role) >= ROLES.indexOf(entitled.leastRole);
}

async function formTokenOf(client: Client): Promise<string> {
  return /name="form_token" value="([^"]+)"/.exec(await (await client.get('/account')).text())![1]!;
}

interface World {
  readonly own: Subjects['own'];
  readonly foreign: Subjects['own'];
  /** Every order number and merchant of the day. */
  readonly words: readonly string[];
  /** Those that the own merchant has nothing to do with. */
  readonly foreignWords: readonly string[];
}

/** Orders and merchants of all evidence. */
async function worldOf({ session }: Store): Promise<World> {
  const { rows } = await session(({ db }) =>
    sql<{ merchantId: string; orderNo: string }>`
      select merchant_id as "merchantId", order_no as "orderNo" from pay_ins
      union
      select merchant_id, order_no from callbacks
      order by 1, 2`.execute(db),
  );
  // Words that are long enough to be found in a file only where they are meant.
  const merchants = [...new Set(rows.map(({ merchantId }) => merchantId))].filter((id) =>
    /^\w{5,}$/.test(id),
  );
  const orders = [...new Set(rows.map(({ orderNo }) => orderNo))];
  const countOf = (id: string) => rows.filter(({ merchantId }) => merchantId === id).length;
  const [first, second] = merchants.toSorted((a, b) => countOf(b) - countOf(a));
  const ofOwn = new Set(rows.filter(({ merchantId }) => merchantId === first).map(({ orderNo }) => orderNo));
  return {
    own: rows.find(({ merchantId }) => merchantId === first)!,
    foreign: rows.find(({ merchantId, orderNo }) => merchantId === second && !ofOwn.has(orderNo))!,
    words: [...orders, ...merchants],
    foreignWords: [...orders.filter((one) => !ofOwn.has(one)), ...merchants.filter((id) => id !== first)],
  };
}

/** Which words a text has, apart from those that the visitor has written into the address. */
function found(text: string, words: readonly string[], address: string): string[] {
  const had = new Set(text.match(/[\p{L}\p{N}]+/gu));
  return words.filter((word) => had.has(word) && !address.includes(word));
}

/** The content of an answer, also of packed files and of those within them. */
async function textOf(answer: Response): Promise<string> {
  return unpacked(Buffer.from(await answer.arrayBuffer()));
}

function unpacked(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, 4) !== 'PK\u0003\u0004') return bytes.toString('utf8');
  return [...readZip(bytes).values()].map(unpacked).join('\n');
}
