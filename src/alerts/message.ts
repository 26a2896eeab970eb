import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import type { Severity } from '../settings/severity.ts';
import { sha256Of } from '../sha256.ts';
import type { AlertFacts } from './alert.ts';

/** One message to one channel. */
export interface Message {
  readonly channel: string;
  readonly key: string;
  readonly severity: Severity;
  readonly facts: AlertFacts;
  /** Instant in PostgreSQL's format. */
  readonly writtenAt: string;
  /** Recipients of a mail who have it from an attempt before, while others were refused. */
  readonly served?: readonly string[];
}

/** Context of sending. */
export interface Sending {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly at: Instant;
  /** Time to wait for an answer. */
  readonly timeoutMilliseconds: number;
}

/**
 * Identifies a message at its receivers, the same each time it is sent: 32 hexadecimal digits. The time of writing is
 * part of it, because another store, or a restored one, may use the same numbers of runs and alarms again. Keys of missed
 * payments name their order, which a receiver must not get under two ids: it would deliver it twice.
 */
export function messageId({ channel, key, facts, writtenAt }: MessageName): string {
  const name = facts.topic === 'missed-payments' ? [channel, key] : [channel, key, writtenAt];
  return sha256Of(name.join('\n')).slice(0, 32);
}

type MessageName = Pick<Message, 'channel' | 'key' | 'writtenAt'> & {
  readonly facts: Pick<AlertFacts, 'topic'>;
};
