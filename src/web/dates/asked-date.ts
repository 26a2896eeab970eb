import { isDate } from '../../normalise/local-date.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions } from '../../settings/schema.ts';
import { Problem } from '../problem.tsx';
import type { SignedInVisit } from '../visit.ts';

/** The date of a region that an address names. */
export interface AskedDate {
  /** Name of the region's folder. */
  readonly region: string;
  /** yyyy-MM-dd */
  readonly date: string;
  /** Undefined for the newest. */
  readonly version: number | undefined;
}

/** Reads region, date and version from an address. Throws Problem notFound. */
export function askedDate({ context, settings, url }: SignedInVisit): AskedDate {
  const region = context.req.param('region') ?? '';
  const date = context.req.param('date') ?? '';
  const written = url.searchParams.get('version');
  const isKnown = allRegions(settings).some(({ name }) => regionFolder(name) === region);
  if (!isKnown || !isDate(date)) throw new Problem('notFound');
  if (written !== null && !/^[1-9]\d{0,5}$/.test(written)) throw new Problem('notFound');
  return { region, date, version: written === null ? undefined : Number(written) };
}
