import { expect, it } from 'vitest';
import { filesBelow, readCode } from './support/code-files.ts';

const statements = filesBelow('sql', /\.sql$/);

it('SQL files say at their head what they are for, of which grain, and with which parameters', () => {
  const wrong = statements.flatMap((path) => {
    const head = readCode(path).split('\n\n')[0]!;
    const needed = ['Purpose', 'Grain', ...(path.startsWith('sql/migrations/') ? [] : ['Parameters'])];
    const missing = needed.filter((word) => !new RegExp(`^-- ${word}:`, 'm').test(head));
    return missing.length === 0 ? [] : [`${path}: ${missing.join(', ')}`];
  });
  expect(
    wrong,
    'Add the lines `-- Purpose: …`, `-- Grain: …`, `-- Parameters: …` (or none) at the top',
  ).toEqual([]);
});

it('SQL files have their keywords in small letters', () => {
  const wrong = statements.flatMap((path) => {
    const code = readCode(path)
      .replace(/--.*$/gm, '')
      .replace(/'[^']*'|"[^"]*"/g, '');
    const capitals = code.match(/\b[A-Z]{2,}\b/g) ?? [];
    return capitals.length === 0 ? [] : [`${path}: ${[...new Set(capitals)].join(', ')}`];
  });
  expect(wrong, 'Write keywords and names in small letters').toEqual([]);
});

it('SQL files name the parameters that they use, each with a cast', () => {
  const wrong = statements
    .filter((path) => !path.startsWith('sql/migrations/') && path !== 'sql/schema.sql')
    .flatMap((path) => {
      const text = readCode(path);
      const stated = /^-- Parameters:(.*(?:\n-- {2}.*)*)/m.exec(text)?.[1] ?? '';
      const used = text.replace(/^--.*$/gm, '').matchAll(/(?<![:\w]):([a-z_]+)\b(::)?/g);
      return [...used]
        .filter(([, name, cast]) => cast === undefined || !new RegExp(`\\b${name}\\b`).test(stated))
        .map(([, name]) => `${path}: ${name}`);
    });
  expect(
    [...new Set(wrong)],
    'Name it in the head with its type, and cast every use (`:as_of::timestamptz`)',
  ).toEqual([]);
});
