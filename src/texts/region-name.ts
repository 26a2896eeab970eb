import type { Language } from './formats.ts';
import { FRAME_TEXTS } from './page/frame-texts.ts';

const NAMES = new Map<Language, Intl.DisplayNames>();

/**
 * A region for headings: the country's name where the region is named by a country's code.
 * @param region name of its folder
 * @example regionName('pt', 'BR') // 'Brasil (BR)'
 */
export function regionName(language: Language, region: string): string {
  if (region === 'other') {
    const name = FRAME_TEXTS[language].noRegion;
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  }
  if (!/^[A-Z]{2}$/.test(region)) return region;
  let names = NAMES.get(language);
  if (names === undefined) {
    names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    NAMES.set(language, names);
  }
  const name = names.of(region);
  return name === undefined ? region : `${name} (${region})`;
}
