import type { Settings } from '../settings/schema.ts';

/** How files are written: for whom, and as what. */
export type Form = Settings['export'];

export interface Profile {
  /** Between the cells of a CSV. */
  readonly delimiter: ',' | ';';
  /** Of decimals in a CSV. */
  readonly decimalMark: '.' | ',';
  /** Whether a CSV is written so that Excel makes of every cell what it is; see excel-cell.ts. */
  readonly forExcel: boolean;
  /** Excel's number formats for dates and instants of a workbook. */
  readonly dateFormat: string;
  readonly instantFormat: string;
}

const DAY_FIRST = { dateFormat: 'dd/mm/yyyy', instantFormat: 'dd/mm/yyyy hh:mm:ss' } as const;

/** What is assumed of each country's Excel is Windows' regional settings: pt-BR and ar-EG. */
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

/** How a version is written where nothing else is said. */
export const STANDARD: Form = { profile: 'standard', format: 'csv' };

export const PROFILE_NAMES = Object.keys(PROFILES) as Form['profile'][];
export const FORMATS = ['csv', 'xlsx'] as const satisfies readonly Form['format'][];
