import { describe, expect, it } from 'vitest';
import { DISTRIBUTED_TABLES } from '../src/database/distribute.ts';
import type { Step } from '../src/reconcile/step.ts';
import { STEPS, tablesFilled } from '../src/reconcile/steps.ts';
import { filesBelow, readCode } from './support/code-files.ts';

const statements = filesBelow('sql', /\.sql$/);

/** Whether a step is made of several files, or fills another table in each of its places. */
const isJudging = ({ pass }: Step) => pass === 'orders' || pass === 'findings' || pass === 'statement rows';

/** Files that a later step runs again for other rows. */
const RUN_AGAIN: readonly string[] = [
  'reconcile/choose/plain_owners.sql',
  'reconcile/choose/stated_by_order.sql',
];

/** Whether a step runs such a file again. */
const isAgain = ({ sql: [file] }: Step, place: number) =>
  file !== undefined && RUN_AGAIN.includes(file) && STEPS.findIndex(({ sql }) => sql[0] === file) < place;

/** The tables whose rows a file changes or removes. */
const AMENDED: Readonly<Record<string, readonly string[]>> = {
  'reconcile/choose/stated_dates.sql': ['stated_dates'],
  'reconcile/choose/scaled_sources.sql': ['scaled_sources'],
  'reconcile/choose/claimed_callbacks.sql': ['unmatched_callbacks'],
  'reconcile/evidence/reread_answers.sql': ['work_answers'],
  'reconcile/results/payments_in_rows.sql': ['work_order_results'],
};

/** Whether a file is only a part of the statements of others. */
const isPart = (file: string) => /^--.*this file is no statement of its own/m.test(readCode(`sql/${file}`));

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
      const saidUnder = (head: string) =>
        new RegExp(`^-- ${head}:(.*(?:\\n-- {2}.*)*)`, 'm').exec(text)?.[1] ?? '';
      const [stated, parts] = [saidUnder('Parameters'), saidUnder('Parts')];
      const isIn = (words: string, name: string) => new RegExp(`\\b${name}\\b`).test(words);
      const used = text.replace(/^--.*$/gm, '').matchAll(/(?<![:\w]):([a-z_]+)\b(::)?/g);
      return [...used]
        .filter(([, name, cast]) => (cast === undefined ? !isIn(parts, name!) : !isIn(stated, name!)))
        .map(([, name]) => `${path}: ${name}`);
    });
  expect(
    [...new Set(wrong)],
    'Name it under Parameters with its type, and cast every use (`:as_of::timestamptz`); name a part under Parts',
  ).toEqual([]);
});

describe('the steps of a run', () => {
  it('are the files of sql/reconcile, each once but for those that are run again', () => {
    const files = statements.filter((path) => path.startsWith('sql/reconcile/'));
    const listed = STEPS.flatMap(({ sql }) => sql).map((file) => `sql/${file}`);
    const once = STEPS.filter((step, place) => !isJudging(step) && !isAgain(step, place))
      .flatMap(({ sql }) => sql)
      .filter((file) => !isPart(file));
    expect(new Set(once).size).toBe(once.length);
    expect(STEPS.filter(isAgain).map(({ sql }) => sql)).toEqual(RUN_AGAIN.map((file) => [file]));
    const below = new Set(listed.filter((path) => path.startsWith('sql/reconcile/')));
    expect([...below].toSorted()).toEqual(files.toSorted());
    expect(listed.filter((path) => !statements.includes(path))).toEqual([]);
  });

  it('are in the folder of their phase', () => {
    const wrong = STEPS.filter((step, place) => !isAgain(step, place)).flatMap(({ phase, sql }) =>
      sql.filter(
        (file) => file.startsWith('reconcile/') && !isPart(file) && !file.startsWith(`reconcile/${phase}/`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('run one statement each, unless they are a pass of several', () => {
    const statementsOf = (sql: readonly string[]) => sql.filter((file) => !isPart(file));
    expect(STEPS.filter(({ pass, sql }) => pass === undefined && statementsOf(sql).length !== 1)).toEqual([]);
  });

  // test/reconcile/pushed-down.test.ts tells what those that judge fill.
  it.each(
    STEPS.filter((step) => step.sql.length > 0 && !isJudging(step)).map(
      (step) => [step.sql.join(', '), step] as const,
    ),
  )('%s fills and amends what the lists say', (_name, { sql, fills }) => {
    const texts = sql.map((file) => readCode(`sql/${file}`).replace(/^--.*$/gm, ''));
    const tables = (statement: RegExp) =>
      texts.flatMap((text) => [...text.matchAll(statement)].map(([, name]) => name));
    expect(tables(/\binsert into (\w+)/g)).toEqual(fills);
    expect(tables(/\b(?:update|delete from|truncate) (\w+)/g)).toEqual(
      sql.flatMap((file) => AMENDED[file] ?? []),
    );
  });

  it('fill tables of the lanes and joint tables that a cluster spreads over its workers', () => {
    const spread: readonly string[] = DISTRIBUTED_TABLES;
    expect(tablesFilled('lane', 'joint').filter((table) => !spread.includes(table))).toEqual([]);
  });
});
