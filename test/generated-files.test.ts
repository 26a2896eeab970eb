import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../src/database/package-root.ts';
import { GENERATED_FILES } from './support/generated-files.ts';

it.each(GENERATED_FILES)('$path is what the code makes of it', async ({ path, content }) => {
  const kept = readFileSync(join(packageRoot, path), 'utf8');
  expect(kept, `${path} is out of date: run npm run generate`).toBe(await content());
});
