import { stringify } from 'yaml';
import { counted, plain } from '../terminal-text.ts';
import type { UnreadAs } from './cells/cell-reader.ts';
import type { UnreadColumn } from './cells/unread-cells.ts';

const MEANING: Readonly<Record<UnreadAs, string>> = {
  amount: 'cannot be read as amounts',
  number: 'cannot be read as numbers',
  unit: 'have decimals, but the messages of their region have minor units',
  time: 'cannot be read as times',
  date: 'cannot be read as dates',
  word: 'are in none of the words',
  identifier: 'are numbers of more than 15 digits, of which the workbook has lost some',
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

/** The cells of a column that could not be read, and what to set, for a person. */
export function unreadColumnText(unread: UnreadColumn): string {
  const { column, as, cells, first, written } = unread;
  return (
    `  not read: ${counted(cells, 'cell')} of the column ${plain(column)} ${MEANING[as]}, the first in line ${first}, ` +
    `written like ${plain(written)}\n    to do: ${remedy(unread)}`
  );
}

function remedy({ as, cells, read, set }: UnreadColumn): string {
  if (Object.keys(set).length > 0) {
    const yaml = stringify(set, { collectionStyle: 'flow', lineWidth: 0 }).trim();
    return `in the table's entry of map (or the source), set ${yaml}`;
  }
  if (read < cells || as === 'word' || as === 'identifier') return OTHERWISE[as];
  const others = `${counted(read, 'other cell')} of the column ${read === 1 ? 'is' : 'are'} read as the settings say`;
  return `${others}: correct ${cells === 1 ? 'this one' : 'these'}, or ${OTHERWISE[as]}`;
}
