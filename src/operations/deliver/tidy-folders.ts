import type { KeyObject } from 'node:crypto';
import { Undelivered } from '../../alerts/undelivered.ts';
import { templateOf } from '../../settings/deliveries.ts';
import { CHECKSUMS, keepsVersions, SIGNATURE_END } from '../../settings/name-template.ts';
import type { Delivery } from '../../settings/schema.ts';
import { checksumsText } from '../../signing/checksums.ts';
import { signContent } from '../../signing/ssh-signature.ts';
import { once, pathsOfVersion } from './delivered-contents.ts';
import {
  filesBefore,
  hasSigned,
  type NamedFile,
  type OfVersion,
  pathOf,
  type SentFile,
  sentFiles,
  type UnsentFile,
  unsentFiles,
} from './delivered-files.ts';
import { type WaitingVersion, waitingVersions } from './delivery-list.ts';
import type { Place } from './place.ts';
import { putNoted, type Target } from './put-noted.ts';

const LIST_SIGNATURE = `${CHECKSUMS}${SIGNATURE_END}`;

export interface Tidied {
  /** Files that are not of the delivery any more. */
  readonly dropped: readonly NamedFile[];
  /** That some could not be removed. */
  readonly remark: string | undefined;
}

/**
 * Sends the checksums of the folders of a version, then removes what the delivery has put there and does not have any more:
 * of versions before, and of attempts that failed.
 * @param sent the files of the version; none, if it is taken out of the list
 * @throws Undelivered
 */
export async function tidyFolders(
  target: Target & { readonly version: WaitingVersion },
  delivery: Delivery,
  sent: readonly SentFile[],
  key: KeyObject | undefined,
): Promise<Tidied> {
  const { session, place, own } = target;
  const unsent = place.keepsFiles ? await unsentFiles(session, own) : [];
  const stale = place.keepsFiles ? await staleFiles(target, delivery, { sent, unsent }) : [];
  const folders = foldersOf([...sent, ...stale]);
  const there = place.keepsFiles ? await sentFiles(session, own, folders) : [];
  const before = there.filter((one) => !isOfList(one) && !stale.some((file) => isSame(file, one)));
  const listed = [...before, ...sent];
  const left = foldersOf(listed);
  // Also of folders without a file: if they cannot be removed, they name none.
  for (const folder of folders) await sendChecksums(target, folder, listed, key);
  const inFolders = [...there, ...unsent.filter(({ folder }) => folders.includes(folder))];
  const unsigned = key === undefined ? await signaturesLeft(target, inFolders) : [];
  const checksums = folders.filter((folder) => !left.includes(folder)).flatMap(checksumsOf);
  const gone = [...stale, ...checksums, ...unsigned.filter(({ folder }) => left.includes(folder))];
  const { remark, left: notRemoved } = await removeStale(place, gone);
  // What vouches for files and is still there stays noted, so that the next version tries to remove it again; and so does
  // everything that was not sent, where nothing is sent now.
  const dropped = gone.filter(
    (one) => !(isOfList(one) || sent.length === 0) || !notRemoved.some((file) => isSame(file, one)),
  );
  return { dropped, remark };
}

function foldersOf(files: readonly NamedFile[]): string[] {
  return [...new Set(files.map(({ folder }) => folder))];
}

/** What vouches for the files of a folder. */
function checksumsOf(folder: string): NamedFile[] {
  return [CHECKSUMS, LIST_SIGNATURE].map((name) => ({ folder, name }));
}

/** Whether a file is a list of checksums or its signature; they are not in the list. */
function isOfList({ name }: NamedFile): boolean {
  return name === CHECKSUMS || name === LIST_SIGNATURE;
}

/**
 * Signatures of checksums that are not signed any more, in folders to which files were sent before. Earlier editions of this
 * program did not note them: where they signed a manifest, they signed the checksums too.
 */
async function signaturesLeft({ session, own }: Target, there: readonly NamedFile[]): Promise<NamedFile[]> {
  const noted = there.filter(({ name }) => name === LIST_SIGNATURE);
  if (!(await hasSigned(session, own))) return noted;
  return foldersOf(there).map((folder) => ({ folder, name: LIST_SIGNATURE }));
}

