import type { PlaceOf } from './check.ts';

const ORIGINS = new WeakMap<object, string>();

/** Remembers for messages which option, variable or file gave the setting databaseUrl. */
export function noteDatabaseOrigin(settings: object, placeOf: PlaceOf): void {
  const place = placeOf(['databaseUrl']).replace(/(:\d+)+$/, '');
  ORIGINS.set(settings, /^(--|[A-Z_]+$)/.test(place) ? place : `databaseUrl in ${place}`);
}

/** What gave the setting databaseUrl; its name where nothing is remembered. */
export function databaseOrigin(settings: object): string {
  return ORIGINS.get(settings) ?? 'databaseUrl';
}
