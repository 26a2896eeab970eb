import type { Session } from '../database/store.ts';
import type { Settings } from '../settings/schema.ts';
import { targetsOf } from './targets.ts';

/**
 * waiting: will be tried · sent · given up: no further attempt · no channel: its channel is no longer in the settings.
 */
export type MessageState = 'waiting' | 'sent' | 'given up' | 'no channel';

export interface ListedMessage {
  readonly state: MessageState;
  readonly channel: string;
  readonly topic: string;
  readonly severity: string;
  /** Instants in PostgreSQL's format. */
  readonly writtenAt: string;
  readonly dueAt: string;
  readonly sentAt: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Who has a mail that was refused for some recipients, and who does not; null for other messages, and once all have it. */
  readonly sentTo: readonly string[] | null;
  readonly notSentTo: readonly string[] | null;
  /** Merchant and order of a message of the topic missed-payments. */
  readonly key: string | null;
}

const LATELY_SENT = 20;

/** Unsent messages, oldest first, then the last sent ones, newest first. */
export async function listMessages(session: Session, settings: Settings): Promise<ListedMessage[]> {
  const names = targetsOf(settings).map(({ name }) => name);
  const all = session.db
    .selectFrom('outbox')
    .select(['channel', 'topic', 'severity', 'written_at', 'due_at', 'sent_at', 'given_up_at'])
    .select(['attempts', 'last_error', 'facts', 'sent_to', 'not_sent_to']);
  const open = await all.where('sent_at', 'is', null).orderBy('written_at').orderBy('message_id').execute();
  const sent = await all
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(LATELY_SENT)
    .execute();
  return [...open, ...sent].map((row) => ({
    state: stateOf(row, names),
    channel: row.channel,
    topic: row.topic,
    severity: row.severity,
    writtenAt: row.written_at,
    dueAt: row.due_at,
    sentAt: row.sent_at,
    attempts: row.attempts,
    lastError: row.last_error,
    sentTo: row.sent_to,
    notSentTo: row.not_sent_to,
    key: row.topic === 'missed-payments' ? (JSON.parse(row.facts) as { readonly key: string }).key : null,
  }));
}

function stateOf(
  row: { readonly channel: string; readonly sent_at: string | null; readonly given_up_at: string | null },
  names: readonly string[],
): MessageState {
  if (row.sent_at !== null) return 'sent';
  if (row.given_up_at !== null) return 'given up';
  return names.includes(row.channel) ? 'waiting' : 'no channel';
}
