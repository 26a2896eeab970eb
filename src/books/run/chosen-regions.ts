import { type Caller, commandLine } from '../../caller.ts';
import type { Session } from '../../database/store.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import { regionFolder, regionOfFolder } from '../../settings/region-folder.ts';
import { allRegions, OTHER_REGION, type Settings } from '../../settings/schema.ts';

/** Names of the regions in a run, `''` for orders without one. Throws the caller's fault for an unknown region. */
export function chosenRegions(
  settings: Settings,
  region: string | undefined,
  caller: Caller = commandLine(''),
): string[] {
  const known = allRegions(settings).map(({ name }) => name);
  return region === undefined ? known : [oneOf(known, region, caller)];
}

/** The name of a region of the settings. Throws the caller's fault for another one, and for orders without a region. */
export function regionOfSettings(
  settings: Settings,
  region: string,
  caller: Caller = commandLine(''),
): string {
  return oneOf(
    settings.regions.map(({ name }) => name),
    region,
    caller,
  );
}

function oneOf(known: readonly string[], region: string, caller: Caller): string {
  const name = regionOfFolder(region);
  // An empty text is what a variable that is not set gives, not the region without a name.
  if (region !== '' && known.includes(name)) return name;
  const names = known.map(regionFolder);
  const hint = didYouMean(region, names);
  const isOther = region !== '' && name === OTHER_REGION.name;
  throw new Fault(caller.code, {
    where: caller.argument('region'),
    found: isOther ? `${region}, which is no region of the settings` : region || 'an empty text',
    expected: names.join(', '),
    ...(hint === undefined ? {} : { remedy: hint }),
  });
}

/**
 * The zone for a region's business dates. A region that is not in the settings has the zone of orders without a region.
 */
export function zoneOfRegion(settings: Settings, region: string): string {
  return allRegions(settings).find(({ name }) => name === region)?.zone ?? OTHER_REGION.zone;
}

/**
 * Regions that published versions of the dates name and the settings no longer do. Their orders are now in other
 * regions.
 */
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
