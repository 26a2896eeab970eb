import { type Contest, profileOf } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { dayOf } from './days.ts';
import { measureCold } from './program-steps.ts';

/** Runs one cold round of a day with this many orders on PostgreSQL, for comparison with another size. */
export async function sizeRound(contest: Contest, round: number, orders: number): Promise<void> {
  const { server, data, folder, note } = contest;
  const day = await dayOf(data, orders);
  const environment = await createDatabase(server);
  const place = { work: folder('size'), environment, profile: profileOf(contest, `size-${orders}-${round}`) };
  note(await measureCold('PostgreSQL', day, orders, place));
  await dropDatabase(server, environment);
}
