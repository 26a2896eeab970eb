import { createHash } from 'node:crypto';
import type { Instant } from '../../normalise/instant.ts';
import type { Severity } from '../../settings/severity.ts';
import type { Settings } from '../../settings.ts';
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

/** Names a message wherever it arrives, the same each time it is sent: 32 hexadecimal digits. */
export function messageId({ channel, key }: Pick<Message, 'channel' | 'key'>): string {
  return createHash('sha256').update(`${channel}\n${key}`).digest('hex').slice(0, 32);
}
