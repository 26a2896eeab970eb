import { sql } from 'kysely';
import type { Session } from '../database/store.ts';
import { addSeconds, formatInstant, type Instant, instantOfText } from '../normalise/instant.ts';
import type { Severity } from '../settings/severity.ts';
import type { Message } from './message.ts';
import type { Recipients } from './undelivered.ts';

/** A message claimed by this transaction. */
export interface Claimed extends Message {
  readonly id: string;
  readonly served: readonly string[];
  readonly topic: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Whether it was written within the last hour. */
  readonly isFresh: boolean;
  /** Whether it is too old for another attempt. */
  readonly isOld: boolean;
  /** Whether it was written so long ago that as a heartbeat it would hide that a later night is missing. */
  readonly isLate: boolean;
}

/** The topic whose messages are neither given up nor deleted. */
export const UNTIL_TAKEN = 'missed-payments';

/**
 * Claims a channel's oldest due message that no other process is sending; the claim ends with the transaction. Mails that
 * wait for refused recipients come after what nobody has, and in turns: a recipient who is refused for good holds up
 * neither other messages nor other recipients.
 */
export async function claimNext(
  session: Session,
  channel: string,
  at: Instant,
): Promise<Claimed | undefined> {
  const now = sql`${formatInstant(at)}::timestamptz`;
  const row = await session.db
    .selectFrom('outbox')
    .select(['message_id', 'key', 'topic', 'severity', 'facts', 'written_at', 'attempts', 'sent_to'])
    .select(sql<boolean>`written_at > ${now} - interval '1 hour'`.as('is_fresh'))
    // Money depends on these; they are tried until they are taken.
    .select(sql<boolean>`topic <> ${UNTIL_TAKEN} and written_at <= ${now} - interval '7 days'`.as('is_old'))
    .select(sql<boolean>`written_at <= ${now} - interval '12 hours'`.as('is_late'))
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    // What a clock that was ahead has written, or put off for longer than any pause, is due now.
    .where(
      sql<boolean>`(due_at <= ${now} or due_at > ${now} + interval '25 hours'
        or (written_at > ${now} + interval '5 minutes' and due_at = written_at))`,
    )
    .orderBy((e) => e('sent_to', 'is not', null))
    .orderBy(sql`case when sent_to is null then written_at else due_at end`)
    .orderBy('message_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.message_id,
    channel,
    key: row.key,
    topic: row.topic,
    severity: row.severity as Severity,
    facts: JSON.parse(row.facts),
    writtenAt: row.written_at,
    served: row.sent_to ?? [],
    attempts: row.attempts,
    isFresh: row.is_fresh,
    isOld: row.is_old,
    isLate: row.is_late,
  };
}

/** Gives up messages, once they are 7 days old, for channels that are no longer in the settings; missed payments wait. */
export async function giveUpStranded(
  session: Session,
  channels: readonly string[],
  at: Instant,
): Promise<void> {
  const now = formatInstant(at);
  await session.db
    .updateTable('outbox')
    .set({ given_up_at: now, last_error: 'given up: its channel is not in the settings' })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('written_at', '<=', sql<string>`${now}::timestamptz - interval '7 days'`)
    .where('topic', '<>', UNTIL_TAKEN)
    .$if(channels.length > 0, (query) => query.where('channel', 'not in', [...channels]))
    .execute();
}

/** Number of waiting messages per channel that is no longer in the settings. */
export async function strandedMessages(
  session: Session,
  channels: readonly string[],
): Promise<ReadonlyArray<{ readonly channel: string; readonly messages: number }>> {
  const rows = await session.db
    .selectFrom('outbox')
    .select(['channel', (e) => e.fn.countAll<string>().as('messages')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .$if(channels.length > 0, (query) => query.where('channel', 'not in', [...channels]))
    .groupBy('channel')
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, messages }) => ({ channel, messages: Number(messages) }));
}

/** Time of the next attempt for any message of these channels; undefined if none waits. */
export async function nextMessageAt(
  session: Session,
  channels: readonly string[],
): Promise<Instant | undefined> {
  if (channels.length === 0) return undefined;
  const row = await session.db
    .selectFrom('outbox')
    .select((e) => e.fn.min<string | null>('due_at').as('due_at'))
    .where('channel', 'in', [...channels])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.due_at === null ? undefined : instantOfText(row.due_at);
}

/** @param isForAll false if recipients were refused whom the settings no longer name: who they are is kept */
export async function noteSent(
  session: Session,
  { id }: Claimed,
  at: Instant,
  isForAll: boolean,
): Promise<void> {
  const all = { last_error: null, sent_to: null, not_sent_to: null };
  await session.db
    .updateTable('outbox')
    .set((e) => ({
      sent_at: formatInstant(at),
      ...(isForAll ? { attempts: e('attempts', '+', 1), ...all } : {}),
    }))
    .where('message_id', '=', id)
    .execute();
}

interface Failure {
  readonly error: string;
  /** Time until the next attempt; undefined where there is none. */
  readonly retrySeconds: number | undefined;
  /** Of a mail that was taken for some recipients only: the next attempt goes to the others alone. */
  readonly recipients?: Recipients | undefined;
}

export async function noteFailed(
  session: Session,
  { id, served }: Claimed,
  at: Instant,
  { error, retrySeconds, recipients }: Failure,
): Promise<void> {
  await session.db
    .updateTable('outbox')
    .set((e) => ({
      attempts: e('attempts', '+', 1),
      last_error: error,
      ...(retrySeconds === undefined
        ? { given_up_at: formatInstant(at) }
        : { due_at: formatInstant(addSeconds(at, retrySeconds)) }),
      ...(recipients === undefined
        ? {}
        : { sent_to: [...served, ...recipients.taken], not_sent_to: [...recipients.refused] }),
    }))
    .where('message_id', '=', id)
    .execute();
}

/** Removes a message that is not to be sent any more. A later run writes it again if what it reports holds again. */
export async function takeBack(session: Session, { id }: Claimed): Promise<void> {
  await session.db.deleteFrom('outbox').where('message_id', '=', id).execute();
}

/** Postpones a message that cannot be sent yet, without counting a failure of its channel. */
export async function postpone(
  session: Session,
  { id }: Claimed,
  at: Instant,
  seconds: number,
): Promise<void> {
  await session.db
    .updateTable('outbox')
    .set({ due_at: formatInstant(addSeconds(at, seconds)) })
    .where('message_id', '=', id)
    .execute();
}
