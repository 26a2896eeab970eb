import pg from 'pg';
import { addUser } from '../../src/access/change-users.ts';
import { openSession } from '../../src/access/sessions.ts';
import { requireUser } from '../../src/access/users.ts';
import { openPostgres } from '../../src/database/postgres-store.ts';
import { instantOfText } from '../../src/normalise/instant.ts';
import { addDays } from '../../src/normalise/local-date.ts';
import { type Contest, profileOf } from './contest.ts';
import { AS_OF, DATE } from './days.ts';
import { type PageStore, pageStore } from './page-data.ts';
import { downloads } from './page-downloads.ts';
import { answerOf, type Looking, nextOf, type Seen } from './page-load.ts';
import { runScript } from './program.ts';
import { type Served, startScript } from './served.ts';

/** As the clock of the page begins: today is the day after the newest date. */
export const PAGE_AT = `${AS_OF.slice(0, 10)} 12:00:00+00`;
const LIMITS = { sessionIdleMinutes: 60, sessionHours: 12 };

/** Answers of one kind while people look at the page in one way. */
export interface Look {
  readonly way: string;
  readonly kind: string;
  /** In milliseconds, in the order in which they were answered. */
  readonly milliseconds: readonly number[];
  readonly seconds: number;
  /** Answers that are not the page. */
  readonly wrong: number;
}

/**
 * Runs the scenario page: people look at overview and findings of a store with many dates, half of them limited to one
 * merchant, and download files, from a server in a process of its own.
 */
export async function page(contest: Contest): Promise<void> {
  const { options, folder } = contest;
  const store = await pageStore(contest);
  const cookies = await signIn(store, options.people);
  const place = { work: folder('page'), environment: store.environment, profile: profileOf(contest, 'page') };
  const served = await startScript('page-server.ts', place, { out: store.out, at: PAGE_AT });
  try {
    await people(contest, served, cookies);
    await downloads(contest, served, store, cookies[0]!);
  } finally {
    await served.stop();
  }
}

async function people(contest: Contest, served: Served, cookies: readonly string[]): Promise<void> {
  const { options, folder, note, look } = contest;
  const { pageDates, pageSeconds: seconds, pageOrders: orders } = options;
  look(await firstLooks(served, cookies));
  const next = nextOf((await answerOf(`${served.url}/findings`, cookies[0]!)).text);
  const dates = Array.from({ length: pageDates }, (_, back) => addDays(DATE, -back));
  const addresses = ['/', '/findings', next ?? '/findings', '/findings?severity=high'];
  for (const way of ['thinking', 'at once', 'without rest'] as const) {
    const looking: Looking = { url: served.url, cookies, seconds, way, dates, addresses };
    const { result, metered } = await served.meter(() =>
      runScript({ work: folder('people') }, 'page-load.ts', looking),
    );
    const seen = result.printed as Seen[];
    const all = seen.map((one) => ({ ...one, kind: 'all' }));
    for (const [kind, own] of Map.groupBy([...(way === 'thinking' ? seen : []), ...all], (one) => one.kind)) {
      const milliseconds = own.filter(({ isRight }) => isRight).map((one) => one.milliseconds);
      look([{ way, kind, milliseconds, seconds, wrong: own.length - milliseconds.length }]);
    }
    if (way !== 'thinking') continue;
    const usage = { cpu: metered.cpu, busy: 0, megabytes: metered.most, phases: {}, parts: {} };
    const late = quantile(
      all.map(({ milliseconds }) => milliseconds),
      0.95,
    );
    note([{ what: 'page', by: 'PostgreSQL', orders, seconds: late / 1000, ...usage }]);
  }
}

/** The first look of an unlimited person, and of a limited one, at each page: what nobody has looked at is read. */
async function firstLooks({ url }: Served, cookies: readonly string[]): Promise<Look[]> {
  const looks: Look[] = [];
  for (const [who, cookie] of [cookies[0]!, cookies.at(-1)!].entries()) {
    for (const [kind, path] of [
      ['overview', '/'],
      ['findings', '/findings'],
    ] as const) {
      const start = performance.now();
      const { status } = await answerOf(`${url}${path}`, cookie);
      const milliseconds = [performance.now() - start];
      const way = `first, ${who === 0 ? 'all merchants' : 'one merchant'}`;
      looks.push({
        way,
        kind,
        milliseconds,
        seconds: milliseconds[0]! / 1000,
        wrong: status === 200 ? 0 : 1,
      });
    }
  }
  return looks;
}

/** The value that this part of the numbers is not above; 0 of none. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** Opens a session for each person. The second half may see the merchant with the most findings only. */
async function signIn({ environment }: PageStore, people: number): Promise<string[]> {
  const at = instantOfText(PAGE_AT);
  const store = await openPostgres(environment.DATABASE_URL);
  try {
    const merchants = [await merchantOf(environment.DATABASE_URL)];
    const request = { at, who: 'benchmark' };
    const suffix = Date.now();
    const names = { all: `all-${suffix}`, limited: `limited-${suffix}` };
    await addUser(store, request, { name: names.all, role: 'approver', password: undefined });
    await addUser(store, request, { name: names.limited, role: 'viewer', merchants, password: undefined });
    return await store.apart(async (session) => {
      const cookies: string[] = [];
      for (let person = 0; person < people; person += 1) {
        const name = person < people / 2 ? names.all : names.limited;
        const { userId } = await requireUser(session, name);
        const where = { address: '127.0.0.1', agent: 'benchmark', at, limits: LIMITS };
        cookies.push(`payin-recon=${(await openSession(session, userId, where)).token}`);
      }
      return cookies;
    });
  } finally {
    await store.close();
  }
}

async function merchantOf(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ merchant_id: string }>(
    'select merchant_id from finding_results where until_run is null group by 1 order by count(*) desc, 1 limit 1',
  );
  await client.end();
  return rows[0]!.merchant_id;
}
