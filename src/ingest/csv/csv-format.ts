import type { Settings } from '../../settings/schema.ts';
import { findTable } from './column-plan.ts';

/** How a file is cut into rows and cells. */
export interface CsvFormat {
  /** auto: found in the header row. */
  readonly delimiter: string;
  readonly quote: string;
  /** A label of TextDecoder. */
  readonly encoding: string;
  /** Line of the header, counted from 1. */
  readonly headerRow: number;
  /** Whether the settings say of this file that it is a table. */
  readonly isNamed: boolean;
}

/** The format of a file: as its table says, else as the setting csv says of every file. */
export function csvFormat(settings: Settings, file: string): CsvFormat {
  const { csv } = settings;
  const table = findTable(settings, file)?.table;
  return {
    delimiter: table?.delimiter ?? csv.delimiter,
    quote: table?.quote ?? csv.quote,
    encoding: table?.encoding ?? csv.encoding,
    headerRow: table?.headerRow ?? 1,
    isNamed: (table?.headerRow ?? table?.encoding ?? table?.delimiter) !== undefined,
  };
}
