import { runSqlFile } from '../../database/sql-file.ts';
import { type Session, transaction } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant } from '../../normalise/instant.ts';
import { templateOf } from '../../settings/deliveries.ts';
import { keepsVersions } from '../../settings/name-template.ts';
import type { Delivery } from '../../settings/schema.ts';
import { pauseSeconds } from '../schedule/retry-after.ts';
import { dropElsewhere, dropFiles, type NamedFile } from './delivered-files.ts';

/** A published version that a delivery takes and that was not sent. */
export interface WaitingVersion {
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  /** Name of the region, `''` for orders without one. */
  readonly region: string;
  readonly version: number;
  /** Instants in PostgreSQL's format. */
  readonly foundAt: string;
  readonly dueAt: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  readonly lastError: string | null;
}

/**
 * Adds the published versions that are new to a delivery's list, and takes out those that a later one replaces, or that the
 * delivery does not take any more.
 */
export async function findDue(session: Session, delivery: Delivery, at: Instant): Promise<void> {
  const { name, regions, since } = delivery;
  const own = { delivery: name, at: formatInstant(at) };
  const newestOnly = !keepsVersions(templateOf(delivery));
  const taken = {
    regions: regions.length === 0 ? null : regions.map((region) => (region === 'other' ? '' : region)),
    since: since ?? null,
  };
  await transaction(session, async () => {
    await runSqlFile(session, 'deliver/005_not_taken.sql', { delivery: name, ...taken });
    await runSqlFile(session, 'deliver/010_find_due.sql', { ...own, ...taken, newest_only: newestOnly });
    if (newestOnly) await runSqlFile(session, 'deliver/020_supersede.sql', own);
  });
}

/** The versions of a delivery that wait, the oldest date first. */
export async function waitingVersions(session: Session, delivery: string): Promise<WaitingVersion[]> {
  const rows = await session.db
    .selectFrom('deliveries')
    .select(['date', 'region', 'version', 'found_at', 'due_at', 'attempts', 'last_error'])
    .where('delivery', '=', delivery)
    .where('sent_at', 'is', null)
    .where('superseded_at', 'is', null)
    .orderBy('date')
    .orderBy('region')
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    ...{ date: row.date, region: row.region, version: row.version },
    ...{ foundAt: row.found_at, dueAt: row.due_at, attempts: row.attempts, lastError: row.last_error },
  }));
}

/** The mail of a version. Until all have it, recipients who have it are listed as files of a folder of its Message-ID. */
export interface ListedMail {
  readonly delivery: string;
  /** The same for each attempt. */
  readonly messageId: string;
}

/** The recipients whom earlier attempts have reached while others were refused. */
export async function recipientsReached(
  session: Session,
  { delivery, messageId }: ListedMail,
): Promise<string[]> {
  const rows = await session.db
    .selectFrom('delivered_files')
    .select('name')
    .where('delivery', '=', delivery)
    .where('folder', '=', messageId)
    .execute();
  return rows.map(({ name }) => name);
}

/** Notes the recipients whom an attempt has reached while others were refused. */
export async function noteReached(
  session: Session,
  { delivery, messageId, place }: ListedMail & { readonly place: string },
  { date, region, version }: WaitingVersion,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return;
  const own = { delivery, place, folder: messageId, bytes: '0', sha256: '', date, region, version };
  await session.db
    .insertInto('delivered_files')
    .values(recipients.map((name) => ({ ...own, name })))
    .onConflict((conflict) => conflict.columns(['delivery', 'place', 'folder', 'name']).doNothing())
    .execute();
}

interface Sent {
  readonly delivery: string;
  readonly place: string;
  readonly at: Instant;
  /** Files of attempts and versions before that are not of the delivery any more. */
  readonly dropped: readonly NamedFile[];
  /** How many were sent. */
  readonly files: number;
  readonly remark: string | undefined;
}

/** Notes that a version was sent. Its files are noted already. */
export async function noteDelivered(session: Session, version: WaitingVersion, sent: Sent): Promise<void> {
  const { delivery, place, at, dropped, files, remark } = sent;
  await transaction(session, async () => {
    await dropFiles(session, { delivery, place }, dropped);
    await dropElsewhere(session, { delivery, place }, version);
    await rowOf(session, delivery, version)
      .set((e) => ({
        sent_at: formatInstant(at),
        attempts: e('attempts', '+', 1),
        files,
        last_error: remark ?? null,
      }))
      .execute();
  });
}

/**
 * Notes that a version could not be sent. It is tried again.
 * @returns seconds until the next attempt
 */
export async function noteUndelivered(
  session: Session,
  delivery: string,
  version: WaitingVersion,
  { at, error }: { readonly at: Instant; readonly error: string },
): Promise<number> {
  const seconds = pauseSeconds(version.attempts + 1);
  await rowOf(session, delivery, version)
    .where('sent_at', 'is', null)
    .set((e) => ({
      attempts: e('attempts', '+', 1),
      due_at: formatInstant(addSeconds(at, seconds)),
      last_error: error,
    }))
    .execute();
  return seconds;
}

/** Takes a version from the list whose date was purged: its files cannot be made again. */
export async function takeOut(
  session: Session,
  version: WaitingVersion,
  { delivery, place, at, dropped, remark }: Omit<Sent, 'files'>,
): Promise<void> {
  const why = 'its date was purged';
  await transaction(session, async () => {
    await dropFiles(session, { delivery, place }, dropped);
    await rowOf(session, delivery, version)
      .where('sent_at', 'is', null)
      .set({
        superseded_at: formatInstant(at),
        last_error: remark === undefined ? why : `${why}; ${remark}`,
      })
      .execute();
  });
}

function rowOf(session: Session, delivery: string, { date, region, version }: WaitingVersion) {
  return session.db.updateTable('deliveries').where((e) => e.and({ delivery, date, region, version }));
}
