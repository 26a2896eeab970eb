/** The text of a query as part of statements. */
import { expect, it } from 'vitest';
import { selectOf } from '../../../src/ingest/query/query-text.ts';

const sourceOf = (query: string) => ({ query });

it.each([
  ['select 1', 'select 1'],
  ['select 1;', 'select 1'],
  ['select 1 ;; \n', 'select 1'],
  ['select 1; -- all', 'select 1'],
  ['select 1; /* all; */ -- of\n-- them\n;', 'select 1'],
  ['select 1 -- all;', 'select 1'],
  ["select '; -- x'", "select '; -- x'"],
  ["select 'it''s; -- x'; -- y", "select 'it''s; -- x'"],
  ["select e'\\'; --'", "select e'\\'; --'"],
  ['select 1 as "; --"', 'select 1 as "; --"'],
  ['select $a$; $b$ --$a$; --', 'select $a$; $b$ --$a$'],
  ['select 4 - 1 / 2;', 'select 4 - 1 / 2'],
  ["select 'open;", "select 'open"],
])('%j is read without what follows its end', (query, expected) => {
  expect(selectOf(sourceOf(query))).toBe(`(\n${expected}\n) as rows_of_source`);
});
