import { OTHER_REGION, type RegionSettings, type Settings } from '../settings/schema.ts';
import { isIsoCurrency } from './money.ts';

/**
 * The region of a message: the first one in the settings that has its method or currency, else the region without a
 * name.
 */
export function findRegion(
  settings: Settings,
  currency: string | undefined,
  method: string | undefined,
): RegionSettings {
  for (const region of settings.regions) {
    if (method !== undefined && region.methods.includes(method)) return region;
    if (currency === undefined) continue;
    if (region.currencies.includes(currency)) return region;
    if (region.currencies.includes('*') && isIsoCurrency(currency)) return region;
  }
  return OTHER_REGION;
}
