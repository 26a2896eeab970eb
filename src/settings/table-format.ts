import { DateTime } from 'luxon';
import { z } from 'zod';
import { ROW_WORDS } from '../contract/statement-fields.ts';
import { TRIAL_TIMES } from './trial-times.ts';
import { name, quoteMark, zone } from './value-kinds.ts';

const ENCODING = 'the name of an encoding, such as utf-8, windows-1252, windows-1256 or utf-16le';
const TIMES = 'a form of times with year, month and day, in tokens of Luxon, such as dd/MM/yyyy HH:mm:ss';
const FOOTER = 'a number of rows, or a regular expression';
const MARK = "one of . , ' ’ ٫ ٬ ، · _ or a space";

const mark = z
  .string()
  .regex(/^[.,'’٫٬،·_ \u00a0\u202f]$/)
  .meta({ expected: MARK });
const timeForm = z.string().refine(isTimeForm, { error: TIMES }).meta({ expected: TIMES });

/** How the file of a table is cut into cells; a query has none of these. */
const fileFormat = {
  sheet: name.optional().describe('Sheet of a workbook; absent: the first that is not hidden'),
  encoding: z
    .string()
    .refine(isEncoding, { error: ENCODING })
    .meta({ expected: ENCODING })
    .optional()
    .describe('Encoding of the file; absent: csv.encoding'),
  delimiter: z.string().min(1).max(8).optional().describe('Separator of cells; absent: csv.delimiter'),
  quote: quoteMark.optional().describe('Character around a cell with a separator; absent: csv.quote'),
  headerRow: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Line of the header, counted from 1; the lines before it are not read'),
  footer: z
    .union([z.int().min(0).max(1000), z.string().min(1).refine(isPattern, { error: FOOTER })])
    .meta({ expected: FOOTER })
    .optional()
    .describe('How many last rows are no records, or a pattern of the rows that are none'),
  totals: z
    .record(name, z.union([name, z.int().min(1)]))
    .optional()
    .describe(
      'What the footer says, each with its column, by name or counted from 1: rows is how many rows there are, another path the sum of its column',
    )
    .meta({ examples: [{ rows: 2, gross: 'Valor' }] }),
};

/** How the cells of a table are written. A cell is read by this and nothing else. */
const cellFormat = {
  decimal: mark.optional().describe('Decimal mark of amounts and numbers; absent: .'),
  group: mark.optional().describe('Mark between groups of three digits; absent: none is read'),
  digits: z
    .enum(['western', 'arabic'])
    .optional()
    .describe(
      'arabic: the digits ٠ to ٩ are digits in every cell, ٫ is a decimal mark and ٬ a group mark too',
    ),
  unit: z
    .enum(['major', 'minor'])
    .optional()
    .describe("Unit of amounts, where it is not that of the region's messages"),
  times: z
    .union([timeForm, z.array(timeForm).min(1)])
    .meta({ expected: `${TIMES}, or a list of them` })
    .optional()
    .describe('Forms of times; absent: yyyy-MM-dd HH:mm:ss as in a log'),
  zone: zone.optional().describe('Time zone of times without an offset; absent: as in a log'),
  words: z
    .record(name, z.record(name, z.string()))
    .optional()
    .describe('Path in the record: the words of the table, each with the value that it means'),
};

/** How a table is written, for an entry of the map and for a source. */
export const tableFormat = { ...cellFormat, ...fileFormat };

export type TableFormat = Readonly<z.infer<z.ZodObject<typeof tableFormat>>>;

const NAMES = Object.keys(tableFormat) as readonly (keyof TableFormat)[];

/** What a table or a source says of its form, in a fixed order; empty for nothing. */
export function formatOf(table: TableFormat): TableFormat {
  return Object.fromEntries(NAMES.flatMap((key) => (table[key] === undefined ? [] : [[key, table[key]]])));
}

/** A mistake in the form of a table that concerns several settings, or a query. */
export interface WrongFormat {
  readonly path: readonly string[];
  readonly message: string;
  /** Possible values, one of which may be meant. */
  readonly params?: { readonly known: () => readonly string[] };
}

/** What a word of a type or status of statements can stand for, for messages. */
export const WORD_MEANINGS: Readonly<Record<keyof typeof ROW_WORDS, string>> = {
  type: oneOf(ROW_WORDS.type),
  status: `${oneOf(ROW_WORDS.status)}; a word that means none of them is left out`,
};

/** Mistakes in the form of a table, or of a source; a value that is not a map is not checked. */
export function wrongFormats(table: unknown): WrongFormat[] {
  const said = Object(table);
  const { decimal = '.', group } = said;
  const same = group !== undefined && group === decimal;
  const hasTotals = said.totals !== undefined && said.query === undefined;
  const onlyOfFiles = said.query === undefined ? [] : Object.keys(fileFormat);
  return [
    ...(same
      ? [{ path: ['group'], message: 'another character than decimal, which is . if it is absent' }]
      : []),
    ...(hasTotals && (said.footer ?? 0) === 0
      ? [{ path: ['totals'], message: 'none without footer, which says which rows it is in' }]
      : []),
    ...onlyOfFiles
      .filter((key) => said[key] !== undefined)
      .map((key) => ({ path: [key], message: 'none: it is for files, not for a query' })),
    ...wrongWords(said),
  ];
}

/**
 * Words of a type or status of statements that stand for none that there is. What callbacks say is compared with the setting statuses,
 * in which a status may be left out on purpose.
 */
function wrongWords({ kind, words }: { readonly kind?: unknown; readonly words?: unknown }): WrongFormat[] {
  if (kind !== 'statement') return [];
  return Object.entries(Object(words)).flatMap(([name, meanings]) => {
    const field = name.toLowerCase();
    if (field !== 'type' && field !== 'status') return [];
    const known: readonly string[] = ROW_WORDS[field];
    return Object.entries(Object(meanings))
      .filter(([, meaning]) => typeof meaning === 'string' && !known.includes(meaning.toLowerCase()))
      .map(([word]) => ({
        path: ['words', name, word],
        message: WORD_MEANINGS[field],
        params: { known: () => known },
      }));
  });
}

/** Values as a text: `a, b or c`. */
export function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text written in this form can be read back to its day, whatever day it is today. */
function isTimeForm(form: string): boolean {
  const options = { setZone: true, locale: 'en' } as const;
  try {
    return TRIAL_TIMES.every((text) => {
      const day = DateTime.fromISO(text, options);
      const again = DateTime.fromFormat(day.toFormat(form), form, options);
      return again.isValid && again.toISODate() === day.toISODate();
    });
  } catch {
    // Luxon throws for tokens that contradict each other, such as HH and a.
    return false;
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
