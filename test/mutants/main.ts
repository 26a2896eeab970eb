/**
 * The program behind `npm run mutants`: changes one place of a statement, a rule or a pure function at a time, and says
 * which changes no test notices. It works in a copy of the tree. Options: --sql N and --ts N (how many, chosen by --seed;
 * 0 for none, --sql all for all), --only PART (of a path), --stages N (of a suite's stages, at most), --results FILE (one
 * line of JSON for each; those that the file has are not tried again). Statements and rules are changed by mutate-sql.ts;
 * TypeScript by Stryker.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyTree } from '../support/copy-of-tree.ts';
import { explanationOf } from './equivalent.ts';
import { Results } from './results.ts';
import { allMutants, type Chosen, sample, type Tried } from './sample.ts';
import { runStryker, strykerRanges } from './stryker.ts';

/** After so many mutants, the counts so far are printed. */
const PROGRESS = 10;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sql: { type: 'string', default: '100' },
    ts: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    stages: { type: 'string', default: 'all' },
    results: { type: 'string' },
  },
});
const seed = Number(values.seed);
const stages = countOf(values.stages);

const folder = mkdtempSync(join(tmpdir(), 'payin-recon-mutants-'));
let survivors = 0;
let killed = 0;
try {
  copyTree(folder);
  const statements = sample(
    allMutants(folder).filter(({ file }) => file.includes(values.only)),
    countOf(values.sql),
    seed,
  );
  if (statements.length > 0) await tryStatements(statements);
  const ranges = strykerRanges(folder, values.only, Number(values.ts), seed);
  if (ranges.length > 0) for (const one of await runStryker(folder, ranges)) show(one);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${killed} passed, ${survivors} failed`);
process.exitCode = survivors > 0 ? 1 : 0;

function countOf(text: string): number {
  return text === 'all' ? Number.POSITIVE_INFINITY : Number(text);
}

async function tryStatements(statements: readonly Chosen[]): Promise<void> {
  const results = new Results(values.results);
  const { tried, left } = results.split(statements, stages);
  for (const one of tried) show(one);
  if (left.length === 0) return;
  const list = join(folder, 'mutants.json');
  writeFileSync(list, JSON.stringify(left));
  const program = join(folder, 'test/mutants/try-mutants.ts');
  const child = spawn(process.execPath, [program, list, String(stages)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
  let count = tried.length;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"file"')) continue;
    const one: Tried = JSON.parse(line);
    results.add(one);
    show(one);
    count += 1;
    if (count % PROGRESS === 0)
      console.log(`${count} of ${statements.length} tried: ${killed} passed, ${survivors} failed`);
  }
  if ((await ended) !== 0 || count !== statements.length)
    throw new Error(`${count} of ${statements.length} mutants were tried`);
}

function show(tried: Tried): void {
  const explanation =
    tried.killedBy === undefined ? explanationOf(tried, readFileSync(join(root, tried.file), 'utf8')) : '';
  if (explanation === undefined) survivors += 1;
  else killed += 1;
  if (tried.killedBy !== undefined) return;
  const { file, mutant } = tried;
  const change = `${file}:${mutant.line}: ${mutant.from.trim()} -> ${mutant.to.trim()}`;
  console.log(explanation === undefined ? `survives: ${change}` : `as it was: ${change} (${explanation})`);
}
