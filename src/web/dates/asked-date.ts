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
export function askedDate(visit: SignedInVisit): AskedDate {
  const { context, url } = visit;
  const region = regionFolder(askedRegion(visit));
  const date = dateOf(context.req.param('date'));
  const written = url.searchParams.get('version');
  if (written !== null && !/^[1-9]\d{0,5}$/.test(written)) throw new Problem('notFound');
  return { region, date, version: written === null ? undefined : Number(written) };
}

/** Name of the region whose folder an address names. Throws Problem notFound. */
export function askedRegion({ context, settings }: SignedInVisit): string {
  const folder = context.req.param('region');
  const found = allRegions(settings).find(({ name }) => regionFolder(name) === folder);
  if (found === undefined) throw new Problem('notFound');
  return found.name;
}

/** A date as an address names it, yyyy-MM-dd. Throws Problem notFound. */
export function dateOf(text: string | undefined): string {
  if (text !== undefined && isDate(text)) return text;
  throw new Problem('notFound');
}
