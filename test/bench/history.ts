import { type Contest, inTurn, profileOf } from './contest.ts';
import { createDatabase, dropDatabase, settle } from './databases.ts';
import { AS_OF, DATE, type Day, datesOf } from './days.ts';
import { runProgram } from './program.ts';
import { reportsOf } from './program-steps.ts';
import type { What } from './promises.ts';
import { checkSame, publishedTotals, type Totals } from './totals.ts';

type Database = Awaited<ReturnType<typeof createDatabase>>;

/**
 * The scenario history, all rounds: the newest date, ingested and reconciled by one command into a store that holds many
 * dates before it, reconciled and published as of one moment; against the same into a store that holds few of them.
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

/** A store that holds these dates, reconciled and published, and cleaned up since: the server does so between two nights. */
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

/** The newest date into a copy of a store; gives what its reports say. */
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
