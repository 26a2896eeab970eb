/**
 * The program behind `npm run prove`: runs every proof of proofs.ts, one after another, and sums up what they tried.
 * Options: --seed N (1) for all random choices, --all for everything there is (hours), --tiny for a sample, --only PART of
 * a name. The output of a proof is shown if it fails. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/database/package-root.ts';
import { type Call, type Counts, type Proof, type Result, type Size, sumOf, testsOf } from './proof.ts';
import { PROOFS } from './proofs.ts';
import { summaryOf } from './summary.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const size: Size = values.all ? 'all' : values.tiny ? 'tiny' : 'usual';

const asked = PROOFS.filter(({ name }) => name.includes(values.only));
if (asked.length === 0)
  throw new Error(`--only ${values.only}: there are ${PROOFS.map(({ name }) => name).join(', ')}`);
const results: Result[] = [];
for (const proof of asked) {
  const calls = proof.calls(size, seed);
  if (calls.length === 0) {
    console.log(`${proof.name}: only with --all`);
    continue;
  }
  results.push(await prove(proof, calls));
}
console.log(`\n${summaryOf(results, seed)}`);
process.exitCode = results.length > 0 && results.every(({ failed }) => failed === 0) ? 0 : 1;

async function prove(proof: Proof, calls: readonly Call[]): Promise<Result> {
  const { name } = proof;
  const from = performance.now();
  const tests = { passed: 0, failed: 0, skipped: 0 };
  const counted: Counts[] = [];
  for (const call of calls) {
    const { output, code } = await carryOut(call);
    const { passed, failed, skipped } = testsOf(output, code === 0);
    tests.passed += passed;
    tests.failed += failed;
    tests.skipped += skipped;
    if (failed === 0) counted.push(proof.count(output, call));
    else console.log(output);
  }
  const result = { name, ...tests, counts: sumOf(counted), seconds: (performance.now() - from) / 1000 };
  console.log(`${name}: ${result.failed === 0 ? 'holds' : 'FAILED'} after ${result.seconds.toFixed(0)} s`);
  return result;
}

function carryOut({ script, parameters = [], environment = {} }: Call) {
  // Within a test of vitest, its variables would tell the inner one what to do.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST_(?!DATABASE_URL|CITUS_URL))/.test(name),
  );
  const child = spawn('npm', ['run', '--silent', script, '--', ...parameters], {
    cwd: packageRoot,
    env: { ...Object.fromEntries(kept), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise<{ output: string; code: number | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ output, code }));
  });
}
