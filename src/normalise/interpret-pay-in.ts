import type { RegionSettings, Settings } from '../settings/schema.ts';
import { addSeconds, type Instant } from './instant.ts';
import { readMoney, readPositiveWhole } from './money.ts';
import { firstReadable, headerInstant, headerOffset, readOwnTime, readTime, TimeFlags } from './read-time.ts';
import type { PayInReading, PayInTexts } from './record.ts';
import { findRegion } from './region.ts';

/** Seconds that an order stays payable where the request does not say. Interface: "Limits". */
const DEFAULT_EXPIRY_SECONDS = 3600;
/** A year more than the day that the interface allows. What is longer is no time to pay: the order would wait for ever. */
const LONGEST_EXPIRY_SECONDS = 366 * 86_400;

/**
 * What the kept texts of a pay-in record mean by the settings: region, minor units, instants in UTC.
 * @param hasRequest false for a response that was logged by itself: region and time are then its own
 * @returns the reading, with the region's settings; undefined where no time can be read
 */
export function interpretPayIn(
  texts: PayInTexts,
  hasRequest: boolean,
  settings: Settings,
): { readonly reading: PayInReading; readonly region: RegionSettings } | undefined {
  const region = hasRequest
    ? findRegion(settings, texts.currency, texts.paymentMethod)
    : findRegion(settings, texts.responseCurrency, texts.responseMethod);
  const flags = new TimeFlags();
  const asked = hasRequest
    ? firstReadable(flags, [
        [texts.timestampText, (text) => readTime(text, serviceClock(region, settings))],
        [texts.sentAtText, (text) => readOwnTime(text, settings)],
      ])
    : firstReadable(flags, [[texts.sentAtText, (text) => readOwnTime(text, settings)]]);
  const answeredAt = readAnswer(texts, region, settings, asked, flags);
  const requestedAt = hasRequest
    ? (asked ?? answeredAt)
    : (asked ??
      headerInstant(texts.responseTimestampText) ??
      answeredAt ??
      stampedAt(texts, region, settings));
  if (requestedAt === undefined) return undefined;
  const createdAt = answeredAt ?? requestedAt;
  const reading: PayInReading = {
    region: region.name,
    amountMinor: readMoney(texts.amountText, texts.currency, region),
    requestedAt,
    answeredAt,
    createdAt,
    expiresAt: addSeconds(createdAt, readExpiry(texts.expiryPeriodText)),
    responseAmountMinor: readMoney(
      texts.responseAmountText,
      texts.responseCurrency ?? texts.currency,
      region,
    ),
    timeFlags: flags.list(),
  };
  return { reading, region };
}

/** Seconds that the order stays payable: the request's, if they are a whole number that a session can last. */
function readExpiry(text: string | undefined): number {
  const seconds = readPositiveWhole(text) ?? DEFAULT_EXPIRY_SECONDS;
  return seconds > LONGEST_EXPIRY_SECONDS ? DEFAULT_EXPIRY_SECONDS : seconds;
}

/** The response's transactionTime; what bounds it is the response's own header, else the time of the request. */
function readAnswer(
  texts: PayInTexts,
  region: RegionSettings,
  settings: Settings,
  asked: Instant | undefined,
  flags: TimeFlags,
): Instant | undefined {
  const context = {
    ...serviceClock(region, settings),
    reference: headerInstant(texts.responseTimestampText) ?? asked,
    headerOffsetSeconds: headerOffset(texts.responseTimestampText),
  };
  return firstReadable(flags, [[texts.responseTimeText, (text) => readTime(text, context)]]);
}

/** When a response that was logged without a time of its own says that it was sent, though without an offset. */
function stampedAt(texts: PayInTexts, region: RegionSettings, settings: Settings): Instant | undefined {
  if (texts.responseTimestampText === undefined) return undefined;
  return readTime(texts.responseTimestampText, serviceClock(region, settings)).instant;
}

function serviceClock(region: RegionSettings, settings: Settings) {
  return { zone: region.zone, allowedSkewSeconds: settings.allowedSkewSeconds };
}
