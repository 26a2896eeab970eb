import { appendDecisions } from '../../audit/audit-trail.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { keepSums } from '../../export/date-sums.ts';
import { repoint } from '../../export/publish/latest-link.ts';
import { regionFolders } from '../../export/publish/version-folders.ts';
import { addAdopted, filesDigest } from '../../export/publish/versions.ts';
import { formatInstant, type Instant, isoInstant } from '../../normalise/instant.ts';
import { type Progress, SILENT } from '../../progress.ts';
import type { Run } from '../../reconcile/run.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import { type FinalDates, finalDates, refuseMissingClosed } from '../periods/final-dates.ts';
import { chosenRegions } from '../run/chosen-regions.ts';
import { type AskedDates, regionsAsked } from '../run/given-dates.ts';
import { judgeOrders } from '../run/judge-as-of.ts';
import { keepAdjustments } from '../run/keep-adjustments.ts';
import { scopeOf } from '../run/report-scope.ts';
import type { Deviation } from '../verify/verified.ts';
import { type Candidate, placeOf, type VersionsFolder } from './candidates.ts';
import { type Compared, compareCandidate } from './compare-candidate.ts';

export interface AdoptRequest extends AskedDates {
  /** Only this region, `other` for orders without one. */
  readonly region?: string | undefined;
  /** Folder of all reports, absolute. */
  readonly out: string;
  /** Person, reason and time for the audit trail. */
  readonly who: string;
  readonly reason: string | null;
  readonly at: Instant;
  /** Reports what would be adopted and changes nothing. */
  readonly dryRun?: boolean;
  readonly progress?: Progress;
}

/** The result for the unknown versions of one date and region. */
export interface AdoptedPlace {
  readonly date: string;
  /** Empty for orders without one. */
  readonly region: string;
  readonly versions: ReadonlyArray<{
    readonly version: number;
    /** Instant in ISO 8601, UTC; absent if the manifest has none. */
    readonly asOf?: string;
    /** Files other than the facts that this store would write differently. They stay as they are. */
    readonly keptAsTheyAre: readonly string[];
  }>;
  /** Deviations that prevented adoption; empty if the versions were adopted. */
  readonly deviations: readonly Deviation[];
}

/**
 * Adds version folders that this store does not know to its own versions. Another store published them, or this store
 * did before it was restored from an older backup. Results as of each version's own moment must give the same facts,
 * byte for byte, and the folders must match their manifests. Folders are only read. For each date and region either all
 * versions are adopted or none. If nothing is adopted, nothing is stored. Each adoption has an entry in the audit
 * trail.
 * @throws Fault STORE_LOCKED, BOOKS_DO_NOT_TIE, SOURCE_UNREADABLE, SETTINGS_INVALID; USAGE for an unknown region;
 * FOLDER_NOT_WRITABLE after they are adopted, if `latest` cannot be pointed at them
 */
export async function adopt(
  store: Store,
  settings: Settings,
  request: AdoptRequest,
): Promise<readonly AdoptedPlace[]> {
  const progress = request.progress ?? SILENT;
  try {
    return await store.exclusively(async () => {
      const places = await store.session((session) =>
        transaction<readonly Judged[]>(session, async () => {
          const judged = await judgePlaces(session, settings, request);
          const adopted = judged.filter(({ place }) => place.deviations.length === 0);
          if (request.dryRun === true || adopted.length === 0) return new Rollback(judged);
          await keep(session, request, adopted);
          return judged;
        }),
      );
      // Before the lock is given back: another run would point it at a newer version meanwhile.
      if (request.dryRun !== true) {
        for (const { place } of places) if (place.deviations.length === 0) await repoint(place.path);
      }
      return places.map(adoptedPlace);
    });
  } finally {
    progress.end();
  }
}

/** A date and region with the candidates that were compared. */
interface Judged {
  readonly place: VersionsFolder;
  readonly compared: ReadonlyMap<Candidate, Compared>;
}

