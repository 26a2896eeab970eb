import { resolve } from 'node:path';
import type { Alert } from '../src/alerts/alert.ts';
import { chosenRegions } from '../src/books/run/chosen-regions.ts';
import { unreadText } from '../src/books/run/provisional-text.ts';
import { type ReconcileResult, reconcileDates } from '../src/books/run/reconcile-dates.ts';
import { reconcileText } from '../src/books/run/summary-text.ts';
import type { Session } from '../src/database/store.ts';
import { Fault } from '../src/errors.ts';
import { sourceNames } from '../src/ingest/read-sources.ts';
import { type UnreadSource, unreadSources } from '../src/ingest/unread-sources.ts';
import { formatInstant, type Instant } from '../src/normalise/instant.ts';
import { addDays, localDate } from '../src/normalise/local-date.ts';
import type { Job, JobContext } from '../src/operations/schedule/job.ts';
import { isMissed, regionsDone } from '../src/operations/schedule/job-outlook.ts';
import { ALL_REGIONS, attemptKey } from '../src/operations/schedule/job-run.ts';
import { nightAlerts, nightKey } from '../src/operations/schedule/night-alert.ts';
import { nightNews, noteAnnounced, noteNightRun } from '../src/operations/schedule/night-news.ts';
import { OTHER_REGION, type RegionSettings, type Settings } from '../src/settings/schema.ts';
import { readAside } from './ingest.ts';

const NAME = 'nightly';

/**
 * Ingests, then reconciles and publishes the previous date of a region. While a source is not read completely, the
 * version is provisional and alerts contain no sums; with jobs.holdNights, nothing is published.
 */
export const nightlyJob: Job = {
  name: NAME,
  purpose: "ingests, then reconciles and publishes the region's yesterday",
  times: (settings) =>
    regionsOf(settings).map((region) => ({
      expression: settings.jobs.nightly,
      zone: region.zone,
      region: region.name,
    })),
  dateOf: yesterday,
  run: async (context) => {
    const { settings } = context;
    const [chosen] = chosenRegions(settings, context.region);
    const region = regionsOf(settings).find(({ name }) => regionOf(name) === chosen)!;
    // A source that fails does not stop the night: the records stored earlier are reconciled.
    const aside = context.isRead === true ? undefined : await readAside(context);
    const unread = await unreadOf(context);
    if (unread.length > 0 && settings.jobs.holdNights) throw nightHeld(unread);
    const alerts = await reconcileRegion(context, region);
    if (unread.length === 0) return { alerts, aside };
    context.say(unsentText(unread, context.startedManually === true));
    return { held: context.startedManually !== true, aside };
  },
  // The night has succeeded when every region is done and no earlier night is missing.
  whenDone: async (session, { date, at, settings }) => {
    const regions = regionsOf(settings).map(({ name }) => name);
    const done = await regionsDone(session, NAME, date);
    if ((await isMissed(session, NAME, at)) || !regions.every((name) => done.includes(name))) return [];
    const facts = { topic: 'heartbeat' as const, date, region: ALL_REGIONS };
    return [{ key: `heartbeat/${date}`, severity: 'low', facts }];
  },
};

/** The previous date in a region's time zone. */
function yesterday(at: Instant, zone: string): string {
  return addDays(localDate(at, zone), -1);
}

/** The name of a region in the stored records. */
function regionOf(name: string): string {
  return name === 'other' ? OTHER_REGION.name : name;
}

function regionsOf(settings: Settings): RegionSettings[] {
  return [...settings.regions, { ...OTHER_REGION, name: 'other' }];
}

/** The sources that are not read completely at this moment. */
function unreadOf({ store, settings }: JobContext): Promise<UnreadSource[]> {
  return store.session((session) => unreadSources(session, sourceNames(settings)));
}

function nightHeld(unread: readonly UnreadSource[]): Fault {
  return new Fault('NIGHT_HELD', {
    where: [...new Set(unread.map(({ source }) => source))].join(', '),
    found: unread.map(unreadText),
    expected: 'sources that are read completely (jobs.holdNights)',
  });
}

function unsentText(unread: readonly UnreadSource[], startedManually: boolean): string {
  const what = startedManually ? 'not sent, since not' : 'held until';
  const then = startedManually ? ' Run the job again once they are read.' : '';
  return `The message about this night is ${what} every source has been read completely: ${unread.map(unreadText).join('; ')}.${then}`;
}

/** @returns what gives the alerts, in the transaction that writes them */
async function reconcileRegion(
  context: JobContext,
  region: RegionSettings,
): Promise<(session: Session) => Promise<Alert[]>> {
  const { store, settings, at, startedManually = false, workingDirectory, say } = context;
  const date = context.date ?? yesterday(at, region.zone);
  const result = await reconcileDates(store, settings, {
    dates: [date],
    region: region.name,
    asOf: at,
    startedAt: at,
    out: resolve(workingDirectory, settings.out),
    noteRun: (session, runId) => noteNightRun(session, regionOf(region.name), runId),
  }).catch((error: unknown) => {
    const isTooEarly = error instanceof Fault && error.code === 'AS_OF_TOO_EARLY';
    throw isTooEarly ? nightTooEarly(error, startedManually) : error;
  });
  if (result.publications.length > 0) say(reconcileText(result, { workingDirectory }));
  return (session) => alertsOf(session, context, result, { region: regionOf(region.name), date });
}

interface Night {
  /** Its name in the stored records. */
  readonly region: string;
  readonly date: string;
}

/** The alerts of a night, whose news are reported by them unless the same messages were written before. */
async function alertsOf(
  session: Session,
  context: JobContext,
  result: ReconcileResult,
  night: Night,
): Promise<Alert[]> {
  // A region without an order has no message. Its news begin anew, or each night would read all orders since its first one.
  if (result.summaries.length === 0) {
    await noteAnnounced(session, night.region);
    return [];
  }
  const name = await nameOf(session, context, night);
  const alerts = nightAlerts(result, await nightNews(session, night.region), name);
  if (alerts.length > 0 && !(await isSaid(session, night, name))) await noteAnnounced(session, night.region);
  return alerts;
}

/**
 * Names a night in the keys of its messages. Who starts one wants its message each time. One that a clock ahead made before
 * its time, with a message, is made again, and says so once more; but not each time, as two machines whose clocks differ make
 * it again and again.
 */
async function nameOf(session: Session, context: JobContext, night: Night): Promise<string> {
  const { dueAt, attempt = 1, startedManually = false } = context;
  if (startedManually) return attemptKey({ dueAt, attempt, startedManually });
  const name = formatInstant(dueAt);
  return (await isSaid(session, night, name)) ? `${name}/again` : name;
}

async function isSaid({ db }: Session, { region, date }: Night, name: string): Promise<boolean> {
  const key = nightKey(region, date, name);
  const said = await db.selectFrom('outbox').select('key').where('key', '=', key).limit(1).execute();
  return said.length > 0;
}

/** The fault of a night whose date is published as of a later time. It is the same at each attempt, to be sent once. */
function nightTooEarly({ detail }: Fault, startedManually: boolean): Fault {
  const then = startedManually ? 'Run the job again' : 'The night is tried again by itself, and succeeds';
  return new Fault('AS_OF_TOO_EARLY', {
    ...detail,
    found: 'an earlier time on the clock of this machine',
    remedy:
      'Correct the clock of this machine if it is behind. If it is right, the version was published while a clock was ' +
      `ahead, or by --as-of. ${then} at the time that is expected; until then, payin-recon reconcile --preview DIR writes ` +
      'the reports as known now.',
  });
}
