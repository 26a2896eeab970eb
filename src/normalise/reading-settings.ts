import { createHash } from 'node:crypto';
import type { Settings } from '../settings.ts';

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
