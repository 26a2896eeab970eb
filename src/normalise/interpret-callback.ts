import type { RegionSettings, Settings } from '../settings/schema.ts';
import { readMoney } from './money.ts';
import {
  firstReadable,
  headerInstant,
  headerOffset,
  isImpossible,
  readOwnTime,
  readTime,
  TimeFlags,
  UNREADABLE,
} from './read-time.ts';
import type { CallbackReading, CallbackTexts } from './record.ts';
import { findRegion } from './region.ts';

/**
 * What the kept texts of a callback mean by the settings: region, minor units, instants in UTC.
 * @returns the reading, with the region's settings; undefined where no time can be read
 */
export function interpretCallback(
  texts: CallbackTexts,
  settings: Settings,
): { readonly reading: CallbackReading; readonly region: RegionSettings } | undefined {
  const region = findRegion(settings, texts.currency, texts.paymentMethod);
  const { timestampText, transactionTimeText } = texts;
  const { allowedSkewSeconds } = settings;
  const flags = new TimeFlags();
  const logged = firstReadable(flags, [[texts.receivedAtText, (text) => readOwnTime(text, settings)]]);
  const reference = logged ?? headerInstant(timestampText);
  const headerOffsetSeconds = headerOffset(timestampText);
  const completed =
    transactionTimeText === undefined
      ? UNREADABLE
      : readTime(transactionTimeText, {
          zone: region.zone,
          reference,
          headerOffsetSeconds,
          allowedSkewSeconds,
        });
  const completedAt = flags.take(completed);
  const receivedAt =
    logged ??
    firstReadable(flags, [
      [timestampText, (text) => readTime(text, { zone: region.zone, allowedSkewSeconds })],
    ]) ??
    completedAt;
  if (receivedAt === undefined) return undefined;
  const reading: CallbackReading = {
    region: region.name,
    amountMinor: readMoney(texts.amountText, texts.currency, region),
    completedAt,
    offsetSource: completed.source,
    completedImpossible: isImpossible(completedAt, reference, allowedSkewSeconds),
    receivedAt,
    timeFlags: flags.list(),
  };
  return { reading, region };
}
