import { type Overview, readOverview } from '../../books/shown/overview.ts';
import { localDate } from '../../normalise/local-date.ts';
import { allRegions } from '../../settings/schema.ts';
import { readShown } from '../read-shown.ts';
import type { SignedInVisit } from '../visit.ts';

/**
 * The overview for whoever asks, the same object while nothing changes. A reader of some merchants is not shown regions where these have no orders.
 */
export async function overviewFor(visit: SignedInVisit): Promise<Overview> {
  const { settings, account, now } = visit;
  const at = now();
  const merchants = account.merchants;
  // Which dates there are changes at midnight, without a change of the store.
  const today = allRegions(settings).map(({ zone }) => localDate(at, zone));
  return readShown(visit, `overview ${today.join(' ')}`, async (session) => {
    const overview = await readOverview(session, settings, { at, merchants });
    if (merchants === undefined) return overview;
    const regions = overview.regions.filter(({ dates }) => dates.some(({ outcomes }) => outcomes.length > 0));
    return { ...overview, regions };
  });
}