/**
 * Files that were put at a place and are none of what is sent: those of versions that were not sent and do not wait, of failed
 * attempts to send this one, and of earlier versions in whose place it comes.
 */
async function staleFiles(
  target: Target & { readonly version: WaitingVersion },
  delivery: Delivery,
  { sent, unsent }: { readonly sent: readonly SentFile[]; readonly unsent: readonly UnsentFile[] },
): Promise<NamedFile[]> {
  const { session, version } = target;
  const isOwn = (one: OfVersion) => isOfDate(one, version) && one.version === version.version;
  const others = (await waitingVersions(session, delivery.name)).filter((one) => !isOwn(one));
  // They are put again, or replaced by a later version.
  const isAwaited = (file: UnsentFile) =>
    others.some((one) => isOfDate(one, file) && one.version >= file.version);
  const isReplaced = (file: UnsentFile) => sent.length > 0 && isOwn(file);
  // It would be the file of a version that was sent, if the attempt ended just before it replaced that.
  const mayBeSent = (file: UnsentFile) => !keepsVersions(templateOf(delivery)) && file.followsSent;
  const stale = [
    ...unsent.filter((file) => isReplaced(file) || !(isAwaited(file) || mayBeSent(file))),
    ...(await replacedFiles(target, delivery, sent)),
  ].filter((one) => !isOfList(one) && !sent.some((file) => isSame(file, one)));
  return [...new Map(stale.map((one) => [pathOf(one), one])).values()];
}

/** Files of earlier versions, in whose place a version comes that does not have them. */
async function replacedFiles(
  { session, own, version }: Target & { readonly version: WaitingVersion },
  delivery: Delivery,
  sent: readonly SentFile[],
): Promise<NamedFile[]> {
  if (keepsVersions(templateOf(delivery)) || sent.length === 0) return [];
  const ownFolders = foldersOf(sent);
  const ownPaths = pathsOfVersion(delivery, version);
  const earlier = await filesBefore(session, own, version);
  // What is elsewhere may be of another template, which kept versions.
  return earlier.filter((one) => ownFolders.includes(one.folder) || ownPaths.has(pathOf(one)));
}

function isOfDate(one: OfVersion, other: OfVersion): boolean {
  return one.date === other.date && one.region === other.region;
}

function isSame(one: NamedFile, other: NamedFile): boolean {
  return one.folder === other.folder && one.name === other.name;
}

/**
 * Removes files that the delivery does not have any more, such as those of a statement that was withdrawn. No checksums name
 * them any more.
 * @returns what is still there, and a remark about it: the version itself is sent
 */
async function removeStale(
  place: Place,
  stale: readonly NamedFile[],
): Promise<{ readonly left: readonly NamedFile[]; readonly remark: string | undefined }> {
  const left: NamedFile[] = [];
  let reason = '';
  for (const file of stale) {
    try {
      await place.remove(pathOf(file));
    } catch (error) {
      if (!(error instanceof Undelivered)) throw error;
      left.push(file);
      reason = error.message;
    }
  }
  const paths = left.map(pathOf).join(', ');
  const remark = `files of a version or an attempt before are still there, and have to be removed: ${paths} (${reason})`;
  return { left, remark: left.length === 0 ? undefined : remark };
}

/**
 * Sends the list of checksums of a folder, and its signature if there is a key. Later files of a name take the place of
 * earlier ones.
 */
async function sendChecksums(
  target: Target,
  folder: string,
  files: readonly SentFile[],
  key: KeyObject | undefined,
): Promise<void> {
  const own = new Map(files.filter((file) => file.folder === folder).map((file) => [file.name, file]));
  const text = Buffer.from(checksumsText([...own.values()]));
  await putNoted(target, pathOf({ folder, name: CHECKSUMS }), once(text));
  if (key === undefined) return;
  await putNoted(target, pathOf({ folder, name: LIST_SIGNATURE }), once(Buffer.from(signContent(text, key))));
}
