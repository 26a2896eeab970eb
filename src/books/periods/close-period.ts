import { appendDecisions } from '../../audit/audit-trail.ts';
import { type Caller, commandLine } from '../../caller.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import { Rollback, type Session, type Store, transaction } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { formatInstant, type Instant, isoSeconds } from '../../normalise/instant.ts';
import { localDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { zoneOfRegion } from '../run/chosen-regions.ts';
import type { ProvisionalDate } from '../run/provisional-text.ts';
import { noteReopened, noteReported } from './final-dates.ts';
import { provisionalOf } from './provisional-dates.ts';

export interface CloseRequest {
  /** The last date of the period, `yyyy-MM-dd`. */
  readonly through: string;
  /** Names of regions, `''` for orders without one. */
  readonly regions: readonly string[];
  /** Person, reason and time for the audit trail. */
  readonly who: string;
  readonly reason: string;
  readonly at: Instant;
  /** Also closes dates whose newest version is missing or out of date. */
  readonly force?: boolean;
  /** Reports what would be done and changes nothing. */
  readonly dryRun?: boolean;
  /** The caller, if it is not the command line. */
  readonly caller?: Caller;
}

/** The last closed date of a region before and after; null if none of it is closed. */
export interface ClosedRegion {
  readonly region: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** never: no version is published · changed: results differ from the newest version · unread: records wait for a run */
export interface NotReady {
  readonly region: string;
  readonly date: string;
  readonly kind: 'never' | 'changed' | 'unread';
}

/** What closing a period changed, by region, and the dates that were not ready. */
export interface CloseResult {
  readonly regions: readonly ClosedRegion[];
  /** Dates that were closed although their newest version is missing or out of date. */
  readonly notReady: readonly NotReady[];
  /** Dates that were closed although orders or payments may be missing; absent if there is none. */
  readonly provisional?: readonly ProvisionalDate[];
}

interface Closing {
  readonly region: string;
  readonly through: string;
  readonly previous: string | null;
}

/** The result as --json and the library return it, with regions named as their folders are. */
export function closeResultJson({ regions, notReady, provisional }: CloseResult): CloseResult {
  const named = <T extends { readonly region: string }>(one: T) => ({
    ...one,
    region: regionFolder(one.region),
  });
  return {
    regions: regions.map(named),
    notReady: notReady.map(named),
    ...(provisional === undefined ? {} : { provisional: provisional.map(named) }),
  };
}

const MOST_SHOWN = 10;

/**
 * Closes a period: the published reports of its dates become final. Either all of the regions are closed or none.
 * Without `force` it refuses two cases: a date that was never published would be in no file, and a later change would
 * be reported only as an adjustment. The caller must hold the store's lock.
 * @throws Fault CLOSING_TOO_EARLY, CLOSED_ALREADY, CLOSING_NOT_READY
 */
export async function closePeriod(
  store: Store,
  settings: Settings,
  request: CloseRequest,
): Promise<CloseResult> {
  const zones = request.regions.map((name) => zoneOfRegion(settings, name));
  checkEnded(request, zones);
  return decide(store, request, async (session) => {
    const closings = await currentClosings(session, request.regions);
    const closed = closings.filter(({ through }) => through >= request.through);
    if (closed.length > 0) {
      throw new Fault('CLOSED_ALREADY', {
        where: placeOf(request),
        found: closed.map(({ region, through }) => `${regionFolder(region)} is closed through ${through}`),
        expected: 'a date later than these',
      });
    }
    const notReady = await checkReady(session, settings, request, zones);
    const newestRun = await newestRunOf(session);
    // Unpublished rows stay unpublished; only changes from now on become adjustments.
    for (const { date, region, kind } of notReady) {
      if (kind === 'never') await noteReported(session, { date, region, run_id: newestRun });
    }
    const regions = request.regions.map((region) => {
      const before = closings.find((one) => one.region === region)?.through ?? null;
      return { region, before, after: request.through };
    });
    const provisional = await provisionalOf(session, settings, newestRun, regions);
    await atFaultPoint('close.keep', () =>
      keepClosings(session, request, 'close', regions, (region) => region.before),
    );
    return { regions, notReady, ...(provisional.length === 0 ? {} : { provisional }) };
  });
}

/**
 * Undoes the newest closing: each region returns to its previous closing, or to none. Changes made meanwhile appear in
 * the next versions of the reopened dates, and payments that left or reached dates that stay closed in adjustments.
 * @throws Fault NOT_CLOSED
 */
export async function reopenPeriod(store: Store, request: CloseRequest): Promise<CloseResult> {
  return decide(store, request, async (session) => {
    const closings = await currentClosings(session, request.regions);
    const wrong = request.regions.flatMap((region) => {
      const through = closings.find((one) => one.region === region)?.through;
      if (through === request.through) return [];
      return [
        `${regionFolder(region)} is ${through === undefined ? 'not closed' : `closed through ${through}`}`,
      ];
    });
    if (wrong.length > 0) {
      throw new Fault('NOT_CLOSED', { where: placeOf(request), found: wrong });
    }
    const regions = closings.map(({ region, through, previous }) => ({
      region,
      before: through,
      after: previous,
    }));
    const earlier = new Map<string, string | null>();
    for (const { region, after } of regions) {
      earlier.set(region, after === null ? null : await previousOf(session, region, after));
    }
    await keepClosings(
      session,
      request,
      'reopen-period',
      regions,
      ({ region }) => earlier.get(region) ?? null,
    );
    for (const reopened of regions) await noteReopened(session, reopened);
    return { regions, notReady: [] };
  });
}

function decide(
  store: Store,
  { dryRun }: CloseRequest,
  work: (session: Session) => Promise<CloseResult>,
): Promise<CloseResult> {
  return store.exclusively(() =>
    store.session((session) =>
      transaction<CloseResult>(
        session,
        async () => {
          const result = await work(session);
          return dryRun === true ? new Rollback(result) : result;
        },
        'close.commit',
      ),
    ),
  );
}

/** Throws CLOSING_TOO_EARLY if the date has not ended in the zone of every region. */
function checkEnded(request: CloseRequest, zones: readonly string[]): void {
  const { through, regions, at } = request;
  const running = regions.flatMap((region, index) => {
    const today = localDate(at, zones[index]!);
    return through < today ? [] : [`in ${regionFolder(region)} it is ${today} (${zones[index]})`];
  });
  if (running.length === 0) return;
  throw new Fault('CLOSING_TOO_EARLY', {
    where: placeOf(request),
    found: running,
    expected: `a date that has ended by ${isoSeconds(formatInstant(at))}`,
  });
}

async function currentClosings(session: Session, regions: readonly string[]): Promise<Closing[]> {
  const rows = await session.db
    .selectFrom('closings')
    .select(['region', 'through_date', 'previous_through'])
    .where('until_entry', 'is', null)
    .where('region', 'in', [...regions])
    .execute();
  return regions.flatMap((region) =>
    rows
      .filter((row) => row.region === region)
      .map((row) => ({ region, through: row.through_date, previous: row.previous_through })),
  );
}

/** The closing that a region returns to when its newest one is undone. */
async function previousOf(session: Session, region: string, through: string): Promise<string | null> {
  const row = await session.db
    .selectFrom('closings')
    .select('previous_through')
    .where('region', '=', region)
    .where('through_date', '=', through)
    .orderBy('from_entry', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.previous_through ?? null;
}

/** Dates of the period whose newest version is missing or out of date. Throws CLOSING_NOT_READY without `force`. */
async function checkReady(
  session: Session,
  settings: Settings,
  request: CloseRequest,
  zones: readonly string[],
): Promise<NotReady[]> {
  const { through, regions, force } = request;
  const { rows } = await runSqlFile<NotReady>(session, 'close/010_not_ready.sql', {
    ...{ regions: [...regions], zones: [...zones] },
    ...{ through, at: formatInstant(request.at), bank_days: settings.bank.days },
  });
  if (rows.length === 0 || force === true) return rows;
  const shown = rows.slice(0, MOST_SHOWN).map(notReadyText);
  if (rows.length > MOST_SHOWN) shown.push(`and ${rows.length - MOST_SHOWN} more`);
  throw new Fault('CLOSING_NOT_READY', { where: placeOf(request), found: shown });
}

/** Describes a date that is not ready to be closed, with the reason. */
export function notReadyText({ region, date, kind }: NotReady): string {
  const why = {
    never: 'has orders or rows of statements and was never reported',
    changed: 'changed since its newest version',
    unread: 'has records that no run has processed',
  };
  return `${date} ${regionFolder(region)} ${why[kind]}`;
}

/** Ends the current closings and starts the new ones. Each has an entry in the audit trail. */
async function keepClosings(
  session: Session,
  { who, reason, at }: CloseRequest,
  action: 'close' | 'reopen-period',
  regions: readonly ClosedRegion[],
  previousThrough: (region: ClosedRegion) => string | null,
): Promise<void> {
  const entries = await appendDecisions(
    session,
    regions.map(({ region, before, after }) => ({
      at,
      who,
      action,
      region,
      reason,
      before: { through: before },
      after: { through: after },
    })),
  );
  for (const [index, closed] of regions.entries()) {
    const entry = String(entries[index]);
    await session.db
      .updateTable('closings')
      .set({ until_entry: entry })
      .where('region', '=', closed.region)
      .where('until_entry', 'is', null)
      .execute();
    if (closed.after === null) continue;
    await session.db
      .insertInto('closings')
      .values({
        region: closed.region,
        from_entry: entry,
        until_entry: null,
        through_date: closed.after,
        previous_through: previousThrough(closed),
      })
      .execute();
  }
}

async function newestRunOf(session: Session): Promise<number> {
  const row = await session.db
    .selectFrom('runs')
    .select((e) => e.fn.max('run_id').as('run_id'))
    .executeTakeFirst();
  return row?.run_id ?? 0;
}

/** The argument that names the period, as the caller wrote it. */
function placeOf({ through, caller = commandLine('close') }: CloseRequest): string {
  return `${caller.argument('through')} ${through}`;
}
