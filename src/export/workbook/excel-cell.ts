import type { ColumnKind } from '../../../reports/report.ts';

/** A cell's value and type in Excel: text, a number as digits with a decimal point, or a local time. */
export type ExcelCell =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'whole' | 'amount'; readonly digits: string }
  /** yyyy-MM-dd */
  | { readonly type: 'date'; readonly wall: string }
  /** yyyy-MM-ddTHH:mm:ss */
  | { readonly type: 'instant'; readonly wall: string };

/** Excel stores 15 digits of a number and rounds longer ones. */
const MOST_DIGITS = 15;
/** Excel treats 1900 as a leap year, so its day numbers before this date differ from other programs'. */
const FIRST_DATE = '1900-03-01';
/** The longest text constant that Excel allows in a formula. */
const LONGEST_CONSTANT = 255;
const LONGEST_FORMULA = 8192;

/**
 * The cell as Excel can represent it; undefined for an empty cell. Numbers and dates that Excel would change become
 * text.
 * @param kind the column's kind in the file that defines it (see kindThere)
 * @param text the cell as in the standard CSV (see cellText)
 * @param decimalMark the mark for a number that has to be text
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
 * A CSV cell that Excel reads with the right value and type.
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
 * Whether Excel could convert this text to another value: it contains a digit of any script, a boolean word or an error
 * (`#N/A`). A text that begins with an apostrophe, such as the one against formulas, or that has several lines is not
 * converted.
 */
function wouldBeConverted(text: string): boolean {
  if (/^'|[\r\n]/.test(text)) return false;
  return /\p{Nd}|^\s*#|^\s*(?:true|false|verdadeiro|falso)\s*$/iu.test(text);
}

/**
 * Writes `="…"`, with several constants for a longer text. A text beyond a formula's length is written as it is, since
 * no number is that long.
 */
function constantFormula(text: string): string {
  const parts: string[] = [];
  let part = '';
  // By code points, so that a surrogate pair is not split.
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
