import { createHash } from 'node:crypto';
import type { Settings } from '../settings/schema.ts';

/**
 * The edition of the rules by which this program reads kept texts. It grows whenever the same text and settings come to
 * something else than before, so that `renormalise` finds what was read by an earlier edition. 2: a time may be however
 * long before its reference, an amount without a currency is no money, an expiryPeriod of more than a year is none.
 */
export const READING_RULES = 2;

/**
 * SHA-256 over the settings by which kept texts are interpreted. Where it differs from that of stored sources, what
 * is stored was read by other settings than those at hand, and `renormalise` applies these.
 */
export function readingSettingsDigest(settings: Settings): string {
  const bearing = {
    regions: settings.regions.map(({ exclusive: _exclusive, ...region }) => region),
    logsZone: settings.logs.zone,
    allowedSkewSeconds: settings.allowedSkewSeconds,
  };
  return createHash('sha256').update(JSON.stringify(bearing)).digest('hex');
}
