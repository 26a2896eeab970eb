import type { Logger } from 'pino';
import { Fault } from '../errors.ts';
import { type Instant, secondsBetween } from '../normalise/instant.ts';

type Level = 'warn' | 'error';

/** A log for what requests bring about. */
export interface ThrottledLog extends Readonly<Record<Level, (fields: object, message: string) => void>> {
  /** Logs what was left out. */
  close(): void;
}

interface Request {
  readonly log: Pick<Logger, Level>;
  readonly now: () => Instant;
  readonly everySeconds: number;
}

/**
 * Logs the first request with a message and a fault at once, and then these at most once a minute, with the fields of the
 * newest request and how many there were: anybody can send requests, and must not fill the disk with them.
 */
export function throttledLog(log: Pick<Logger, Level>, now: () => Instant, everySeconds = 60): ThrottledLog {
  const lines = new Map<string, ThrottledLine>();
  const at = (level: Level) => (fields: object, message: string) => {
    const key = JSON.stringify([level, message, faultOf(fields)]);
    const line = lines.get(key) ?? new ThrottledLine({ log, now, everySeconds }, level, message);
    lines.set(key, line);
    line.take(fields);
  };
  const close = () => {
    for (const line of lines.values()) line.write();
  };
  return { warn: at('warn'), error: at('error'), close };
}

/** The line of one message and fault. */
class ThrottledLine {
  readonly #request: Request;
  readonly #level: Level;
  readonly #message: string;
  #writtenAt: Instant | undefined;
  /** How many requests came since then, and the fields of the newest. */
  #requests = 0;
  #newest: object = {};
  /** Writes what was left out, if no later request does. */
  #timer: NodeJS.Timeout | undefined;

  constructor(request: Request, level: Level, message: string) {
    this.#request = request;
    this.#level = level;
    this.#message = message;
  }

  take(fields: object): void {
    const { now, everySeconds } = this.#request;
    this.#requests += 1;
    this.#newest = fields;
    if (this.#writtenAt === undefined || Math.abs(secondsBetween(this.#writtenAt, now())) >= everySeconds)
      this.write();
    else this.#timer ??= setTimeout(() => this.write(), everySeconds * 1000).unref();
  }

  write(): void {
    const { log, now } = this.#request;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#requests === 0) return;
    log[this.#level]({ ...this.#newest, requests: this.#requests }, this.#message);
    this.#writtenAt = now();
    this.#requests = 0;
  }
}

/** Faults of one message may want different remedies. Of those of the program and of the system there are few. */
function faultOf(fields: object): unknown {
  const { fault } = fields as { readonly fault?: unknown };
  if (fault instanceof Fault) return [fault.code, fault.detail.found];
  return (fault as NodeJS.ErrnoException | undefined)?.errno;
}
