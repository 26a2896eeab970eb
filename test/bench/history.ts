import { type Contest, inTurn, profileOf } from './contest.ts';
import { createDatabase, dropDatabase, settle } from './databases.ts';
import { AS_OF, DATE, type Day, datesOf } from './days.ts';
import { runProgram } from './program.ts';
import { reportsOf } from './program-steps.ts';
import type { What } from './promises.ts';
import { checkSame, publishedTotals, type Totals } from './totals.ts';

type Database = Awaited<ReturnType<typeof createDatabase>>;

/**
 * Runs the scenario history, all rounds. One command ingests and reconciles the newest date in a store that already has
 * many dates, reconciled and published as of one time. The same is measured in a store with few dates.
 */
export async function history(contest: Contest): Promise<void> {
  const { server, options, data } = contest;
  const days = await datesOf(data, options.manyDates + 1, options.historyOrders);
  const newest = days.at(-1)!;
  const before = days.slice(0, -1);
  const many = await storeOf(contest, before);
  const few = await storeOf(contest, before.slice(-options.fewDates));
  for (let round = 0; round < options.rounds; round += 1) {
    const said = new Map<What, Totals>();
    const measure = (what: What, store: Database) => async () => {
      said.set(what, await oneMore(contest, round, what, newest, store));
    };
    await inTurn(round, [measure('date on few', few), measure('date on many', many)]);
    checkSame(said.get('date on few')!, said.get('date on many')!, 'a store of few dates', 'one of many');
  }
  for (const store of [many, few]) await dropDatabase(server, store);
}

/** Creates a store with these dates reconciled and published, then vacuumed, as a server does between two nights. */
async function storeOf({ server, folder }: Contest, days: readonly Day[]): Promise<Database> {
  const store = await createDatabase(server);
  const place = { work: folder('history'), environment: store };
  for (const { folder: logs } of days) await runProgram(place, ['ingest', logs]);
  const dates = days.map((day) => day.folder.slice(-DATE.length));
  const span = ['--from', dates[0]!, '--to', dates.at(-1)!];
  await runProgram(place, ['reconcile', ...span, '--as-of', AS_OF, '--out', reportsOf(place)]);
  await settle(store);
  return store;
}

/** Adds the newest date to a copy of a store and returns the totals of its reports. */
async function oneMore(
  contest: Contest,
  round: number,
  what: What,
  day: Day,
  store: Database,
): Promise<Totals> {
  const { server, options, folder, note } = contest;
  const environment = await createDatabase(server, store);
  const profile = profileOf(contest, `${what.replaceAll(' ', '-')}-${round}`);
  const place = { work: folder('newest'), environment, profile };
  const words = [
    'reconcile',
    '--date',
    DATE,
    '--as-of',
    AS_OF,
    '--in',
    day.folder,
    '--out',
    reportsOf(place),
  ];
  const taken = await runProgram(place, words);
  await dropDatabase(server, environment);
  note([{ what, by: 'PostgreSQL', orders: options.historyOrders, ...taken }]);
  return publishedTotals(reportsOf(place));
}
