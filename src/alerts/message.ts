import { createHash } from 'node:crypto';
import type { Instant } from '../normalise/instant.ts';
import type { Settings } from '../settings/schema.ts';
import type { Severity } from '../settings/severity.ts';
import type { AlertFacts } from './alert.ts';

/** One message to one channel. */
export interface Message {
  readonly channel: string;
  readonly key: string;
  readonly severity: Severity;
  readonly facts: AlertFacts;
  /** As PostgreSQL writes it. */
  readonly writtenAt: string;
}

/** What sending needs besides the message. */
export interface Sending {
  readonly settings: Settings;
  readonly workingDirectory: string;
  readonly at: Instant;
  /** How long a server may be silent. */
  readonly timeoutMilliseconds: number;
}

/**
 * Names a message wherever it arrives, the same each time it is sent: 32 hexadecimal digits. When it was written is part
 * of it: another store, or one that was restored, counts its runs and alarms anew.
 */
export function messageId({
  channel,
  key,
  writtenAt,
}: Pick<Message, 'channel' | 'key' | 'writtenAt'>): string {
  return createHash('sha256').update(`${channel}\n${key}\n${writtenAt}`).digest('hex').slice(0, 32);
}
