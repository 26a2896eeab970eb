import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** Whether files that results are held to are rewritten with what comes out now: UPDATE_GOLDEN=1, never in CI. */
export const isUpdate: boolean = process.env['UPDATE_GOLDEN'] === '1' && !process.env['CI'];

/**
 * Holds a text to a file of test/golden, to the byte. Who changes a text on purpose runs the test with UPDATE_GOLDEN=1
 * and reads what it wrote.
 * @param path below test/golden
 */
export function expectGolden(text: string, path: string): void {
  const file = fileURLToPath(new URL(`../golden/${path}`, import.meta.url));
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text, path).toBe(readFileSync(file, 'utf8'));
}
