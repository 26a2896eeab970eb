import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What vitest.config.ts has a project for. `npm test` runs the first three, `npm run test:long` the last. */
export const PROJECTS = ['unit', 'engines', 'cli', 'long'] as const;
export type ProjectName = (typeof PROJECTS)[number];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whoever imports one of these opens a database or starts a process. */
const NEEDS_MORE =
  /^(import|\}) .*(child_process|certificate|engines|pgbouncer|own-server|starts-processes|generated-files|nginx|cli\/command|web\/browser|\.\.\/browser)(\.ts)?'/m;

/** Properties on random worlds: one world in `npm test`, as many as TEST_RUNS says in `npm run test:long`. */
const TRIES_WORLDS = /support\/runs\.ts/;

/**
 * Every test file by project, as paths from the root. A file of properties is in two.
 * @param runs on how many worlds the project `long` tries properties; with one, it does not repeat those of `npm test`
 */
export function filesByProject(runs: number): Readonly<Record<ProjectName, readonly string[]>> {
  const files: Record<ProjectName, string[]> = { unit: [], engines: [], cli: [], long: [] };
  for (const file of testFiles()) {
    const text = readFileSync(join(root, file), 'utf8');
    const project = projectOf(file, text);
    files[project].push(file);
    if (project !== 'long' && runs > 1 && TRIES_WORLDS.test(text)) files.long.push(file);
  }
  return files;
}

/** The project of a test file, by its name, its folder and what it uses. */
export function projectOf(file: string, text: string): ProjectName {
  if (file.endsWith('.long.test.ts')) return 'long';
  if (/^test\/(cli|e2e|examples)\//.test(file)) return 'cli';
  return NEEDS_MORE.test(text) ? 'engines' : 'unit';
}

function testFiles(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
}
