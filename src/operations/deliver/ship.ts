import { resolve } from 'node:path';
import { reasonOf } from '../../alerts/deliver.ts';
import { Undelivered, UnfitVersion } from '../../alerts/undelivered.ts';
import { verifiedFiles } from '../../books/download/verified-files.ts';
import { alone } from '../../database/locks.ts';
import type { Session, Store } from '../../database/store.ts';
import { Fault } from '../../errors.ts';
import { atFaultPoint } from '../../fault-points.ts';
import { type Instant, instantOfText } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Delivery, Settings } from '../../settings/schema.ts';
import { signingKey } from '../../signing/signing-key.ts';
import { isAttemptDue } from '../schedule/retry-after.ts';
import { findDue, noteUndelivered, type WaitingVersion, waitingVersions } from './delivery-list.ts';
import { type Sender, type SentVersion, sendVersion } from './send-version.ts';

export interface ShipRequest {
  readonly now: () => Instant;
  readonly workingDirectory: string;
  /** Only this business date, `yyyy-MM-dd`, whether or not its next attempt is due. */
  readonly date?: string | undefined;
  /** Time without any progress after which a place counts as unreachable. */
  readonly timeoutMilliseconds?: number;
}

export interface ShippedDelivery {
  readonly name: string;
  readonly kind: Delivery['kind'];
  readonly sent: readonly SentVersion[];
  readonly failed: readonly FailedVersion[];
  /** What was not sent, those that have just failed included. */
  readonly waiting: readonly WaitingVersion[];
  /** Whether another process sends for it at the moment. */
  readonly isBusy: boolean;
}

export interface FailedVersion {
  readonly date: string;
  readonly region: string;
  readonly version: number;
  /** Never a secret. */
  readonly error: string;
  readonly retrySeconds: number;
}

const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Sends the published versions that are due to each delivery of the settings, the oldest date first. What cannot be sent
 * waits, longer each time, and is given up only if its date is purged. Only one process at a time sends for a delivery; one that is killed
 * leaves nothing half, and the next one sends the version again under the same names. Must not be called within a
 * transaction; on the embedded engine nothing else may use the store during the call.
 * @throws Fault SECRET_UNAVAILABLE for the key that signs
 */
export async function ship(
  store: Store,
  settings: Settings,
  request: ShipRequest,
): Promise<readonly ShippedDelivery[]> {
  const { workingDirectory, now, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = request;
  if (settings.deliveries.length === 0) return [];
  const out = resolve(workingDirectory, settings.out);
  const sender: Sender = {
    source: { store, settings: { ...settings, out }, verified: verifiedFiles() },
    key: await signingKey(settings.signing, workingDirectory),
    ...{ settings, workingDirectory, now, timeoutMilliseconds },
  };
  const shipped: ShippedDelivery[] = [];
  for (const delivery of settings.deliveries) shipped.push(await shipOne(store, sender, delivery, request));
  return shipped;
}

function shipOne(
  store: Store,
  sender: Sender,
  delivery: Delivery,
  request: ShipRequest,
): Promise<ShippedDelivery> {
  const { name, kind } = delivery;
  return store.apart(async (session) => {
    const done = await alone(session, name, async () => {
      await atFaultPoint('deliver.find', () => findDue(session, delivery, sender.now()));
      return sendDue(session, sender, delivery, request);
    });
    const waiting = (await waitingVersions(session, name)).filter(isAsked(request));
    return { name, kind, ...(done ?? { sent: [], failed: [] }), waiting, isBusy: done === undefined };
  });
}

async function sendDue(
  session: Session,
  sender: Sender,
  delivery: Delivery,
  request: ShipRequest,
): Promise<Pick<ShippedDelivery, 'sent' | 'failed'>> {
  const sent: SentVersion[] = [];
  const failed: FailedVersion[] = [];
  const due = (await waitingVersions(session, delivery.name))
    .filter(isAsked(request))
    .filter(({ dueAt }) => request.date !== undefined || isAttemptDue(instantOfText(dueAt), sender.now()));
  for (const version of due) {
    try {
      const one = await sendVersion(session, sender, delivery, version);
      if (one !== undefined) sent.push(one);
    } catch (thrown) {
      const error = whyNotSent(thrown);
      const retrySeconds = await noteUndelivered(session, delivery.name, version, {
        at: sender.now(),
        error,
      });
      const { date, region } = version;
      failed.push({ date, region: regionFolder(region), version: version.version, error, retrySeconds });
      // A place that fails is left for the next call; a version that cannot be sent does not hold up the others.
      if (isOfPlace(thrown)) break;
    }
  }
  return { sent, failed };
}

/** Whether no other version could be sent either. */
function isOfPlace(thrown: unknown): boolean {
  if (thrown instanceof Fault) return thrown.code === 'SECRET_UNAVAILABLE';
  return thrown instanceof Undelivered && !(thrown instanceof UnfitVersion);
}

/** Place and size of a published file do not say what is wrong with it. */
function whyNotSent(thrown: unknown): string {
  const reason = reasonOf(thrown);
  if (!(thrown instanceof Fault) || thrown.code !== 'FILE_CHANGED') return reason;
  return `${reason}; a published file was changed or removed, and payin-recon verify says what differs`;
}

function isAsked({ date }: ShipRequest): (version: WaitingVersion) => boolean {
  return (version) => date === undefined || version.date === date;
}
