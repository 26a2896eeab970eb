import type { RegionSettings, Settings } from '../settings.ts';
import { currencyExponent } from './currency.ts';
import { addSeconds, type Instant } from './instant.ts';
import { readMinorUnits, readPositiveWhole } from './money.ts';
import { readTime } from './read-time.ts';
import type { PayInReading, PayInTexts } from './record.ts';
import { findRegion } from './region.ts';
import { firstReadable, headerInstant, headerOffset, readOwnTime, TimeFlags } from './times.ts';

/** Seconds that an order stays payable where the request does not say. Interface: "Limits". */
const DEFAULT_EXPIRY_SECONDS = 3600;

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
  const money = (currency: string | undefined, text: string | undefined) =>
    readMinorUnits(text, region.amountUnit, region.decimals, currencyExponent(currency));
  const reading: PayInReading = {
    region: region.name,
    amountMinor: money(texts.currency, texts.amountText),
    requestedAt,
    answeredAt,
    createdAt,
    expiresAt: addSeconds(createdAt, readPositiveWhole(texts.expiryPeriodText) ?? DEFAULT_EXPIRY_SECONDS),
    responseAmountMinor: money(texts.responseCurrency ?? texts.currency, texts.responseAmountText),
    timeFlags: flags.list(),
  };
  return { reading, region };
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
