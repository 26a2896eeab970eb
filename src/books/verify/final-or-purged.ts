import type { Session } from '../../database/store.ts';
import { newestVersion } from '../../export/publish/versions.ts';
import { closedThrough } from '../periods/final-dates.ts';
import type { KnownVersion } from './known-versions.ts';

/** Facts about a version that do not depend on whether its files are unchanged. */
export interface VersionState {
  /** Remarks for the reader: `final (closed through 2026-11-30)`. */
  readonly remarks: readonly string[];
  /**
   * Whether the store still holds what the version was made from. Otherwise its files are checked against the manifest
   * only.
   */
  readonly rebuildable: boolean;
}

/** One aspect of a version's state; undefined if it does not apply. */
export type VersionStateRule = (session: Session, version: KnownVersion) => Promise<VersionState | undefined>;

/** In the order of their remarks. */
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

/** For a version adopted from another store, this store makes only the facts; the other files stay as adopted. */
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

/** For the newest version of a closed date: no later version will follow. */
async function isFinal(session: Session, known: KnownVersion): Promise<VersionState | undefined> {
  const through = await closedThrough(session, known.region);
  if (through === undefined || known.date > through) return undefined;
  if ((await newestVersion(session, known))?.version !== known.version) return undefined;
  return { remarks: [`final (closed through ${through})`], rebuildable: true };
}

/** For a purged date: only the files are left. */
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
