/**
 * The program behind `npm run mutants`: changes one place of a statement, a rule or a pure function at a time, and says
 * which changes no test notices. It works in a copy of the tree. Options: --sql N and --ts N (how many, chosen by --seed;
 * 0 for none), --only PART (of a path). Statements and rules are changed by mutate-sql.ts; TypeScript by Stryker.
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
import { allMutants, sample, type Tried } from './sample.ts';
import { runStryker, strykerRanges } from './stryker.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sql: { type: 'string', default: '100' },
    ts: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);

const folder = mkdtempSync(join(tmpdir(), 'payin-recon-mutants-'));
let survivors = 0;
let killed = 0;
try {
  copyTree(folder);
  const statements = sample(
    allMutants(folder).filter(({ file }) => file.includes(values.only)),
    Number(values.sql),
    seed,
  );
  if (statements.length > 0) await tryStatements(statements);
  const ranges = strykerRanges(folder, values.only, Number(values.ts), seed);
  if (ranges.length > 0) for (const one of await runStryker(folder, ranges)) tell(one);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${killed} passed, ${survivors} failed`);
process.exitCode = survivors > 0 ? 1 : 0;

async function tryStatements(statements: ReturnType<typeof allMutants>): Promise<void> {
  const list = join(folder, 'mutants.json');
  writeFileSync(list, JSON.stringify(statements));
  const child = spawn(process.execPath, [join(folder, 'test/mutants/try-mutants.ts'), list], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
  let tried = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"file"')) continue;
    tried += 1;
    tell(JSON.parse(line));
  }
  if ((await ended) !== 0 || tried !== statements.length)
    throw new Error(`${tried} of ${statements.length} mutants were tried`);
}

function tell(tried: Tried): void {
  const explanation =
    tried.killedBy === undefined ? explanationOf(tried, readFileSync(join(root, tried.file), 'utf8')) : '';
  if (explanation === undefined) survivors += 1;
  else killed += 1;
  if (tried.killedBy !== undefined) return;
  const { file, mutant } = tried;
  const change = `${file}:${mutant.line}: ${mutant.from.trim()} -> ${mutant.to.trim()}`;
  console.log(explanation === undefined ? `survives: ${change}` : `as it was: ${change} (${explanation})`);
}
