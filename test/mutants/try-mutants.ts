/**
 * Runs in a copy of the tree (see main.ts), which it may change: writes each mutant into its file, runs the tests that
 * hold the file, and writes the file back. Prints a line of JSON for each mutant.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { memoryFolder } from '../support/memory-folder.ts';
import { findServerPrograms, startServer } from '../support/postgres-server.ts';
import { withMutant } from './mutate-sql.ts';
import type { Chosen, Tried } from './sample.ts';
import { SUITES } from './suites.ts';

/** The end of the name of a long test. */
const LONG = '.long.test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chosen: readonly Chosen[] = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));

const server = await startServer(findServerPrograms()!, {}, memoryFolder());
process.env['TEST_DATABASE_URL'] = server.url;
process.env['TEST_RUNS'] = '1';
process.env['TEST_ENGINES'] = 'postgresql';
const vitest = await createVitest('test', { root, watch: false, bail: 1, reporters: [] });
try {
  await vitest.standalone();
  const unchanged = await failingStage(undefined);
  if (unchanged !== undefined) throw new Error(`the tests fail without a change: ${unchanged}`);
  for (const one of chosen) process.stdout.write(`${JSON.stringify(await tryOne(one))}\n`);
  // Vitest takes errors outside of tests for a failure of the process; here they are why a mutant is killed.
  process.exitCode = 0;
} finally {
  await vitest.close();
  await server.stop();
}

async function tryOne({ file, mutant }: Chosen): Promise<Tried> {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  write(path, withMutant(text, mutant));
  try {
    return { file, mutant, killedBy: await failingStage(file) };
  } finally {
    write(path, text);
  }
}

/** Without a watch, Vitest would go on to run the module as it was. */
function write(path: string, text: string): void {
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

/** The first stage of a file's tests that fails; undefined if none does. Without a file: of all files that are chosen. */
async function failingStage(file: string | undefined): Promise<string | undefined> {
  const files = file === undefined ? chosen.map((one) => one.file) : [file];
  const suites = SUITES.filter(({ below }) => files.some((name) => name.startsWith(below)));
  for (const stage of [...new Set(suites.flatMap(({ stages }) => stages))]) {
    const named = await vitest.getRelevantTestSpecifications([...stage]);
    // A folder stands for its tests without the long ones, which stages name.
    const specifications = named.filter(
      ({ moduleId }) => !moduleId.endsWith(LONG) || stage.some((path) => moduleId.endsWith(path)),
    );
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    if (testModules.length === 0) throw new Error(`no tests in ${stage.join(', ')}`);
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return stage.join(' ');
  }
  return undefined;
}
