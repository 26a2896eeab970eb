import type { Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../export/publish.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Settings } from '../../settings.ts';
import { regionsAtHand } from '../regions.ts';
import { checkBooks } from './check-books.ts';
import { checkFolders } from './check-folders.ts';
import { checkTrail } from './check-trail.ts';
import { checkVersions } from './check-versions.ts';
import { type RegionFolder, regionFolders } from './folders.ts';
import { knownVersions } from './known-versions.ts';
import type { Look } from './look.ts';
import { snapshot } from './snapshot.ts';
import { type Verified, verified } from './verified.ts';

export interface VerifyRequest {
  /** Business dates whose versions are checked, `yyyy-MM-dd`, in order; none for the store alone. */
  readonly dates: readonly string[];
  /** Only this region's, `other` for orders without one. */
  readonly region?: string | undefined;
  /** Only this version of each date and region. */
  readonly version?: number | undefined;
  /** Folder of all reports, absolute. */
  readonly out: string;
  readonly progress?: Progress;
}

type Check = (look: Look) => Promise<readonly Verified[]>;

/** In the order in which they are told. */
const CHECKS: readonly Check[] = [checkFolders, checkVersions, checkBooks, checkTrail];

/**
 * Checks published files against their manifests, files and manifests against the store, the store's books, and the
 * audit trail; changes nothing, and holds up no run. Memory does not grow with what is stored or published.
 * @throws Fault NOTHING_REPORTED if no date has such a version; SOURCE_UNREADABLE
 */
export async function verify(
  store: Store,
  settings: Settings,
  request: VerifyRequest,
): Promise<readonly Verified[]> {
  const region = request.region === undefined ? undefined : regionsAtHand(settings, request.region)[0];
  const { dates, version, out, progress = SILENT } = request;
  // Before the store is looked at: whatever is in its place now, the store knows already.
  const folders: RegionFolder[] = [];
  for (const date of dates) folders.push(...(await regionFolders(out, date)));
  return snapshot(store, async (session) => {
    const look: Look = {
      ...{ session, settings, out, dates, region, version, progress },
      known: (await knownVersions(session, dates)).filter(
        (one) => region === undefined || one.region === region,
      ),
      folders: folders.filter(({ name }) => region === undefined || name === regionFolder(region)),
    };
    refuseNothing(look);
    const results: Verified[] = emptyDates(look);
    for (const check of CHECKS) results.push(...(await check(look)));
    return results;
  });
}

/** Throws NOTHING_REPORTED if there is no version to check. */
function refuseNothing({ dates, version, known, folders }: Look): void {
  if (dates.length === 0) return;
  const wanted = known.filter((one) => version === undefined || one.version === version);
  if (wanted.length > 0 || (version === undefined && folders.length > 0)) return;
  const span = dates.length === 1 ? dates[0]! : `${dates[0]} to ${dates.at(-1)}`;
  throw new Fault('NOTHING_REPORTED', {
    where: version === undefined ? span : `${span}, version ${version}`,
  });
}

/** Of several dates, those of which there is nothing to check. */
function emptyDates({ dates, known, folders, version }: Look): Verified[] {
  const has = (date: string) =>
    known.some((one) => one.date === date && (version === undefined || one.version === version)) ||
    folders.some((one) => one.date === date);
  return dates.filter((date) => !has(date)).map((date) => verified(date, 'nothing was reported'));
}
