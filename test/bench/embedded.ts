import { join } from 'node:path';
import { type Contest, inTurn, profileOf } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { dayOf } from './days.ts';
import { measureCold, reportsOf } from './program-steps.ts';
import { checkSame, publishedTotals } from './totals.ts';

/** Runs one round of scenario embedded: the same day, cold, on both engines. Throws Error if their reports differ. */
export async function embeddedRound(contest: Contest, round: number): Promise<void> {
  const { server, options, data, folder, note } = contest;
  const orders = options.embeddedOrders;
  const day = await dayOf(data, orders);
  const environment = await createDatabase(server);
  const profile = profileOf(contest, `embedded-${round}`);
  const postgresql = { work: folder('postgresql'), environment };
  const work = folder('embedded');
  const embedded = { work, options: ['--data', join(work, 'store')], profile };
  await inTurn(round, [
    async () => note(await measureCold('embedded', day, orders, embedded)),
    async () => note(await measureCold('PostgreSQL', day, orders, postgresql)),
  ]);
  await dropDatabase(server, environment);
  const [one, other] = [embedded, postgresql].map((place) => publishedTotals(reportsOf(place)));
  checkSame(one!, other!, 'the embedded engine', 'PostgreSQL');
}
