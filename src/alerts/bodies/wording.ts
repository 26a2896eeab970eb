import type { Settings } from '../../settings/schema.ts';
import { FINDING_NAMES } from '../../texts/finding-names.ts';
import { type Formats, formatsOf, type Language, type Sum } from '../../texts/formats.ts';
import { TEXTS } from '../../texts/languages.ts';
import type { MessageTexts } from '../../texts/message-texts.ts';
import { joined, type Phrase, say } from '../../texts/phrase.ts';

/** A language together with the regions and links of the settings. */
export interface Wording {
  readonly texts: MessageTexts;
  readonly formats: Formats;
  /** A region's name within a sentence. */
  region(name: string): Phrase;
  /** Zone in which a region's times are shown; UTC where it has none. */
  zoneOf(region: string): string;
  /** Zone in which times of several regions are shown: theirs if it is the same, otherwise UTC. */
  zoneOfAll(regions: readonly string[]): string;
  /** An instant with date, time of day and zone. */
  moment(instant: string, zone: string): Phrase;
  sums(sums: readonly Sum[]): Phrase;
  differences(sums: readonly Sum[]): Phrase;
  listed(values: readonly string[]): Phrase;
  /** The name of a finding; its code where a newer version of the program wrote it. */
  finding(code: string): string;
  /** Link to the folder of reports or a path in it; undefined where alerts.reportsUrl is not set. */
  link(...steps: readonly string[]): string | undefined;
}

export function wordingOf(settings: Settings, language: Language): Wording {
  const texts = TEXTS[language];
  const formats = formatsOf(language);
  const zoneOf = (name: string) => settings.regions.find((region) => region.name === name)?.zone ?? 'UTC';
  const all = (values: readonly string[]) =>
    joined(
      values.map((value) => say`${value}`),
      texts.between.listed,
    );
  const base = settings.alerts.reportsUrl;
  return {
    texts,
    formats,
    region: (name) =>
      name === 'other' ? [texts.noRegion] : name === 'all' ? [texts.allRegions] : say`${name}`,
    zoneOf,
    zoneOfAll: (regions) => {
      const zones = new Set(regions.map(zoneOf));
      return zones.size === 1 ? [...zones][0]! : 'UTC';
    },
    moment: (instant, zone) => texts.moment(formats.dateOf(instant, zone), formats.time(instant, zone), zone),
    sums: (sums) => all(sums.map(formats.money)),
    differences: (sums) => all(sums.map(formats.difference)),
    listed: all,
    finding: (code) => FINDING_NAMES[code]?.[language] ?? code,
    link: (...steps) =>
      base === undefined
        ? undefined
        : `${base.replace(/\/+$/, '')}/${steps.map((step) => `${encodeURIComponent(step)}/`).join('')}`,
  };
}
