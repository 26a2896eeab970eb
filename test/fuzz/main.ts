/**
 * The program behind `npm run fuzz -- TARGET [RUNS | SECONDSs]`: runs a target of `targets/` on mutated inputs, so many
 * times, or for so many seconds (`60s`; the default). `--seed` chooses other random choices. Exit code 1 if an input failed.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/database/package-root.ts';
import { countBelow, gatherCounters } from './coverage.ts';
import { type FuzzResult, fuzz } from './fuzzer.ts';
import type { Target } from './target.ts';

const folder = `${packageRoot}/test/fuzz/targets`;
const { values, positionals } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, targets: { type: 'string', default: folder } },
  allowPositionals: true,
});
const [name = '', effort = '60s'] = positionals;
const file = `${values.targets}/${name}.ts`;
if (!/^[a-z-]+$/.test(name) || !existsSync(file) || !/^\d+s?$/.test(effort)) {
  const names = readdirSync(folder).map((one) => one.replace(/\.ts$/, ''));
  console.error(
    `Usage: npm run fuzz -- TARGET [RUNS | SECONDSs] [--seed N]\nTargets: ${names.sort().join(', ')}`,
  );
  process.exit(2);
}

countBelow('src');
countBelow('test/fuzz/planted');
const target = ((await import(file)) as { default: Target }).default;
const until = performance.now() + Number.parseInt(effort, 10) * 1000;
const goesOn = effort.endsWith('s')
  ? () => performance.now() < until
  : (executions: number) => executions < Number(effort);
const result = await fuzz(target, gatherCounters(), { seed: Number(values.seed), goesOn });
print(result);
process.exit(result.found === undefined ? 0 : 1);

function print({ executions, kept, reached, slowest, found }: FuzzResult): void {
  console.log(`${name}: ${executions} executions, ${kept} inputs kept, ${reached} places reached`);
  console.error(`slowest: ${slowest.milliseconds.toFixed(1)} ms, ${slowest.input.length} bytes`);
  if (found === undefined) return;
  console.log(
    `FAILED: ${found.error.stack}\ninput: ${JSON.stringify(found.input.toString('latin1'))} (as latin1)`,
  );
}
