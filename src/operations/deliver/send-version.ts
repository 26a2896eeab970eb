import type { KeyObject } from 'node:crypto';
import { PartlyRefused, Undelivered } from '../../alerts/undelivered.ts';
import type { DownloadSource } from '../../books/download/download.ts';
import type { Session } from '../../database/store.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import { templateOf } from '../../settings/deliveries.ts';
import { CHECKSUMS, keepsVersions, SIGNATURE_END } from '../../settings/name-template.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Delivery, Settings } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import { checksumsText } from '../../signing/checksums.ts';
import { signContent } from '../../signing/ssh-signature.ts';
import { DELIVERY_TEXTS } from '../../texts/delivery-texts.ts';
import { deliveredContents, measured, once, pathsOfVersion } from './delivered-contents.ts';
import {
  filesBefore,
  hasSigned,
  type ListedMail,
  noteDelivered,
  noteReached,
  pathsSent,
  recipientsReached,
  type SentFile,
  sentFiles,
  type WaitingVersion,
} from './delivery-list.ts';
import { openPlace } from './open-place.ts';
import { type Announcement, type Place, splitPath } from './place.ts';

const LIST_SIGNATURE = `${CHECKSUMS}${SIGNATURE_END}`;

/** What sending needs beside the version. */
export interface Sender {
  readonly source: DownloadSource;
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly now: () => Instant;
  readonly timeoutMilliseconds: number;
  /** Key that signs; undefined if nothing is signed. */
  readonly key: KeyObject | undefined;
}

export interface SentVersion {
  readonly date: string;
  readonly region: string;
  readonly version: number;
  readonly files: number;
  readonly bytes: number;
  /** A problem to show although it was sent. */
  readonly remark: string | undefined;
}

/**
 * Sends the files of a version, then the checksums of their folders, then notes that it was sent. Who is killed before
 * that sends the same files under the same names again.
 * @throws Undelivered, and Faults of the files
 */
export async function sendVersion(
  session: Session,
  sender: Sender,
  delivery: Delivery,
  version: WaitingVersion,
): Promise<SentVersion> {
  const { workingDirectory, timeoutMilliseconds, now } = sender;
  const announcement = announcementOf(sender.settings, delivery, version);
  const mail = { delivery: delivery.name, messageId: announcement.messageId };
  const served = delivery.kind === 'email' ? await recipientsReached(session, mail) : [];
  const place = await openPlace({ delivery, workingDirectory, timeoutMilliseconds, announcement, served });
  try {
    const own = { delivery: delivery.name, place: place.address };
    // A published version is never changed: only where names have no version, files replace each other.
    const replaced = keepsVersions(templateOf(delivery)) ? await pathsSent(session, own, version) : undefined;
    const sent = await sendFiles(sender, delivery, version, { place, replaced });
    const stale = place.keepsFiles ? await staleFiles(session, own, { delivery, version, sent }) : [];
    const folders = foldersOf([...sent, ...stale]);
    const there = place.keepsFiles ? await sentFiles(session, own, folders) : [];
    const before = there.filter((one) => !isListSignature(one) && !stale.some((file) => isSame(file, one)));
    const listed = [...before, ...sent];
    const left = foldersOf(listed);
    // Also of folders without a file: if they cannot be removed, they name none.
    const signatures: SentFile[] = [];
    for (const folder of folders)
      signatures.push(...(await sendChecksums(place, folder, listed, sender.key)));
    const signed = signatures.filter(({ folder }) => left.includes(folder));
    const unsigned = sender.key === undefined ? await signaturesLeft(session, own, there) : [];
    const checksums = folders.filter((folder) => !left.includes(folder)).flatMap(checksumsOf);
    const alone = unsigned.filter(({ folder }) => left.includes(folder));
    const gone = [...stale, ...checksums, ...alone];
    const { remark, left: notRemoved } = await removeStale(place, gone);
    await finish(session, place, mail, version);
    const kept = place.keepsFiles ? [...sent, ...signed] : [];
    // A signature that is still there stays noted, so that the next version tries to remove it again.
    const removed = gone.filter(
      (one) => !isListSignature(one) || !notRemoved.some((file) => isSame(file, one)),
    );
    const dropped = [...removed, ...served.map((name) => ({ folder: mail.messageId, name }))];
    const noted = { ...own, at: now(), kept, dropped, files: sent.length, remark };
    await atFaultPoint('deliver.mark', () => noteDelivered(session, version, noted));
    const bytes = sent.reduce((sum, file) => sum + file.bytes, 0);
    const { date, region } = version;
    return {
      date,
      region: regionFolder(region),
      version: version.version,
      files: sent.length,
      bytes,
      remark,
    };
  } finally {
    await place.close();
  }
}

/** Ends sending. Of a mail that only some recipients got, notes who they are: the next attempt goes to the others. */
async function finish(
  session: Session,
  place: Place,
  mail: ListedMail,
  version: WaitingVersion,
): Promise<void> {
  try {
    await place.finish();
  } catch (error) {
    if (error instanceof PartlyRefused)
      await noteReached(session, { ...mail, place: place.address }, version, error.recipients.taken);
    throw error;
  }
}

