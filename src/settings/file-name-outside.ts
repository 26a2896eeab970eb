import { regionFolder } from './region-folder.ts';

export interface PublishedFile {
  /** Name of the report. */
  readonly report: string;
  readonly region: string;
  /** Business date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly version: number;
  /** Its file in the version's folder, such as `orders.csv`. */
  readonly file: string;
}

/**
 * Name of a published file once it has left its folder, as an attachment or a download:
 * `orders.csv` of Brazil's version 2 of 19 November is `orders-BR-2026-11-19-v2.csv`.
 */
export function fileNameOutside({ report, region, date, version, file }: PublishedFile): string {
  return `${report}-${regionFolder(region)}-${date}-v${version}${file.slice(report.length)}`;
}
