import type { Settings } from './schema.ts';

/** IANA zone of each region of the settings by its name. */
export function zonesOf({ regions }: Settings): Record<string, string> {
  return Object.fromEntries(regions.map(({ name, zone }) => [name, zone]));
}

/** The zone of each region, as parameters of SQL; a region that is not listed has UTC. */
export function regionZones({ regions }: Settings): { readonly regions: string[]; readonly zones: string[] } {
  return { regions: regions.map(({ name }) => name), zones: regions.map(({ zone }) => zone) };
}
