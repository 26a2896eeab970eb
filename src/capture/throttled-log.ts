import type { Logger } from 'pino';
import { type Instant, secondsBetween } from '../normalise/instant.ts';

/** A log for what requests bring about. */
export interface ThrottledLog extends Pick<Logger, 'warn' | 'error'> {
  /** Logs what was left out. */
  close(): void;
}

type Level = 'warn' | 'error';

interface Logged {
  readonly at: Instant;
  /** What was left out since, with the fields of the newest. */
  readonly requests: number;
  readonly newest: object;
}

const LOGGED_EVERY_SECONDS = 60;

/**
 * Logs the first request with a message at once, and then that message at most once a minute, with the fields of the
 * newest request and how many there were: anybody can send requests, and must not fill the disk with them.
 */
export function throttledLog(log: Pick<Logger, Level>, now: () => Instant): ThrottledLog {
  const known: Record<Level, Map<string, Logged>> = { warn: new Map(), error: new Map() };
  const at = (level: Level) => (fields: unknown, text?: unknown) => {
    const message = String(text);
    const newest = fields as object;
    const time = now();
    const last = known[level].get(message);
    const requests = (last?.requests ?? 0) + 1;
    if (last !== undefined && Math.abs(secondsBetween(last.at, time)) < LOGGED_EVERY_SECONDS) {
      known[level].set(message, { at: last.at, requests, newest });
      return;
    }
    log[level]({ ...newest, requests }, message);
    known[level].set(message, { at: time, requests: 0, newest });
  };
  return {
    ...{ warn: at('warn'), error: at('error') },
    close: () => {
      for (const level of ['warn', 'error'] as const) {
        for (const [message, { requests, newest }] of known[level]) {
          if (requests > 0) log[level]({ ...newest, requests }, message);
        }
        known[level].clear();
      }
    },
  };
}
