import type { KeyObject } from 'node:crypto';
import { PartlyRefused } from '../../alerts/undelivered.ts';
import type { DownloadSource } from '../../books/download/download.ts';
import type { Session } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import type { Instant } from '../../normalise/instant.ts';
import { templateOf } from '../../settings/deliveries.ts';
import { keepsVersions, SIGNATURE_END } from '../../settings/name-template.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Delivery, Settings } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import { signContent } from '../../signing/ssh-signature.ts';
import { DELIVERY_TEXTS } from '../../texts/delivery-texts.ts';
import { deliveredContents, once } from './delivered-contents.ts';
import { pathOf, type SentFile, unsentFiles } from './delivered-files.ts';
import {
  type ListedMail,
  noteDelivered,
  noteReached,
  recipientsReached,
  takeOut,
  type WaitingVersion,
} from './delivery-list.ts';
import { openPlace } from './open-place.ts';
import type { Announcement, Place } from './place.ts';
import { putNoted, type Target } from './put-noted.ts';
import { tidyFolders } from './tidy-folders.ts';

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
 * @returns undefined if its date was purged and its files cannot be made again: it is taken out of the list
 * @throws Undelivered, and Faults of the files
 */
export async function sendVersion(
  session: Session,
  sender: Sender,
  delivery: Delivery,
  version: WaitingVersion,
): Promise<SentVersion | undefined> {
  const { workingDirectory, timeoutMilliseconds, now } = sender;
  const announcement = announcementOf(sender.settings, delivery, version);
  const mail = { delivery: delivery.name, messageId: announcement.messageId };
  const served = delivery.kind === 'email' ? await recipientsReached(session, mail) : [];
  const place = await openPlace({ delivery, workingDirectory, timeoutMilliseconds, announcement, served });
  try {
    const target = { session, place, version, own: { delivery: delivery.name, place: place.address } };
    const sent = await sendFiles(sender, delivery, target);
    const { dropped, remark } = await tidyFolders(target, delivery, sent ?? [], sender.key);
    if (sent === undefined) {
      await takeOut(session, version, { ...target.own, at: now(), dropped, remark });
      return undefined;
    }
    await finish(session, place, mail, version);
    const toDrop = [...dropped, ...served.map((name) => ({ folder: mail.messageId, name }))];
    const noted = { ...target.own, at: now(), dropped: toDrop, files: sent.length, remark };
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

/** @returns undefined if the date was purged meanwhile, so that its files cannot be made */
async function sendFiles(
  { source, key }: Sender,
  delivery: Delivery,
  target: Target & { readonly version: WaitingVersion },
): Promise<SentFile[] | undefined> {
  const { session, own, version } = target;
  // A published version is never changed: only where names have no version, files replace each other.
  const replaced = keepsVersions(templateOf(delivery))
    ? new Set((await unsentFiles(session, own)).map(pathOf))
    : undefined;
  const sent: SentFile[] = [];
  try {
    for await (const { path, blocks, toSign } of deliveredContents(source, delivery, version)) {
      sent.push(await putNoted(target, path, blocks, replaced === undefined || replaced.has(path)));
      if (toSign === undefined || key === undefined) continue;
      // Another key signs the same bytes otherwise.
      sent.push(
        await putNoted(target, `${path}${SIGNATURE_END}`, once(Buffer.from(signContent(toSign, key)))),
      );
    }
  } catch (error) {
    if (error instanceof Fault && error.code === 'VERSION_PURGED') return undefined;
    throw error;
  }
  return sent;
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
