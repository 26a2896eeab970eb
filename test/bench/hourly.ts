import { type Contest, profileOf } from './contest.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { dayOf } from './days.ts';
import { deliveriesOf } from './deliveries.ts';
import { type Place, runScript } from './program.ts';
import { measureCold, measureNight, reportsOf } from './program-steps.ts';
import { checkSame, publishedTotals } from './totals.ts';

/**
 * Runs one round of scenario hourly: a day that is delivered and judged hour by hour, then its night; and the same day,
 * cold. Throws Error if their reports differ.
 */
export async function hourlyRound(contest: Contest, round: number): Promise<void> {
  const { server, options, data, folder, note } = contest;
  const { orders } = options;
  const day = await dayOf(data, orders);
  const deliveries = await deliveriesOf(day);
  const ofRun = async (name: string, work: (place: Place) => Promise<void>) => {
    const environment = await createDatabase(server);
    const place = { work: folder(name), environment, profile: profileOf(contest, `${name}-${round}`) };
    await work(place);
    await dropDatabase(server, environment);
    return publishedTotals(reportsOf(place));
  };
  const hourly = await ofRun('hourly', async (place) => {
    const { taken } = await runScript(place, 'judge-deliveries.ts', { deliveries });
    note([{ what: 'deliveries', by: 'PostgreSQL', orders, ...taken }]);
    note([await measureNight('night after deliveries', 'PostgreSQL', orders, place)]);
  });
  const cold = await ofRun('cold', async (place) =>
    note(await measureCold('PostgreSQL', day, orders, place)),
  );
  checkSame(hourly, cold, 'the day judged hour by hour', 'the same day at once');
}
