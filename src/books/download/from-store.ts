import { ofAllRuns, withReportDate } from '../../../reports/dated.ts';
import type { Report, ReportScope } from '../../../reports/report.ts';
import type { Session } from '../../database/store.ts';
import { readAtOnce } from '../../database/store-in-turn.ts';
import { Fault } from '../../errors.ts';
import { finalDates } from '../periods/final-dates.ts';
import { type KnownVersion, scopeOfVersion } from '../verify/known-versions.ts';
import { type Download, type DownloadSource, mediaTypeOf, type ReaderLimit } from './download.ts';
import { placeOfVersion } from './published-version.ts';
import { spooled } from './spool.ts';

/** So many downloads are made from the store at once, each on a connection of its own; others wait. The pool has 20. */
const MOST_AT_ONCE = 6;

let places = MOST_AT_ONCE;
const waiting: Array<() => void> = [];

async function inItsPlace<T>(work: () => Promise<T>): Promise<T> {
  if (places > 0) places -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) places += 1;
    else next();
  }
}

/**
 * A download that is made from the store while it is sent. It is read at one moment, in a transaction that ends when the
 * content is made, however slowly it is received; see src/books/download/spool.ts.
 */
export function madeFromStore(
  { store, spoolFolder }: DownloadSource,
  fileName: string,
  make: (session: Session) => AsyncIterable<string | Buffer>,
): Download {
  const produce = (write: (block: string | Buffer) => Promise<void>) =>
    inItsPlace(() =>
      readAtOnce(store, async (session) => {
        for await (const block of make(session)) await write(block);
      }),
    );
  return {
    fileName,
    mediaType: mediaTypeOf(fileName),
    stream: (signal) => spooled(produce, { folder: spoolFolder, signal }),
  };
}

/** What the reports of versions are made from. Throws VERSION_PURGED if the data of one was purged. */
export async function scopesOfVersions(
  session: Session,
  { settings }: DownloadSource,
  versions: readonly KnownVersion[],
  { merchants }: ReaderLimit,
): Promise<ReportScope[]> {
  await checkNotPurged(session, versions);
  const scopes: ReportScope[] = [];
  for (const known of versions)
    scopes.push({ ...(await scopeOfVersion(session, settings, known)), merchants });
  return scopes;
}

/** Checks that the reports of versions can be made. Throws VERSION_PURGED. */
export async function checkNotPurged(session: Session, versions: readonly KnownVersion[]): Promise<void> {
  const final = await finalDates(session);
  const purged = versions.find(({ date, region }) => final.isPurged(date, region));
  if (purged !== undefined) throw new Fault('VERSION_PURGED', { where: placeOfVersion(purged) });
}

/**
 * A report and the scopes for one file over versions of several dates: with the date of each row. Rows of no date and no
 * region are listed once for each date, as its versions have them.
 */
export function overVersions(
  report: Report,
  scopes: readonly ReportScope[],
): { readonly report: Report; readonly scopes: readonly ReportScope[] } {
  if (report.ofNoDate === undefined) return { report: withReportDate(report), scopes };
  const ofDate = (wanted: string) => scopes.filter(({ date }) => date === wanted);
  const over: Report = {
    ...report,
    select: (db, scope) => ofAllRuns(report, ofDate(scope.date)).select(db, scope),
  };
  const dates = scopes.filter(({ date }, index) => scopes.findIndex((one) => one.date === date) === index);
  return { report: withReportDate(over), scopes: dates };
}
