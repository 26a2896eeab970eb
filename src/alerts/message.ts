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
 * part of it, because another store, or a restored one, may use the same numbers of runs and alarms again.
 */
export function messageId({
  channel,
  key,
  writtenAt,
}: Pick<Message, 'channel' | 'key' | 'writtenAt'>): string {
  return sha256Of(`${channel}\n${key}\n${writtenAt}`).slice(0, 32);
}