interface Target {
  readonly place: Place;
  /** Paths of files that may be replaced by other bytes; undefined if all may. */
  readonly replaced: ReadonlySet<string> | undefined;
}

async function sendFiles(
  { source, key }: Sender,
  delivery: Delivery,
  version: WaitingVersion,
  { place, replaced }: Target,
): Promise<SentFile[]> {
  const sent: SentFile[] = [];
  const send = async (path: string, blocks: AsyncIterable<Buffer>, mayReplace: boolean) => {
    const passing = measured(blocks);
    try {
      await place.put(path, passing.blocks, mayReplace ? undefined : passing.measure);
    } finally {
      // Whatever of the content is still being made has ended before the store is used for something else.
      await passing.blocks.return(undefined);
    }
    sent.push({ ...splitPath(path), ...passing.measure() });
  };
  for await (const { path, blocks, toSign } of deliveredContents(source, delivery, version)) {
    await send(path, blocks, replaced === undefined || replaced.has(path));
    if (toSign === undefined || key === undefined) continue;
    // Another key signs the same bytes otherwise.
    await send(`${path}${SIGNATURE_END}`, once(Buffer.from(signContent(toSign, key))), true);
  }
  return sent;
}

type Named = Pick<SentFile, 'folder' | 'name'>;

function foldersOf(files: readonly Named[]): string[] {
  return [...new Set(files.map(({ folder }) => folder))];
}

/** What vouches for the files of a folder. */
function checksumsOf(folder: string): Named[] {
  return [CHECKSUMS, LIST_SIGNATURE].map((name) => ({ folder, name }));
}

/** Whether a file is the signature of a list of checksums; it is not in the list. */
function isListSignature({ name }: Named): boolean {
  return name === LIST_SIGNATURE;
}

/**
 * Signatures of checksums that are not signed any more, in folders to which files were sent before. Earlier editions of this
 * program did not note them: where they signed a manifest, they signed the checksums too.
 */
async function signaturesLeft(
  session: Session,
  own: { readonly delivery: string; readonly place: string },
  there: readonly SentFile[],
): Promise<Named[]> {
  const noted = there.filter(isListSignature);
  if (!(await hasSigned(session, own))) return noted;
  return foldersOf(there).map((folder) => ({ folder, name: LIST_SIGNATURE }));
}

/** Files that were sent for earlier versions, in whose place a version comes that does not have them. */
async function staleFiles(
  session: Session,
  own: { readonly delivery: string; readonly place: string },
  {
    delivery,
    version,
    sent,
  }: { readonly delivery: Delivery; readonly version: WaitingVersion; readonly sent: readonly SentFile[] },
): Promise<Named[]> {
  if (keepsVersions(templateOf(delivery))) return [];
  const ownFolders = foldersOf(sent);
  const ownPaths = pathsOfVersion(delivery, version);
  const earlier = await filesBefore(session, own, version);
  // What is elsewhere may be of another template, which kept versions.
  return earlier.filter(
    (one) =>
      !isListSignature(one) &&
      (ownFolders.includes(one.folder) || ownPaths.has(pathOf(one))) &&
      !sent.some((file) => isSame(file, one)),
  );
}

function pathOf({ folder, name }: Named): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function isSame(one: Named, other: Named): boolean {
  return one.folder === other.folder && one.name === other.name;
}

/**
 * Removes files of the version before that this one does not have, such as those of a statement that was withdrawn. No
 * checksums name them any more.
 * @returns what is still there, and a remark about it: the version itself is sent
 */
async function removeStale(
  place: Place,
  stale: readonly Named[],
): Promise<{ readonly left: readonly Named[]; readonly remark: string | undefined }> {
  const left: Named[] = [];
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
  const remark = `files of the version before are still there, and have to be removed: ${paths} (${reason})`;
  return { left, remark: left.length === 0 ? undefined : remark };
}

/**
 * Sends the list of checksums of a folder. Later files of a name take the place of earlier ones.
 * @returns its signature, if there is a key
 */
async function sendChecksums(
  place: Place,
  folder: string,
  files: readonly SentFile[],
  key: KeyObject | undefined,
): Promise<SentFile[]> {
  const own = new Map(files.filter((file) => file.folder === folder).map((file) => [file.name, file]));
  const text = Buffer.from(checksumsText([...own.values()]));
  await place.put(pathOf({ folder, name: CHECKSUMS }), once(text));
  if (key === undefined) return [];
  const signature = { folder, name: LIST_SIGNATURE };
  const passing = measured(once(Buffer.from(signContent(text, key))));
  await place.put(pathOf(signature), passing.blocks);
  return [{ ...signature, ...passing.measure() }];
}

function announcementOf({ alerts }: Settings, { name }: Delivery, version: WaitingVersion): Announcement {
  const { date, region, foundAt } = version;
  const named = { date, region: regionFolder(region), version: version.version };
  const { subject, text } = DELIVERY_TEXTS[alerts.language];
  const identity = [name, date, region, version.version, foundAt].join('\n');
  return {
    subject: subject(named),
    text: text(named),
    messageId: sha256Of(identity).slice(0, 32),
  };
}
