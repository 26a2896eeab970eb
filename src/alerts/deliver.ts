import { existsSync } from 'node:fs';
import { type Session, type Store, transaction } from '../database/store.ts';
import { Fault } from '../errors.ts';
import { atFaultPoint } from '../fault-points.ts';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import { versionFolder } from './channels/attachments.ts';
import type { Sending } from './message.ts';
import { asItIsNow } from './missed-payments.ts';
import {
  type Claimed,
  claimNext,
  giveUpStranded,
  noteFailed,
  noteSent,
  postpone,
  takeBack,
} from './outbox.ts';
import { send } from './send.ts';
import { type Target, targetsOf } from './targets.ts';
import { PartlyRefused, Undelivered } from './undelivered.ts';

export interface DeliveryRequest {
  readonly now: () => Instant;
  readonly workingDirectory: string;
  /** Largest number of messages to try on each channel. */
  readonly limit?: number;
  /** Time without an answer after which a message counts as undelivered. */
  readonly timeoutMilliseconds?: number;
  /** Receives each message that was sent, as a step that is finished and durable. */
  readonly done?: (step: string) => void;
}

export interface DeliveryResult {
  readonly sent: number;
  /** Messages of nights whose files are not published yet. */
  readonly postponed: number;
  readonly failed: readonly FailedDelivery[];
  /** There where a channel may have more that are due, beyond the limit. */
  readonly hasMore?: true;
}

export interface FailedDelivery {
  readonly channel: string;
  readonly topic: string;
  /** Never a secret. */
  readonly error: string;
  /** Time until the next attempt; undefined where there is none. */
  readonly retrySeconds: number | undefined;
  /** There if it is a mail that the server took for some of its recipients. */
  readonly isPartlySent?: true;
}

const TIMEOUT_MILLISECONDS = 15_000;
/** Pauses after the first failures; the last one applies to all further failures. */
const PAUSES_SECONDS = [60, 120, 300, 900, 3600];
const POSTPONED_SECONDS = 60;
const TOO_LATE = 'given up: 12 hours after its night, a call would hide that a later night is missing';
/** Channels served in parallel where each can have its own connection. */
const LANES = 4;

/**
 * Sends due messages, each channel's oldest first. Every message is claimed and recorded in its own transaction:
 * processes that deliver in parallel send different messages, and one that is killed leaves at most one message per
 * channel that is sent twice. A channel is left for the next call after an attempt that reached nobody; a message that
 * fails after 7 days is given up, unless it is about a missed payment. Must not be called within a transaction; on the
 * embedded engine nothing else may use the store during the call.
 * @throws Fault SCHEMA_MISMATCH once a newer version of the program has migrated the database
 */
export async function deliver(
  store: Store,
  settings: Settings,
  request: DeliveryRequest,
): Promise<DeliveryResult> {
  const targets = targetsOf(settings);
  const channels = targets.map(({ name }) => name);
  await store.apart(async (session) => {
    await store.checkSchema?.(session);
    await giveUpStranded(session, channels, request.now());
  });
  const tally: Tally = { sent: 0, postponed: 0, failed: [] };
  const lane = async () => {
    for (let target = targets.shift(); target !== undefined; target = targets.shift()) {
      await deliverDue(store, settings, target, request, tally);
    }
  };
  const lanes = Array.from({ length: store.engine === 'embedded' ? 1 : LANES }, lane);
  for (const one of await Promise.allSettled(lanes)) if (one.status === 'rejected') throw one.reason;
  return tally;
}

interface Tally {
  sent: number;
  postponed: number;
  readonly failed: FailedDelivery[];
  hasMore?: true;
}

/** Sends a target's messages until none is due, one reaches nobody or the limit is reached. */
async function deliverDue(
  store: Store,
  settings: Settings,
  target: Target,
  request: DeliveryRequest,
  tally: Tally,
): Promise<void> {
  for (let tried = 0; tried !== request.limit; tried += 1) {
    const end = await store.apart((session) =>
      transaction(
        session,
        async () => {
          // A newer version may have given messages another form, or other rules for whether they are sent.
          await store.checkSchema?.(session);
          return deliverNext(session, settings, target, request);
        },
        'outbox.commit',
      ),
    );
    if (end === undefined) return;
    if (typeof end === 'object') {
      tally.failed.push(end);
      if (end.isPartlySent !== true) return;
    }
    if (end === 'postponed') tally.postponed += 1;
    if (end === 'sent') {
      tally.sent += 1;
      request.done?.(`message ${tally.sent} sent, to ${target.name}`);
    }
  }
  tally.hasMore = true;
}

/** Sends a target's next message within a transaction; undefined if none is due. */
async function deliverNext(
  session: Session,
  settings: Settings,
  target: Target,
  { now, workingDirectory, timeoutMilliseconds = TIMEOUT_MILLISECONDS }: DeliveryRequest,
): Promise<'sent' | 'postponed' | 'taken back' | FailedDelivery | undefined> {
  const at = now();
  const claimed = await claimNext(session, target.name, at);
  if (claimed === undefined) return undefined;
  const facts = await asItIsNow(session, claimed.facts);
  if (facts === undefined) {
    await takeBack(session, claimed);
    return 'taken back';
  }
  const message = { ...claimed, facts };
  if (facts.topic === 'heartbeat' && claimed.isLate) {
    const { channel, topic } = claimed;
    const failure = { error: TOO_LATE, retrySeconds: undefined };
    await noteFailed(session, claimed, at, failure);
    return { channel, topic, ...failure };
  }
  const sending: Sending = { settings, workingDirectory, at, timeoutMilliseconds };
  if (isEarly(message, sending)) {
    await postpone(session, message, at, POSTPONED_SECONDS);
    return 'postponed';
  }
  let isForAll: boolean;
  try {
    isForAll = await send(target, message, sending);
  } catch (error) {
    const failed = failureOf(error, message);
    const recipients = error instanceof PartlyRefused ? error.recipients : undefined;
    await noteFailed(session, message, now(), { ...failed, recipients });
    return (recipients?.taken.length ?? 0) > 0 ? { ...failed, isPartlySent: true } : failed;
  }
  await atFaultPoint('outbox.mark', () => noteSent(session, message, now(), isForAll));
  return 'sent';
}

/** Whether to wait for its files; after an hour it is sent without them. */
function isEarly({ facts, isFresh }: Claimed, { settings, workingDirectory }: Sending): boolean {
  if (facts.topic !== 'night' || !isFresh) return false;
  const folder = versionFolder(facts, settings, workingDirectory);
  return folder !== undefined && !existsSync(folder);
}

function failureOf(error: unknown, { channel, topic, attempts, isOld }: Claimed): FailedDelivery {
  const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length - 1)]!;
  const wanted = error instanceof Undelivered ? error.retryAfterSeconds : undefined;
  const reason = reasonOf(error);
  return {
    channel,
    topic,
    error: isOld ? `given up: ${reason}` : reason,
    retrySeconds: isOld ? undefined : (wanted ?? pause),
  };
}

/** Why a message was not sent. The text of an unexpected error is left out, because it may contain a secret. */
export function reasonOf(error: unknown): string {
  if (error instanceof Undelivered) return error.message;
  if (error instanceof Fault) return [error.detail.where, error.detail.found].flat().join(': ');
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  if (severity !== undefined) return `the database refused a statement (SQLSTATE ${code})`;
  return `not understood (${(error as Error).name})`;
}
