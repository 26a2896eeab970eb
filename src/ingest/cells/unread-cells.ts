import type { TableFormat } from '../../settings/table-format.ts';
import type { CellTarget, UnreadAs } from './cell-reader.ts';
import { numberReader, westernText } from './read-number.ts';
import { type Cell, textOf } from './table-cell.ts';
import { timeReader } from './time-forms.ts';

/** A cell that is not written as the table says. */
export interface UnreadCell {
  readonly column: string;
  readonly as: UnreadAs;
  readonly text: string;
}

interface FieldColumn extends CellTarget {
  readonly index: number;
  readonly name: string;
}

/** The cells of one column that are not written as the table says. */
export interface UnreadColumn {
  readonly column: string;
  readonly as: UnreadAs;
  readonly cells: number;
  /** How many other cells of the column are read. */
  readonly read: number;
  /** Line of the first of them. */
  readonly first: number;
  /** How the first is written, each digit as 9 and each letter as a: a cell may be the payer's. */
  readonly written: string;
  /**
   * Settings of the table with which all of the first of them can be read. Empty where none are known, or where more cells could no
   * longer be read.
   */
  readonly set: TableFormat;
}

const MOST_TEXTS = 100;
const MOST_SHOWN = 40;

const NUMBER_FORMS: readonly TableFormat[] = [
  {},
  { decimal: ',' },
  { decimal: ',', group: '.' },
  { group: ',' },
  { decimal: ',', group: ' ' },
  { decimal: ',', group: '\u00a0' },
  { decimal: ',', group: '\u202f' },
  { group: ' ' },
  { group: "'" },
];

const TIME_FORMS: readonly string[] = [
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd-MM-yyyy',
  'dd.MM.yyyy',
  'yyyy/MM/dd',
  'yyyy-MM-dd',
]
  .flatMap((day) =>
    [
      ...['', ' HH:mm:ss', ' HH:mm', ', HH:mm:ss', ', HH:mm', ' hh:mm:ss a', ' hh:mm a', ' HH:mm:ss.u'],
      ...[' h:mm:ss a', ' h:mm a'],
    ].map((time) => day + time),
  )
  .concat(
    "yyyy-MM-dd'T'HH:mm",
    "yyyy-MM-dd'T'HH:mm:ss",
    "yyyy-MM-dd'T'HH:mm:ssZZ",
    'yyyyMMddHHmmss',
    'yyyyMMdd HHmmss',
    "dd/MM/yyyy'T'HH:mm:ss",
  );

interface Counted {
  readonly column: string;
  readonly as: UnreadAs;
  cells: number;
  readonly first: number;
  readonly texts: string[];
}

/** The cells of a column that were read: as numbers or dates of a workbook, or as texts. */
interface Read {
  cells: number;
  ofTexts: number;
  /** The first of the texts. */
  readonly texts: string[];
}

/** Counts the cells that could not be read, by column, and finds the settings that they need. */
export class UnreadCells {
  readonly #columns = new Map<string, Counted>();
  readonly #read = new Map<string, Read>();

  /**
   * @param fields the columns of the row
   * @param unread those of its cells that could not be read
   */
  takeRow(
    cells: readonly Cell[],
    fields: readonly FieldColumn[],
    unread: readonly UnreadCell[],
    line: number,
  ): void {
    for (const one of unread) this.#add(one, line);
    for (const { index, name } of fields) {
      const cell = cells[index]!;
      if (textOf(cell) === '' || unread.some(({ column }) => column === name)) continue;
      const read = this.#read.get(name) ?? { cells: 0, ofTexts: 0, texts: [] };
      if (read.cells === 0) this.#read.set(name, read);
      read.cells += 1;
      if (typeof cell !== 'string') continue;
      read.ofTexts += 1;
      if (read.texts.length < MOST_TEXTS) read.texts.push(cell);
    }
  }

  #add({ column, as, text }: UnreadCell, line: number): void {
    const key = `${as} ${column}`;
    let counted = this.#columns.get(key);
    if (counted === undefined) {
      counted = { column, as, cells: 0, first: line, texts: [] };
      this.#columns.set(key, counted);
    }
    counted.cells += 1;
    if (counted.texts.length < MOST_TEXTS) counted.texts.push(text);
  }

  list(): UnreadColumn[] {
    return [...this.#columns.values()].map((counted) => {
      const { column, as, cells, first, texts } = counted;
      const read = this.#read.get(column);
      return {
        ...{ column, as, cells, read: read?.cells ?? 0, first },
        written: writtenLike(texts[0]!),
        set: formatFor(counted, read),
      };
    });
  }
}

/** The form of a text without its content. */
function writtenLike(text: string): string {
  const form = text
    .slice(0, MOST_SHOWN)
    .replace(/[0-9]/g, '9')
    .replace(/[\u0660-\u0669]/g, '٩')
    .replace(/\p{L}[\p{L}\p{M}]*/gu, 'a');
  return text.length > MOST_SHOWN ? `${form}…` : form;
}

/** One odd cell is no reason to read all others otherwise: a form is advised if it reads more cells than it leaves unread. */
function formatFor({ as, cells, texts }: Counted, read: Read | undefined): TableFormat {
  if (as === 'unit') return cells > (read?.cells ?? 0) ? { unit: 'major' } : {};
  return fittingFormats(as, texts).find((form) => cells > lostBy(as, form, read)) ?? {};
}

/** About how many cells that are read a form would not read. */
function lostBy(as: UnreadAs, form: TableFormat, read: Read | undefined): number {
  if (read === undefined || read.texts.length === 0) return 0;
  const reader = readerOf(as, form);
  const lost = read.texts.filter((text) => reader(text) === undefined);
  return (read.ofTexts * lost.length) / read.texts.length;
}

/** The forms in which all texts of a column can be read, the most common first; they may read them differently. */
export function fittingFormats(as: UnreadAs, texts: readonly string[]): TableFormat[] {
  const { forms, unread } = formsOfMost(as, texts);
  return unread.length === 0 ? forms : [];
}

/** The forms that read as many texts as any form does. */
export interface FormsOfMost {
  /** The most common first; none if no form reads any text. */
  readonly forms: TableFormat[];
  /** The texts that the first of them does not read. */
  readonly unread: readonly string[];
}

/** The forms in which most texts of a column can be read; of the same number of texts, they may read others. */
export function formsOfMost(as: UnreadAs, texts: readonly string[]): FormsOfMost {
  let most = texts.length === 0 ? 0 : 1;
  let found: FormsOfMost = { forms: [], unread: texts };
  for (const form of formsOf(as, texts)) {
    const read = readerOf(as, form);
    const unread = texts.filter((text) => read(text) === undefined);
    const count = texts.length - unread.length;
    if (count < most) continue;
    if (count > most || found.forms.length === 0) found = { forms: [form], unread };
    else found.forms.push(form);
    most = count;
  }
  return found;
}

function formsOf(as: UnreadAs, texts: readonly string[]): readonly TableFormat[] {
  const digits = texts.some((text) => /[\u0660-\u0669]/.test(text)) ? { digits: 'arabic' as const } : {};
  if (as === 'amount' || as === 'number') return NUMBER_FORMS.map((form) => ({ ...form, ...digits }));
  if (as === 'time' || as === 'date') return TIME_FORMS.map((times) => ({ ...digits, times }));
  return [];
}

/** Reads a text by a form: an amount as a number, anything else as a time. */
export function readerOf(as: UnreadAs, form: TableFormat): (text: string) => string | undefined {
  if (as === 'amount' || as === 'number') return numberReader(form);
  const read = timeReader(form.times ?? []);
  return (text) => read(westernText(text));
}
