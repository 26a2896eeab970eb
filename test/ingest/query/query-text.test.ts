/** The text of a query as part of statements. */
import { expect, it } from 'vitest';
import { limitWarning, selectOf } from '../../../src/ingest/query/query-text.ts';

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

it.each([
  'select * from t limit 100',
  'select * from t order by id LIMIT 100 offset 5; -- first',
  'select * from t offset 5 rows limit 100;',
  'select * from t limit (100)',
  'select * from t fetch first 100 rows only',
  'select * from t offset 5 fetch next row with ties',
  'select * from t fetch first row only ;',
])('%j ends with a limit', (query) => {
  expect(limitWarning(sourceOf(query))).toBeDefined();
});

it.each([
  'select * from t',
  'select * from t limit all',
  'select * from (select * from t limit 100) as some',
  "select * from t where note <> 'limit 5'",
  'select * from t -- limit 100',
  'select rate_limit from t',
  'select id as "limit 5" from t',
])('%j ends without a limit', (query) => {
  expect(limitWarning(sourceOf(query))).toBeUndefined();
});
