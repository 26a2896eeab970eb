import type { Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { type RegionFolder, regionFolders } from '../../export/publish/version-folders.ts';
import { newestVersionsText } from '../../export/publish/versions.ts';
import { type Progress, SILENT } from '../../progress.ts';
import { regionOfFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { chosenRegions } from '../run/chosen-regions.ts';
import type { AskedDates } from '../run/given-dates.ts';
import { atOneMoment } from './at-one-moment.ts';
import { checkFolders } from './check-folders.ts';
import { checkProofs } from './check-proofs.ts';
import { checkTrail } from './check-trail.ts';
import { checkVersions } from './check-version.ts';
import { knownVersions } from './known-versions.ts';
import type { Verification } from './verification.ts';
import { type Verified, verified } from './verified.ts';

/** The dates whose versions are checked. With no dates, only the store is checked. */
export interface VerifyRequest extends AskedDates {
  /** Only this region, `other` for orders without one. */
  readonly region?: string | undefined;
  /** Only this version of each date and region. */
  readonly version?: number | undefined;
  /** Folder of all reports, absolute. */
  readonly out: string;
  readonly progress?: Progress;
}

type Check = (verification: Verification) => Promise<readonly Verified[]>;

/** In the order of the output. */
const CHECKS: readonly Check[] = [checkFolders, checkVersions, checkStore];

/**
 * Checks published files against their manifests, files and manifests against the store, the store's books, and the
 * audit trail. It changes nothing and blocks no run. Its memory does not grow with the size of the store or the
 * reports.
 * @throws Fault NOTHING_REPORTED if no date has such a version; SOURCE_UNREADABLE
 */
export async function verify(
  store: Store,
  settings: Settings,
  request: VerifyRequest,
): Promise<readonly Verified[]> {
  const region = request.region === undefined ? undefined : chosenRegions(settings, request.region)[0];
  const { dates, isAsked = () => true, version, out, progress = SILENT } = request;
  const isWanted = (date: string, name: string) =>
    (region === undefined || name === region) && isAsked(date, name);
  // Listed before the store is read, so that the store knows every version found here.
  const folders: RegionFolder[] = [];
  for (const date of dates) folders.push(...(await regionFolders(out, date)));
  return atOneMoment(store, async (session) => {
    const verification: Verification = {
      ...{ session, settings, out, dates, region, version, progress },
      known: (await knownVersions(session, dates)).filter((one) => isWanted(one.date, one.region)),
      folders: folders.filter(({ date, name }) => isWanted(date, regionOfFolder(name))),
    };
    checkNotEmpty(verification);
    const results: Verified[] = emptyDates(verification);
    for (const check of CHECKS) results.push(...(await check(verification)));
    return results;
  });
}

/** The trail is read first, since proofs compare tables with it, but reported last. */
async function checkStore(verification: Verification): Promise<Verified[]> {
  const { trail, isBroken } = await checkTrail(verification);
  return [await checkProofs(verification, isBroken), trail];
}

/** Throws NOTHING_REPORTED if there is no version to check. */
function checkNotEmpty({ dates, version, known, folders }: Verification): void {
  if (dates.length === 0) return;
  const checked = known.filter((one) => version === undefined || one.version === version);
  if (checked.length > 0 || (version === undefined && folders.length > 0)) return;
  const span = dates.length === 1 ? dates[0]! : `${dates[0]} to ${dates.at(-1)}`;
  throw new Fault('NOTHING_REPORTED', {
    where: version === undefined ? span : `${span}, version ${version}`,
    ...(known.length === 0
      ? {}
      : { expected: newestVersionsText(known), remedy: 'Name a version that exists.' }),
  });
}

/** Results for the requested dates that have no version. */
function emptyDates({ dates, known, folders, version }: Verification): Verified[] {
  const has = (date: string) =>
    known.some((one) => one.date === date && (version === undefined || one.version === version)) ||
    folders.some((one) => one.date === date);
  return dates.filter((date) => !has(date)).map((date) => verified(date, 'nothing was reported'));
}
