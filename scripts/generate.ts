/** Writes the generated files (`npm run generate`); with `--check`, only lists those that are out of date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../src/database/package-root.ts';
import { GENERATED_FILES } from './generated-files.ts';

const checkOnly = process.argv.includes('--check');

for (const { path, content } of GENERATED_FILES) {
  const expected = await content();
  if (readIfThere(path) === expected) continue;
  if (checkOnly) {
    console.error(`${path} is out of date: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(join(packageRoot, path)), { recursive: true });
    writeFileSync(join(packageRoot, path), expected);
    console.log(`wrote ${path}`);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(join(packageRoot, path), 'utf8');
  } catch {
    return undefined;
  }
}
