import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EQUIVALENT, equivalentOf } from './equivalent.ts';
import { mutantsOfRule, mutantsOfSql, withMutant } from './mutate-sql.ts';
import { allMutants, sample } from './sample.ts';

const changesOf = (text: string) => mutantsOfSql(text).map((mutant) => withMutant(text, mutant).trim());

describe('the mutants of a statement', () => {
  it.each([
    ['where a = b', ['where a <> b']],
    ['where a <= b', ['where a < b', 'where a > b']],
    ['where a < b', ['where a <= b', 'where a >= b']],
    ['where a is not null', ['where a is null']],
    ['where a is distinct from b', ['where a is not distinct from b', 'where a <> b']],
    ['from a left join b using (k)', ['from a join b using (k)']],
    ['from a join b using (k)', ['from a left join b using (k)']],
    ['select coalesce(a, b)', ['select nullif(a, b)']],
    ['select min(a)', ['select max(a)']],
    ['order by a desc nulls last', ['order by a asc nulls last', 'order by a desc nulls first']],
    ['where not exists (select 1)', ['where exists (select 1)', 'where not exists (select 2)']],
    ['select a + b', ['select a - b']],
    ['select a union select b union select c', ['select a union select b union all select c']],
    ['(select a union select b) union all select c', [expect.stringContaining('all'), expect.any(String)]],
    ['where a and b or c', ['where a or b or c', 'where a and b and c']],
  ])('%s', (text, expected) => {
    expect(changesOf(text)).toEqual(expected);
  });

  it.each([
    '-- a = b',
    "select 'a = b and 1'",
    'select a::numeric(38,0)',
    'select :since::integer',
    'where a between b and c',
    'select a4, t.c2',
  ])('none in: %s', (text) => {
    expect(changesOf(text)).toEqual([]);
  });

  it('say the line', () => {
    expect(mutantsOfSql('select a\nfrom t\nwhere a = b')).toEqual([
      { at: expect.any(Number), line: 3, from: '=', to: '<>' },
    ]);
  });
});

describe('the mutants of a rule', () => {
  it('are those of its templates, its operators and its joints, and of no other code', () => {
    const given = '$' + "{e.ref('c')}";
    const rule = (joint: string, more: string, equal: string) =>
      `holds: (e) => e.${joint}([e('e.a', '${more}', 0), sql\`e.b ${equal} ${given}\`]),`;
    const text = `const x = 1 < 2; // Like \`a.sql\`, but b - c \`d\`\n${rule('and', '>', '=')}`;
    expect(mutantsOfRule(text).map((mutant) => withMutant(text, mutant).split('\n')[1])).toEqual([
      rule('or', '>', '='),
      rule('and', '>=', '='),
      rule('and', '>', '<>'),
    ]);
  });
});

describe('a sample', () => {
  const all = Array.from({ length: 100 }, (_, index) => index);

  it('is the same for the same seed, in order, without repetition', () => {
    const chosen = sample(all, 10, 7);
    expect(chosen).toEqual(sample(all, 10, 7));
    expect(chosen).toEqual([...new Set(chosen)].toSorted((a, b) => a - b));
    expect(chosen).toHaveLength(10);
    expect(chosen).not.toEqual(sample(all, 10, 8));
  });

  it('is all of a list that has no more', () => {
    expect(sample(all, 100, 7)).toEqual(all);
  });
});

describe('survivors that were looked at', () => {
  const root = new URL('../../', import.meta.url);

  it('are mutants of lines that are there', () => {
    const mutants = allMutants(fileURLToPath(root));
    for (const one of EQUIVALENT) {
      const text = readFileSync(new URL(one.file, root), 'utf8');
      const found = mutants.filter(
        ({ file, mutant }) => file === one.file && equivalentOf({ file, mutant }, text) === one,
      );
      expect(found, one.line).toHaveLength(one.places ?? 1);
    }
  });
});
