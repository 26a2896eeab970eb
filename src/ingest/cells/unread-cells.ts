import type { TableFormat } from '../../settings/table-format.ts';
import type { UnreadAs } from './cell-reader.ts';
import { numberReader, withoutDirectionMarks, withWesternDigits } from './read-number.ts';
import { timeReader } from './time-forms.ts';

/** The cells of one column that are not written as the table says. */
export interface UnreadColumn {
  readonly column: string;
  readonly as: UnreadAs;
  readonly cells: number;
  /** Line of the first of them. */
  readonly first: number;
  /** How the first is written, each digit as 9 and each letter as a: a cell may be the payer's. */
  readonly written: string;
  /** Settings of the table with which all of the first cells can be read; empty where none are known. */
  readonly set: TableFormat;
}

/** So many texts of a column are compared with the forms below. */
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
    'yyyy-MM-dd HH:mm:ss',
    "dd/MM/yyyy'T'HH:mm:ss",
  );

interface Counted {
  readonly column: string;
  readonly as: UnreadAs;
  cells: number;
  readonly first: number;
  readonly texts: string[];
}

/** Counts the cells that could not be read, by column, and finds the settings that they need. */
export class UnreadCells {
  readonly #columns = new Map<string, Counted>();

  add(column: string, as: UnreadAs, text: string, line: number): void {
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
    return [...this.#columns.values()].map(({ texts, ...column }) => ({
      ...column,
      written: writtenLike(texts[0]!),
      set: formatFor(column.as, texts),
    }));
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

function formatFor(as: UnreadAs, texts: readonly string[]): TableFormat {
  return as === 'unit' ? { unit: 'major' } : (fittingFormats(as, texts)[0] ?? {});
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
  return (text) => read(withWesternDigits(withoutDirectionMarks(text)));
}
