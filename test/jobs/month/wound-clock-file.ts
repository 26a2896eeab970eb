import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Instant, instantOfMilliseconds } from '../../../src/normalise/instant.ts';

/** A clock that several processes read from a file: it runs as many times as fast as the real one from a moment on. */
interface WoundClock {
  /** The real and the wound clock's milliseconds since 1970 when it was last set. */
  readonly realAt: number;
  readonly woundAt: number;
  readonly speed: number;
}

/** Sets the clock; who reads it meanwhile sees the old or the new one. */
export function setClock(path: string, at: Instant, speed: number): void {
  const clock: WoundClock = { realAt: Date.now(), woundAt: at.seconds * 1000, speed };
  writeFileSync(`${path}.new`, JSON.stringify(clock));
  renameSync(`${path}.new`, path);
}

export function readClock(path: string): Instant {
  const { realAt, woundAt, speed }: WoundClock = JSON.parse(readFileSync(path, 'utf8'));
  return instantOfMilliseconds(Math.floor(woundAt + (Date.now() - realAt) * speed))!;
}
