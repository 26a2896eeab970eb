import { isoSeconds } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { counted, plain } from '../../terminal-text.ts';
import type { AdoptedPlace } from './adopt.ts';

/** The result for each date and region, as text. */
export function adoptText(places: readonly AdoptedPlace[], dryRun: boolean): string {
  if (places.length === 0) return 'No version is unknown to this store.';
  const lines = places.flatMap((place) => placeLines(place, dryRun));
  if (dryRun) lines.push('', 'Nothing was changed. Run it without --dry-run to adopt them.');
  return lines.join('\n');
}

/** The deviations that prevent adoption, one line each. */
export function deviationLines(places: readonly AdoptedPlace[], most: number): string[] {
  const all = places.flatMap(({ deviations }) => deviations);
  const shown = all.slice(0, most).map(({ where, what }) => `${plain(where)}: ${plain(what)}`);
  return all.length > most ? [...shown, `and ${all.length - most} more`] : shown;
}

function placeLines({ date, region, versions, deviations }: AdoptedPlace, dryRun: boolean): string[] {
  const subject = `${date} ${regionFolder(region)}`;
  if (deviations.length > 0) {
    const names = versions.map(({ version }) => `v${version}`).join(', ');
    return [
      `${subject}: ${names} not adopted, ${counted(deviations.length, 'difference')}`,
      ...deviations.flatMap(({ where, what, expected, actual }) => [
        `  ${plain(where)}: ${plain(what)}`,
        `    this store: ${plain(expected)}`,
        `    the folder: ${plain(actual)}`,
      ]),
    ];
  }
  return versions.flatMap(({ version, asOf, keptAsTheyAre }) => [
    `${subject}: v${version} ${dryRun ? 'would be adopted' : 'adopted'}, as of ${isoSeconds(asOf!)}; its facts are those of this store`,
    ...(keptAsTheyAre.length === 0 ? [] : [`  kept as they are: ${keptAsTheyAre.join(', ')}`]),
  ]);
}
