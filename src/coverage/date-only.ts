import { instantOfText } from '../normalise/instant.ts';
import { zoneOffsetSeconds } from '../normalise/zone.ts';

const DAY_SECONDS = 86_400;

/** Rows of statements that only have a date are counted at its begin, and tell nothing of the hours after it. */
export function isDateOnly(
  { kind, first_at, last_at }: { readonly kind: string; readonly first_at: string; readonly last_at: string },
  zone: string,
): boolean {
  if (kind !== 'statement' || first_at !== last_at) return false;
  const at = instantOfText(first_at).seconds;
  return (at + zoneOffsetSeconds(zone, at)) % DAY_SECONDS === 0;
}
