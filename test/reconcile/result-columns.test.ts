/** A run compares rows of its work tables with the results by every column, so both must have it, and a view shows it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RESULT_TABLES } from '../../src/reconcile/results/write-results.ts';

const SCHEMA = readFileSync(new URL('../../sql/schema.sql', import.meta.url), 'utf8');

function columnsOf(begin: RegExp, line: RegExp): string[] {
  const [, lines] = new RegExp(`^${begin.source}\\n((?:${line.source}.*\\n)+)`, 'm').exec(SCHEMA)!;
  return [...lines!.matchAll(new RegExp(`^${line.source}(\\w+) `, 'gm'))].map(([, name]) => name!);
}

const ofTable = (name: string) =>
  columnsOf(new RegExp(`create (?:unlogged )?table ${name} \\(`), / {2}(?!constraint|primary|check)/);

it.each(RESULT_TABLES.map(({ table, work }) => [table, work] as const))(
  'every column of %s is one of %s too',
  (table, work) => {
    const missing = ofTable(table).filter((name) => name !== 'until_run' && !ofTable(work).includes(name));
    expect(missing, `a migration must add these columns to ${work} too`).toEqual([]);
  },
);

it.each(['order', 'finding', 'statement'])('every column of %s_rows is shown by the view', (name) => {
  const shown = columnsOf(new RegExp(`-- view ${name}_results \\(.*`), /-- {3}/);
  const missing = ofTable(`${name}_rows`).filter((column) => !shown.includes(column));
  expect(missing, `a migration must replace the view ${name}_results with these columns`).toEqual([]);
});
