import type { Caller } from '../../caller.ts';
import { Fault } from '../../errors.ts';
import {
  formatInstant,
  type Instant,
  isoSeconds,
  parseWrittenTime,
  secondsBetween,
  toInstant,
} from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';

/** Parses an instant with its offset. Throws INSTANT_INVALID that names the argument. */
export function readInstant(where: string, text: string): Instant {
  const written = parseWrittenTime(text);
  const instant =
    written?.offsetSeconds === undefined
      ? undefined
      : toInstant(written.localSeconds - written.offsetSeconds, written.micros);
  if (instant === undefined) throw new Fault('INSTANT_INVALID', { where, found: text });
  return instant;
}

/**
 * Returns an instant that is in the past, allowing for clock differences. Throws the caller's fault for a future one.
 */
export function checkPassed(
  name: string,
  instant: Instant,
  caller: Caller,
  { at, settings }: { readonly at: Instant; readonly settings: Settings },
): Instant {
  if (secondsBetween(at, instant) <= settings.allowedSkewSeconds) return instant;
  throw new Fault(caller.code, {
    where: caller.argument(name),
    found: isoSeconds(formatInstant(instant)),
    expected: `a moment that has passed: at most ${isoSeconds(formatInstant(at))}`,
    remedy: 'Nothing can be complete until a moment that is yet to come.',
  });
}
