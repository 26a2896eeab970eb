import type { Settings } from '../settings/schema.ts';

/** The settings for writing files: profile and format. */
export type Form = Settings['export'];

export interface Profile {
  /** Separator between the cells of a CSV. */
  readonly delimiter: ',' | ';';
  /** Decimal mark in a CSV. */
  readonly decimalMark: '.' | ',';
  /** Whether CSVs are written so that Excel reads every cell with the right type; see excel-cell.ts. */
  readonly forExcel: boolean;
  /** Excel's number formats for dates and instants of a workbook. */
  readonly dateFormat: string;
  readonly instantFormat: string;
}

const DAY_FIRST = { dateFormat: 'dd/mm/yyyy', instantFormat: 'dd/mm/yyyy hh:mm:ss' } as const;

/** The Excel profiles assume the Windows regional settings pt-BR and ar-EG. */
export const PROFILES: Readonly<Record<Form['profile'], Profile>> = {
  standard: {
    delimiter: ',',
    decimalMark: '.',
    forExcel: false,
    dateFormat: 'yyyy-mm-dd',
    instantFormat: 'yyyy-mm-dd hh:mm:ss',
  },
  'excel-br': { delimiter: ';', decimalMark: ',', forExcel: true, ...DAY_FIRST },
  'excel-eg': { delimiter: ';', decimalMark: '.', forExcel: true, ...DAY_FIRST },
};

/** The default for published versions. */
export const STANDARD: Form = { profile: 'standard', format: 'csv' };

export const PROFILE_NAMES = Object.keys(PROFILES) as Form['profile'][];
