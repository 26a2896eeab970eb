import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/** What a process took, from its start to its end, and the most memory that it had. */
export interface Taken {
  readonly seconds: number;
  readonly megabytes: number;
}

/**
 * Runs the program's command line as a process of its own.
 * @param work a folder for a note of its memory
 * @throws Error if it ends with another code than 0
 */
export function runProgram(
  work: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Taken {
  return run(work, join(here, 'measured.ts'), words, environment).taken;
}

/** The same of a script of this folder; gives what it printed too. */
export function runScript(
  work: string,
  name: string,
  words: readonly string[],
): { taken: Taken; printed: string } {
  return run(work, join(here, name), words, {});
}

function run(
  work: string,
  script: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): { taken: Taken; printed: string } {
  const usage = join(work, 'usage');
  const start = performance.now();
  const done = spawnSync(process.execPath, [script, ...words], {
    env: { ...process.env, ...environment, BENCH_USAGE_FILE: usage },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - start) / 1000;
  if (done.status !== 0) {
    throw new Error(`${script} ${words.join(' ')} ended with ${done.status ?? done.signal}: ${done.stderr}`);
  }
  return { taken: { seconds, megabytes: Number(readFileSync(usage, 'utf8')) / 1024 }, printed: done.stdout };
}
