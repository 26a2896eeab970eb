import { zonedTime } from '../contract/criteria.ts';
import type { NamedRule } from '../contract/variant-rules.ts';
import type { Violation } from '../contract/violation.ts';
import { OTHER_REGION, type RegionSettings } from '../settings/schema.ts';
import { parseWrittenTime } from './instant.ts';
import type { PayInTexts } from './record.ts';
import { zoneOffsetSeconds } from './zone.ts';

const RULE = "the region's offset at that time";
const OFFSET_LENGTH = '+00:00'.length;
const REQUEST_FIELD = 'request.headers.X-TIMESTAMP';
const RESPONSE_FIELD = 'response.body.transactionTime';

/** The rules of {@link checkOffsets}; they hold in every region that has a name. */
export const OFFSET_RULES: readonly NamedRule[] = [
  { field: REQUEST_FIELD, rule: RULE },
  { field: RESPONSE_FIELD, rule: RULE },
];

/**
 * Checks that the times of a pay-in record have the offset that the region's zone has at that instant, where the
 * interface demands it. Interface: "Pay-in request headers", X-TIMESTAMP, and "Pay-in response body",
 * transactionTime; for callbacks it demands only the form.
 * @example of Egypt on 2026-07-01, X-TIMESTAMP 2026-07-01T10:00:00+02:00: shape 'offset +02:00'
 */
export function checkOffsets(
  texts: Pick<PayInTexts, 'timestampText' | 'responseTimeText'>,
  region: RegionSettings,
): Violation[] {
  if (region.name === OTHER_REGION.name) return [];
  return [
    ...checkOffset(REQUEST_FIELD, texts.timestampText, region.zone),
    ...checkOffset(RESPONSE_FIELD, texts.responseTimeText, region.zone),
  ];
}

/** A text without the form of a time already breaks the rule about its form. */
function checkOffset(field: string, text: string | undefined, zone: string): Violation[] {
  if (text === undefined || !zonedTime.holds(text)) return [];
  const written = parseWrittenTime(text);
  if (written?.offsetSeconds === undefined) return [];
  const { localSeconds, offsetSeconds } = written;
  const due = zoneOffsetSeconds(zone, localSeconds - offsetSeconds);
  if (due === offsetSeconds) return [];
  return [{ field, rule: RULE, shape: `offset ${text.slice(-OFFSET_LENGTH)}` }];
}
