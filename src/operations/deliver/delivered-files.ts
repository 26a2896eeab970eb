import type { ExpressionBuilder } from 'kysely';
import type { Session } from '../../database/store.ts';
import type { Tables } from '../../database/tables.ts';
import { SIGNATURE_END } from '../../settings/name-template.ts';

/** A delivery at its place: where a file that it sent is noted. */
export interface OwnPlace {
  readonly delivery: string;
  readonly place: string;
}

/** A version of a date, for which a file was put. */
export interface OfVersion {
  /** Business date, `yyyy-MM-dd`. */
  readonly date: string;
  readonly region: string;
  readonly version: number;
}

export interface NamedFile {
  /** Below the place; '' for the place itself. */
  readonly folder: string;
  readonly name: string;
}

/** A file at a place, as it was put. */
export interface SentFile extends NamedFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that was put for a version that was not sent. */
export interface UnsentFile extends NamedFile, OfVersion {
  /** Whether an earlier version of its date was sent: where names have no version, the file may still be that one's. */
  readonly followsSent: boolean;
}

export function pathOf({ folder, name }: NamedFile): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Notes a file just before it is at its place. It counts as sent once its version does: what an attempt has left that
 * failed or was killed can be replaced and removed, and no checksums name it.
 */
export async function noteFile(
  session: Session,
  { delivery, place }: OwnPlace,
  { date, region, version }: OfVersion,
  { folder, name, bytes, sha256 }: SentFile,
): Promise<void> {
  const put = { bytes: String(bytes), sha256, date, region, version };
  await session.db
    .insertInto('delivered_files')
    .values({ delivery, place, folder, name, ...put })
    .onConflict((conflict) => conflict.columns(['delivery', 'place', 'folder', 'name']).doUpdateSet(put))
    .execute();
}

export async function dropFiles(
  session: Session,
  { delivery, place }: OwnPlace,
  dropped: readonly NamedFile[],
): Promise<void> {
  for (const { folder, name } of dropped)
    await session.db
      .deleteFrom('delivered_files')
      .where((e) => e.and({ delivery, place, folder, name }))
      .execute();
}

/** Drops what is noted of a version at other places: it was sent to one, so that all else is of attempts that failed. */
export async function dropElsewhere(
  session: Session,
  { delivery, place }: OwnPlace,
  { date, region, version }: OfVersion,
): Promise<void> {
  await session.db
    .deleteFrom('delivered_files')
    .where((e) => e.and({ delivery, date, region, version }))
    .where('place', '<>', place)
    .execute();
}

/** The files of versions that were sent, in folders of a place. */
export async function sentFiles(
  session: Session,
  { delivery, place }: OwnPlace,
  folders: readonly string[],
): Promise<SentFile[]> {
  if (folders.length === 0) return [];
  const rows = await session.db
    .selectFrom('delivered_files as f')
    .select(['folder', 'name', 'bytes', 'sha256'])
    .where((e) => e.and({ delivery, place }))
    .where('folder', 'in', [...folders])
    .where((e) => isSent(e, '='))
    .execute();
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: Number(bytes) }));
}

/** The files that were put at a place, or are about to be, for versions that were not sent. */
export async function unsentFiles(session: Session, { delivery, place }: OwnPlace): Promise<UnsentFile[]> {
  return session.db
    .selectFrom('delivered_files as f')
    .select(['folder', 'name', 'date', 'region', 'version'])
    .select((e) => isSent(e, '<').$castTo<boolean>().as('followsSent'))
    .where((e) => e.and({ delivery, place }))
    .where((e) => e.not(isSent(e, '=')))
    .execute();
}

/** The files that were put at a place for earlier versions of a date. */
export async function filesBefore(
  session: Session,
  { delivery, place }: OwnPlace,
  { date, region, version }: OfVersion,
): Promise<NamedFile[]> {
  return session.db
    .selectFrom('delivered_files')
    .select(['folder', 'name'])
    .where((e) => e.and({ delivery, place, date, region }))
    .where('version', '<', version)
    .execute();
}

/** Whether a signature was sent to a place. */
export async function hasSigned(session: Session, { delivery, place }: OwnPlace): Promise<boolean> {
  const row = await session.db
    .selectFrom('delivered_files')
    .select('name')
    .where('delivery', '=', delivery)
    .where('place', '=', place)
    .where('name', 'like', `%${SIGNATURE_END}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the version of a file, or an earlier one of its date, was sent. */
function isSent(e: ExpressionBuilder<Tables & { f: Tables['delivered_files'] }, 'f'>, which: '=' | '<') {
  return e.exists(
    e
      .selectFrom('deliveries as d')
      .select('d.delivery')
      .whereRef('d.delivery', '=', 'f.delivery')
      .whereRef('d.date', '=', 'f.date')
      .whereRef('d.region', '=', 'f.region')
      .whereRef('d.version', which, 'f.version')
      .where('d.sent_at', 'is not', null),
  );
}
