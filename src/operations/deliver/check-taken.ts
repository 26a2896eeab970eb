import { REPORTS } from '../../../reports/all.ts';
import { didYouMean } from '../../did-you-mean.ts';
import { Fault } from '../../errors.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';

/** Checks that the reports and regions that deliveries take exist. Throws SETTINGS_INVALID. */
export function checkTaken(settings: Settings): void {
  const reports = REPORTS.map(({ name }) => name);
  const regions = allRegions(settings).map(({ name }) => regionFolder(name));
  const found = settings.deliveries.flatMap(({ name, ...own }) => [
    ...unknownNames(`delivery ${name}, reports`, own.reports, reports),
    ...unknownNames(`delivery ${name}, regions`, own.regions, regions),
  ]);
  if (found.length > 0) throw new Fault('SETTINGS_INVALID', { where: 'deliveries', found });
}

function unknownNames(where: string, names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => `${where}: ${name}; ${didYouMean(name, known) ?? `expected ${known.join(', ')}`}`);
}
