import type { Form } from '../../export/profile.ts';
import { fileNameOutside } from '../../settings/file-name-outside.ts';
import { regionFolder } from '../../settings/region-folder.ts';

/** What a downloaded file holds: a version, a range of dates, or what was known at a date. */
export interface NamedContent {
  /** Name of the report; absent for all reports of a version. */
  readonly report?: string | undefined;
  /** Name of the region, `''` for orders without one; absent for all regions. */
  readonly region?: string | undefined;
  readonly of:
    | { readonly date: string; readonly version: number }
    | { readonly from: string; readonly to: string }
    | { readonly asOf: string };
  readonly end: Form['format'] | 'zip';
}

/**
 * Name of a downloaded file.
 * @example orders-BR-2026-11-19-v2.csv, orders-BR-2026-11-01..2026-11-30.csv, payin-recon-BR-2026-11-19-v2.zip
 */
export function downloadName({ report = 'payin-recon', region, of, end }: NamedContent): string {
  if ('version' in of && region !== undefined)
    return fileNameOutside({ report, region, ...of, file: `${report}.${end}` });
  const dates = 'from' in of ? `${of.from}..${of.to}` : 'asOf' in of ? of.asOf : `${of.date}-v${of.version}`;
  const parts = [report, ...(region === undefined ? [] : [regionFolder(region)]), dates];
  return `${parts.join('-')}.${end}`;
}
