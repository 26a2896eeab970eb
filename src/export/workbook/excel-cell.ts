import type { ColumnKind } from '../../../reports/report.ts';

/** What a cell is to Excel: a text, a number by its digits with a decimal point, or a time of the wall clock. */
export type ExcelCell =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'whole' | 'amount'; readonly digits: string }
  /** yyyy-MM-dd */
  | { readonly type: 'date'; readonly wall: string }
  /** yyyy-MM-ddTHH:mm:ss */
  | { readonly type: 'instant'; readonly wall: string };

/** A number keeps this many digits in Excel; what is longer would be rounded. */
const MOST_DIGITS = 15;
/** Excel takes 1900 for a leap year: earlier days have other numbers there than elsewhere. */
const FIRST_DATE = '1900-03-01';
/** Excel allows no longer constant in a formula, and no longer formula. */
const LONGEST_CONSTANT = 255;
const LONGEST_FORMULA = 8192;

/**
 * What Excel can hold of a cell; undefined for an empty one. Numbers and dates that Excel would change are texts.
 * @param kind of the cell in its own file (see kindThere)
 * @param text the cell as the standard CSV has it (see cellText)
 * @param decimalMark for a number that has to be a text
 * @example excelCell('local', '2026-11-19T10:05:00-03:00', ',') // instant 2026-11-19T10:05:00
 */
export function excelCell(kind: ColumnKind, text: string, decimalMark: string): ExcelCell | undefined {
  if (text === '') return undefined;
  switch (kind) {
    case 'text':
    case 'cell':
      return { type: 'text', text };
    case 'count':
    case 'minor':
    case 'percent':
    case 'amount': {
      const significant = text.replace(/^-?[0.]*|\./g, '');
      if (significant.length > MOST_DIGITS) return { type: 'text', text: text.replace('.', decimalMark) };
      const hasDecimals = kind === 'amount' || kind === 'percent';
      return { type: hasDecimals ? 'amount' : 'whole', digits: text };
    }
    default: {
      const wall = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?/.exec(text)?.[0];
      if (wall === undefined || wall < FIRST_DATE) return { type: 'text', text };
      return { type: wall.length === 10 ? 'date' : 'instant', wall };
    }
  }
}

/**
 * A cell of a CSV from which Excel makes what the cell is.
 * @example excelCsvText({ type: 'text', text: '00123' }, ',') // '="00123"'
 * @example excelCsvText({ type: 'amount', digits: '-1.50' }, ',') // '-1,50'
 */
export function excelCsvText(cell: ExcelCell, decimalMark: string): string {
  switch (cell.type) {
    case 'whole':
    case 'amount':
      return cell.digits.replace('.', decimalMark);
    case 'text':
      return wouldBeConverted(cell.text) ? constantFormula(cell.text) : cell.text;
    default: {
      const [year, month, day] = cell.wall.slice(0, 10).split('-');
      return `${day}/${month}/${year}${cell.wall.slice(10).replace('T', ' ')}`;
    }
  }
}

/**
 * Whether Excel could read something else than this text: it has a digit of any script, is a boolean word or an error
 * (`#N/A`). What begins with an apostrophe, as after a guard against formulas, or has several lines stays a text.
 */
function wouldBeConverted(text: string): boolean {
  if (/^'|[\r\n]/.test(text)) return false;
  return /\p{Nd}|^\s*#|^\s*(?:true|false|verdadeiro|falso)\s*$/iu.test(text);
}

/** `="…"`; longer texts as several constants, and those beyond a formula's length as they are: no number is so long. */
function constantFormula(text: string): string {
  const parts: string[] = [];
  let part = '';
  // By code points: a pair of surrogates must not be cut.
  for (const letter of text) {
    if (part.length + letter.length > LONGEST_CONSTANT) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  const formula = `=${[...parts, part].map((one) => `"${one.replaceAll('"', '""')}"`).join('&')}`;
  return formula.length > LONGEST_FORMULA ? text : formula;
}
