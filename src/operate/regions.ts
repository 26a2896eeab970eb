import type { Session } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { regionFolder } from '../export/publish.ts';
import { didYouMean } from '../near.ts';
import { allRegions, OTHER_REGION, type Settings } from '../settings.ts';

/** Names of the regions that a run looks at; `''` stands for orders without one. */
export function regionsAtHand(settings: Settings, region: string | undefined): string[] {
  const known = allRegions(settings).map(({ name }) => name);
  if (region === undefined) return known;
  const name = region === 'other' ? OTHER_REGION.name : region;
  if (known.includes(name)) return [name];
  const names = known.map(regionFolder);
  const hint = didYouMean(region, names);
  throw new Fault('USAGE', {
    where: '--region',
    found: region,
    expected: names.join(', '),
    ...(hint === undefined ? {} : { remedy: hint }),
  });
}

/** Regions that the settings no longer name and that versions of the dates do: their orders are elsewhere now. */
export async function formerRegions(
  session: Session,
  dates: readonly string[],
  regions: readonly string[],
): Promise<string[]> {
  const rows = await session.db
    .selectFrom('versions')
    .select('region')
    .distinct()
    .where('date', 'in', [...dates])
    .where('region', 'not in', [...regions])
    .orderBy('region')
    .execute();
  return rows.map(({ region }) => region);
}