async function judgePlaces(session: Session, settings: Settings, request: AdoptRequest): Promise<Judged[]> {
  await refuseMissingClosed(session, settings);
  const final = await finalDates(session);
  const judged = (await findPlaces(session, settings, request, final)).map((place) => ({
    place,
    compared: new Map<Candidate, Compared>(),
  }));
  const progress = request.progress ?? SILENT;
  const moments = momentsOf(judged.map(({ place }) => place));
  progress.begin('Judging as of what was published', moments.length, 'moment');
  for (const [index, asOf] of moments.entries()) {
    const run = await judgeAt(session, settings, request, { asOf, follows: index > 0, final });
    for (const { place, compared } of judged) {
      for (const candidate of place.candidates) {
        if (formatInstant(candidate.asOf) !== formatInstant(asOf)) continue;
        const scope = { ...scopeOf(run, place.date, place.region), schema: candidate.schema };
        const result = await compareCandidate(session, scope, candidate);
        compared.set(candidate, result);
        place.deviations.push(...result.deviations);
      }
    }
    progress.advance(1);
  }
  return judged;
}

/** The folders of dates and regions that contain unknown versions, in order. */
async function findPlaces(
  session: Session,
  settings: Settings,
  { dates, isAsked, region, out, at }: AdoptRequest,
  final: FinalDates,
): Promise<VersionsFolder[]> {
  const places: VersionsFolder[] = [];
  for (const date of dates) {
    const regions = regionsAsked({ dates, isAsked }, date, chosenRegions(settings, region));
    for (const folder of await regionFolders(out, date)) {
      const name = regions.find((one) => regionFolder(one) === folder.name);
      if (name === undefined) continue;
      const place = await placeOf(session, folder, name, { settings, final, at });
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

/** The as-of moments of the candidates, earliest first, since a later one may depend on an earlier one. */
function momentsOf(places: readonly VersionsFolder[]): Instant[] {
  const moments = new Map<string, Instant>();
  for (const { asOf } of places.flatMap(({ candidates }) => candidates))
    moments.set(formatInstant(asOf), asOf);
  return [...moments.values()].sort((one, other) => one.seconds - other.seconds || one.micros - other.micros);
}

async function judgeAt(
  session: Session,
  settings: Settings,
  { at }: AdoptRequest,
  { final, ...judging }: { readonly asOf: Instant; readonly follows: boolean; readonly final: FinalDates },
): Promise<Run> {
  const run = await judgeOrders(session, settings, { ...judging, startedAt: at });
  // As in any run, changes on closed dates are reported as adjustments on the first open date.
  await keepAdjustments(session, run, chosenRegions(settings, undefined), final);
  return run;
}

/** Stores the adopted versions and records the person in the audit trail. */
async function keep(
  session: Session,
  { who, reason, at }: AdoptRequest,
  adopted: readonly Judged[],
): Promise<void> {
  const entries = await appendDecisions(
    session,
    adopted.map(({ place: { date, region, candidates } }) => ({
      at,
      who,
      action: 'adopt',
      region: regionFolder(region),
      reason,
      after: {
        date,
        versions: candidates.map(({ version, manifest }) => ({
          version,
          manifest: sha256Of(manifest.text),
        })),
      },
    })),
  );
  for (const [index, { place, compared }] of adopted.entries()) {
    for (const candidate of place.candidates) {
      const { scope, facts } = compared.get(candidate)!;
      await keepSums(session, scope);
      await addAdopted(session, scope, {
        version: candidate.version,
        schema: candidate.schema,
        ...candidate.form,
        facts_sha256: facts,
        files_sha256: filesDigest(filesOf(candidate)),
        adopted_entry: String(entries[index]),
        manifest_sha256: sha256Of(candidate.manifest.text),
      });
    }
  }
}

/** The reports of a version, as for one that this store publishes: its datapackage.json describes them and is none. */
function filesOf({ manifest, found }: Candidate): Array<{ readonly name: string; readonly sha256: string }> {
  const listed = new Set(manifest.files.map(({ name }) => name));
  return [...found.values()].flatMap((file) => {
    if (!('sha256' in file)) throw new Fault('SOURCE_UNREADABLE', { where: file.name, found: file.trouble });
    return listed.has(file.name) ? [file] : [];
  });
}

function adoptedPlace({ place, compared }: Judged): AdoptedPlace {
  const { date, region, versions, candidates, deviations } = place;
  return {
    date,
    region,
    versions: versions.map((version) => {
      const candidate = candidates.find((one) => one.version === version);
      if (candidate === undefined) return { version, keptAsTheyAre: [] };
      const keptAsTheyAre = compared.get(candidate)?.others ?? [];
      return { version, asOf: isoInstant(formatInstant(candidate.asOf)), keptAsTheyAre };
    }),
    deviations,
  };
}
