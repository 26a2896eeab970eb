/**
 * Bundles the compiled command into few files (`npm run build`): Node looks for each module by itself, and the command and
 * the packages below have 900, which is half of the time in which it starts.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../src/database/package-root.ts';

const TARGET = 'dist/command';

/** The command, and what it starts by their place beside it. */
const INPUT = {
  main: 'dist/src/cli/main.js',
  'parse-worker': 'dist/src/ingest/lines/parse-worker.js',
  'create-embedded': 'dist/src/database/create-embedded.js',
};

/** Packages of many modules that every command loads. All others are found as usual. */
const BUNDLED = ['hyparquet', 'hyparquet-writer', 'kysely', 'yaml', 'zod'];

const isOwn = (id: string) => id.startsWith('.') || id.startsWith('/');
const isBundled = (id: string) => BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));

const bundle = await rolldown({
  cwd: packageRoot,
  input: INPUT,
  platform: 'node',
  external: (id) => !isOwn(id) && !isBundled(id) && !Object.values(INPUT).includes(id),
});
const { output } = await bundle.write({ dir: TARGET, format: 'esm', chunkFileNames: '[name].js' });
const chunks = output.filter((file) => file.type === 'chunk');
checkImports(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]));
writeFileSync(
  join(packageRoot, TARGET, 'NOTICES.txt'),
  noticesOf(chunks.flatMap(({ moduleIds }) => moduleIds)),
);

/**
 * Throws Error if something is imported that an installation has not, such as what the bundler needs for the text
 * `</script>` in a tagged template.
 */
function checkImports(imported: readonly string[]): void {
  const { dependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const names = output.map(({ fileName }) => fileName);
  const strange = imported.filter((id) => {
    const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
    return !names.includes(id) && !isBuiltin(id) && !(name in dependencies);
  });
  if (strange.length > 0) throw new Error(`${TARGET} imports ${[...new Set(strange)].join(', ')}`);
}

/** Names, versions and licences of the packages of which modules were taken. */
function noticesOf(paths: readonly string[]): string {
  const folders = paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const licence = readdirSync(folder).find((file) => /^licen[cs]e(\.\w+)?$/i.test(file));
      if (licence === undefined) throw new Error(`${folder} has no licence`);
      return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
