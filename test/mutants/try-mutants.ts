/**
 * Runs in a copy of the tree (see main.ts), which it may change: writes each mutant into its file, lets the stages of the
 * file's suite look for it, and writes the file back. Prints a line of JSON for each mutant. Arguments: the file of
 * mutants, and how many stages at most.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type Vitest } from 'vitest/node';
import { administer, databaseUrl } from '../support/administer.ts';
import { EMPTY_DATABASE } from '../support/global-setup.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { findServerPrograms, startServer } from '../support/postgres-server.ts';
import { Judging } from './judging/judging.ts';
import { type Mutant, withMutant } from './mutate-sql.ts';
import QuickestFirst, { noteChanged, noteRun } from './quickest-first.ts';
import type { Chosen, Tried } from './sample.ts';
import { JUDGED, type Suite, suiteOf } from './suites.ts';

/** The end of the name of a long test. */
const LONG = '.long.test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chosen: readonly Chosen[] = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));
const mostStages = Number(process.argv[3]);

/** Those that nothing has failed without a change. */
const prepared = new Set<string>();

const server = await startServer(findServerPrograms()!, {}, memoryFolder());
process.env['TEST_DATABASE_URL'] = server.url;
process.env['TEST_RUNS'] = '1';
process.env['TEST_ENGINES'] = 'postgresql';
await administer(server.url, `create database judging ${EMPTY_DATABASE}`);
const judging = new Judging(databaseUrl(server.url, 'judging'));
let vitest: Vitest | undefined;
try {
  for (const one of chosen) process.stdout.write(`${JSON.stringify(await tryOne(one))}\n`);
  // Vitest takes errors outside of tests for a failure of the process; here they are why a mutant is killed.
  process.exitCode = 0;
} finally {
  judging.close();
  await vitest?.close();
  await server.stop();
}

async function tryOne({ file, mutant, passed = 0 }: Chosen): Promise<Tried> {
  const stages = stagesOf(suiteOf(file));
  const begun = Date.now();
  let survived = passed;
  let killedBy: string | undefined;
  while (killedBy === undefined && survived < Math.min(stages.length, mostStages)) {
    const stage = stages[survived]!;
    await stage.prepare();
    killedBy = await withChange(file, mutant, () => stage.noticedBy(file));
    if (killedBy === undefined) survived += 1;
  }
  const seconds = (Date.now() - begun) / 1000;
  return { file, mutant, killedBy, passed: survived, isLast: survived === stages.length, seconds };
}

async function withChange<T>(file: string, mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  write(path, withMutant(text, mutant));
  noteChanged(file);
  try {
    return await work();
  } finally {
    write(path, text);
    noteChanged('');
  }
}

/** Without a watch, Vitest would go on to run the module as it was. */
function write(path: string, text: string): void {
  writeFileSync(path, text);
  vitest?.invalidateFile(path);
}

interface Stage {
  /** Does what has to be done without a change. Throws if a test fails. */
  prepare(): Promise<void>;
  /** What notices the change of a file; undefined if nothing does. */
  noticedBy(file: string): Promise<string | undefined>;
}

function stagesOf({ isJudged, stages }: Suite): Stage[] {
  const left = isJudged === true ? JUDGED : undefined;
  const ofTests = stages.map((paths) => ({
    prepare: () => once(paths.join(' '), () => failing(paths, left)),
    noticedBy: () => failing(paths, left),
  }));
  if (isJudged !== true) return ofTests;
  const first: Stage = {
    prepare: () => once('judging', () => judging.prepare()),
    noticedBy: (file) => judging.noticedBy(file),
  };
  return [first, ...ofTests];
}

/** Does it at the first time. Throws if anything fails. */
async function once(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (prepared.has(name)) return;
  const failed = await work();
  if (failed !== undefined) throw new Error(`fails without a change: ${failed}`);
  prepared.add(name);
}

/**
 * Runs tests, the quickest first, until one fails.
 * @param left a test that is left out
 * @returns the file of one that did
 */
async function failing(paths: readonly string[], left: string | undefined): Promise<string | undefined> {
  vitest ??= await startVitest();
  const named = await vitest.getRelevantTestSpecifications([...paths]);
  // A folder stands for its tests without the long ones, which stages name.
  const specifications = named
    .filter(({ moduleId }) => !moduleId.endsWith(LONG) || paths.some((path) => moduleId.endsWith(path)))
    .filter(({ moduleId }) => left === undefined || !moduleId.endsWith(left));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (testModules.length === 0) throw new Error(`no tests in ${paths.join(', ')}`);
  noteRun(testModules);
  const failed = testModules.find((module) => !module.ok());
  if (failed !== undefined) return relative(root, failed.moduleId);
  return unhandledErrors.length > 0 ? paths.join(' ') : undefined;
}

async function startVitest(): Promise<Vitest> {
  const sequence = { sequencer: QuickestFirst };
  const made = await createVitest('test', { root, watch: false, bail: 1, reporters: [], sequence });
  await made.standalone();
  return made;
}
