import { type Contest, inTurn, profileOf } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { type Day, dayOf, lateCallbacks } from './days.ts';
import { floorRowsOf } from './floor-rows.ts';
import { measureEqualWork, measureEqualWorkLate, measureFloor, measureScript } from './opponents.ts';
import type { Place } from './program.ts';
import { measureCold, measureLate, measureNight, reportsOf } from './program-steps.ts';
import { checkSameDay } from './same-day.ts';
import { checkRequested, checkSame, differencesOf, publishedTotals, type Totals } from './totals.ts';

/**
 * One round of the scenarios cold, night and late. The program on PostgreSQL, DuckDB's script, DuckDB doing equal work
 * and the floor take turns on the same day. Then late callbacks are added: the program and the equal work read them, and
 * the script computes the whole day again. Throws Error if their results differ.
 */
export async function dayRound(contest: Contest, round: number): Promise<void> {
  const { server, options, data, folder } = contest;
  const day = await dayOf(data, options.orders);
  const environment = await createDatabase(server);
  const place: Place = { work: folder('day'), environment, profile: profileOf(contest, `day-${round}`) };
  const equalWork = folder('equal-work');
  await inColdTurn(contest, round, day, place, equalWork);
  if (options.only.includes('late')) await inLateTurn(contest, round, day, place, equalWork);
  await dropDatabase(server, environment);
}

async function inColdTurn(
  contest: Contest,
  round: number,
  day: Day,
  place: Place,
  equalWork: string,
): Promise<void> {
  const { orders } = contest.options;
  const rows = await floorRowsOf(day);
  const said = new Map<string, Totals>();
  let folders: readonly string[] = [];
  await inTurn(round, [
    async () => {
      contest.note(await measureCold('PostgreSQL', day, orders, place));
      contest.note([await measureNight('no news', 'PostgreSQL', orders, place)]);
    },
    async () => {
      const { measured, totals } = await measureScript(contest, day, orders);
      contest.note([measured]);
      said.set('script', totals);
    },
    async () => {
      const done = await measureEqualWork(contest, day, equalWork);
      contest.note(done.measured);
      folders = done.folders;
    },
    async () => {
      const { measured, totals } = await measureFloor(contest, rows, orders);
      contest.note([measured]);
      said.set('floor', totals);
    },
  ]);
  checkSame(said.get('script')!, said.get('floor')!, 'DuckDB', 'the floor');
  checkRequested(publishedTotals(reportsOf(place)), said.get('script')!, 'DuckDB');
  await checkSameDay(reportsOf(place), folders);
}

async function inLateTurn(
  contest: Contest,
  round: number,
  day: Day,
  place: Place,
  equalWork: string,
): Promise<void> {
  const { orders, late: count } = contest.options;
  const late = await lateCallbacks(day, count);
  let script: Totals = {};
  let folders: readonly string[] = [];
  await inTurn(round, [
    async () => contest.note([await measureLate('PostgreSQL', late, orders, place)]),
    async () => {
      const { measured, totals } = await measureScript(contest, day, orders, late);
      contest.note([measured]);
      script = totals;
    },
    async () => {
      const done = await measureEqualWorkLate(contest, late, equalWork);
      contest.note([done.measured]);
      folders = done.folders;
    },
  ]);
  const ours = publishedTotals(reportsOf(place));
  checkRequested(ours, script, 'DuckDB');
  await checkSameDay(reportsOf(place), folders);
  contest.differ(differencesOf(ours, script, 'the program', 'DuckDB'));
}
