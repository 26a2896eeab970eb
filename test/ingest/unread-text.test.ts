import { expect, it } from 'vitest';
import { unreadColumnText } from '../../src/ingest/unread-text.ts';

it.each([
  ['a$ 9.999,99', 'amounts with a currency cannot be read: export plain numbers'],
  ['-€9,99', 'amounts with a currency cannot be read: export plain numbers'],
  ['9.999,99 a', 'amounts with a currency cannot be read: export plain numbers'],
  ['(99,99)', 'amounts in parentheses cannot be read: export plain numbers, with a minus for negative ones'],
  ['99999999999999.99', 'a spreadsheet keeps 15 digits of a number: export the column as text'],
  ['9/9', 'set decimal, group and digits of the table as it writes amounts, or export plain numbers'],
  ['a', 'set decimal, group and digits of the table as it writes amounts, or export plain numbers'],
])('what to do about amounts written like %s says what cannot be read', (written, remedy) => {
  const unread = { column: 'Valor', as: 'amount', cells: 2, read: 3, first: 2, written, set: {} } as const;
  expect(unreadColumnText({ ...unread, read: 1 })).toMatch(
    new RegExp(`\\n {4}to do: ${remedy.replace(/[()]/g, '.')}$`),
  );
});
