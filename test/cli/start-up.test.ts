/** What a start loads; how long that takes depends on the machine, so the modules are counted instead. */
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { PROGRAM, run } from './command.ts';

/** Lists every module that a process loads, on standard error when it ends. */
const LISTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  process.on('exit', () => process.stderr.write(loaded.join('\\n') + '\\n'));
`)}`;

/** yargs with what it needs, and the distance between two words for its mistakes. */
const PACKAGES = [
  ...['yargs', 'yargs-parser', 'y18n', 'cliui', 'escalade', 'get-caller-file', 'fastest-levenshtein'],
  ...['string-width', 'strip-ansi', 'ansi-regex', 'ansi-styles', 'wrap-ansi', 'emoji-regex'],
  'get-east-asian-width',
];

/** More would be noticed by somebody who waits for the help. */
const MOST_OWN_FILES = 25;

async function loadedBy(words: readonly string[]): Promise<{ own: string[]; packages: string[] }> {
  const program = [process.execPath, '--import', LISTING, PROGRAM] as const;
  const { code, stderr } = await run(words, { cwd: tmpdir(), program });
  expect(code).toBe(0);
  const files = stderr
    .split('\n')
    .filter((line) => line.startsWith('file:'))
    .map((url) => relative(packageRoot, fileURLToPath(url)));
  const packages = files.flatMap((file) => file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []);
  return {
    own: files.filter((file) => !file.includes('node_modules')),
    packages: [...new Set(packages)],
  };
}

it.concurrent.each([['--version'], ['--help'], ['help']])(
  '%s loads the list of commands and no command',
  async (word) => {
    const { own, packages } = await loadedBy([word]);
    expect(own).toContain('src/cli/main.ts');
    expect(own.filter((file) => file.startsWith('src/cli/commands/'))).toEqual(['src/cli/commands/all.ts']);
    expect(packages.filter((name) => !PACKAGES.includes(name))).toEqual([]);
    expect(own.length, own.join('\n')).toBeLessThanOrEqual(MOST_OWN_FILES);
  },
);

it.concurrent.each([
  [['order', '--help'], 'src/cli/commands/order-command.ts'],
  [['findings', 'show', '--help'], 'src/cli/commands/findings/findings-show-command.ts'],
])('%j loads the code of that command alone', async (words, file) => {
  const { own } = await loadedBy(words);
  const commands = own.filter((path) => /^src\/cli\/commands\/.*\.ts$/.test(path));
  expect(commands).toEqual(['src/cli/commands/all.ts', file]);
});
