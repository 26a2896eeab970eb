import { counted, plain } from '../terminal-text.ts';
import type { UnreadAs } from './cells/cell-reader.ts';
import type { UnreadColumn } from './cells/unread-cells.ts';
import { flow } from './csv/unknown-columns.ts';

const MEANING: Readonly<Record<UnreadAs, string>> = {
  amount: 'cannot be read as amounts',
  number: 'cannot be read as numbers',
  unit: 'have decimals, but the messages of their region have minor units',
  time: 'cannot be read as times',
  date: 'cannot be read as dates',
  word: 'are in none of the words',
  identifier: 'are numbers of which a spreadsheet has lost digits',
};

/** What to do where no settings are known to fit. */
const OTHERWISE: Readonly<Record<UnreadAs, string>> = {
  amount: 'set decimal, group and digits of the table as it writes amounts, or export plain numbers',
  number: 'set decimal, group and digits of the table as it writes numbers, or export plain numbers',
  unit: 'set unit of the table',
  time: 'set times of the table as it writes them, or export yyyy-MM-dd HH:mm:ss',
  date: 'set times of the table as it writes them, or export yyyy-MM-dd',
  word: 'add them to words of the table',
  identifier: 'export the column as text',
};

/** What no setting reads, by how a cell is written. */
const UNREADABLE: ReadonlyArray<readonly [written: RegExp, remedy: string]> = [
  [/^\(.*\)$/, 'amounts in parentheses cannot be read: export plain numbers, with a minus for negative ones'],
  [
    /^-?a?\p{Sc}\s?-?9|^-?a\s?-?9|9\s?(a|\p{Sc})$/u,
    'amounts with a currency cannot be read: export plain numbers',
  ],
  [/^-?(9[.]?){16,}$/, 'a spreadsheet keeps 15 digits of a number: export the column as text'],
];

/** The cells of a column that could not be read, and what to set, for a person. */
export function unreadColumnText(unread: UnreadColumn): string {
  const { column, as, cells, first, written } = unread;
  return (
    `  not read: ${counted(cells, 'cell')} of the column ${plain(column)} ${MEANING[as]}, the first in line ${first}, ` +
    `written like ${plain(written)}\n    to do: ${remedy(unread)}`
  );
}

function remedy({ as, cells, read, set, written }: UnreadColumn): string {
  if (Object.keys(set).length > 0) {
    return `in the table's entry of map (or the source), set ${flow(set)}`;
  }
  const isNumber = as === 'amount' || as === 'number';
  const unreadable = isNumber ? UNREADABLE.find(([form]) => form.test(written)) : undefined;
  if (unreadable !== undefined) return unreadable[1];
  if (read < cells || as === 'word' || as === 'identifier') return OTHERWISE[as];
  const others = `${counted(read, 'other cell')} of the column ${read === 1 ? 'is' : 'are'} read as the settings say`;
  return `${others}: correct ${cells === 1 ? 'this one' : 'these'}, or ${OTHERWISE[as]}`;
}
