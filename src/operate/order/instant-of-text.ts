import { type Instant, parseWrittenTime } from '../../normalise/instant.ts';

/** The instant of a text as a story has it, ISO 8601 in UTC. Throws Error for any other. */
export function instantOfText(text: string): Instant {
  const written = parseWrittenTime(text);
  if (written?.offsetSeconds === undefined) throw new Error(`not an instant: ${text}`);
  return { seconds: written.localSeconds - written.offsetSeconds, micros: written.micros };
}
