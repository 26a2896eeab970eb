import type { Session } from '../../database/store.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { closedThrough } from '../periods/final-dates.ts';
import type { KnownVersion } from './known-versions.ts';

/** The state of a version, apart from whether it is as it was published. */
export interface VersionState {
  /** What a person should know of it: `final (closed through 2026-11-30)`. */
  readonly remarks: readonly string[];
  /** Whether the store still holds what the version was made from; else its files are checked by its manifest only. */
  readonly rebuildable: boolean;
}

/** One aspect of a version's state; undefined if it does not apply. */
export type VersionStateRule = (session: Session, version: KnownVersion) => Promise<VersionState | undefined>;

/** In the order of their remarks. What closes a period or purges a date adds its line here. */
const RULES: readonly VersionStateRule[] = [isAdopted, isFinal, isPurged];

export async function versionStateOf(session: Session, version: KnownVersion): Promise<VersionState> {
  const states: VersionState[] = [];
  for (const rule of RULES) {
    const state = await rule(session, version);
    if (state !== undefined) states.push(state);
  }
  return {
    remarks: states.flatMap(({ remarks }) => remarks),
    rebuildable: states.every(({ rebuildable }) => rebuildable),
  };
}

/** Of a version of another store, the facts are what this one makes; the rest is as it was when it was adopted. */
async function isAdopted(
  _session: Session,
  { adopted_entry }: KnownVersion,
): Promise<VersionState | undefined> {
  if (adopted_entry === null) return undefined;
  return {
    remarks: [`adopted from another store (entry ${adopted_entry} of the audit trail)`],
    rebuildable: true,
  };
}

/** Of a closed date, nothing follows on its newest version. */
async function isFinal(session: Session, known: KnownVersion): Promise<VersionState | undefined> {
  const through = await closedThrough(session, known.region);
  if (through === undefined || known.date > through) return undefined;
  if ((await newestVersion(session, known))?.version !== known.version) return undefined;
  return { remarks: [`final (closed through ${through})`], rebuildable: true };
}

/** Of a purged date, only the files are left. */
async function isPurged(session: Session, { date, region }: KnownVersion): Promise<VersionState | undefined> {
  const row = await session.db
    .selectFrom('purged_dates')
    .select('entry')
    .where('date', '=', date)
    .where('region', '=', region)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { remarks: [`purged (entry ${row.entry} of the audit trail)`], rebuildable: false };
}
