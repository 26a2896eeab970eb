import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadSignatures } from '../../src/signatures/load-signatures.ts';
import { SIGNATURE_FUNCTIONS } from '../../src/signatures/signatures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOUR = SIGNATURE_FUNCTIONS.map((name) => `${name}: () => '${name}'`);
const NAMED = SIGNATURE_FUNCTIONS.map((name) => `export const ${name} = () => '${name}';`).join('\n');
const REQUEST = { message: 'request', headers: {}, body: new Uint8Array() } as const;

/** Loads a module of this content. */
function load(content: string, name = 'own.mjs') {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return loadSignatures(name, folder);
}

describe('a module of signatures', () => {
  it('that is not there is named without the file of this program that imports it', async () => {
    const folder = temporaryFolder();
    await expect(loadSignatures('missing.mjs', folder)).rejects.toMatchObject({
      detail: { found: expect.stringMatching(/^Cannot find module '.*missing\.mjs'$/) },
    });
  });

  it('is none where the setting says none', async () => {
    expect(await loadSignatures('none', '/nowhere')).toBeUndefined();
  });

  it.each([
    ['exports by name', NAMED],
    ['has an object as its default', `export default { ${FOUR.join(', ')} };`],
    [
      'has an instance of a class as its default',
      `export default new (class { ${FOUR.map((one) => one.replace(': () =>', '() { return').replace(/$/, ' }')).join(' ')} })();`,
    ],
  ])('that %s is used', async (_how, content) => {
    const signatures = await load(content);
    expect(signatures!.signRequest(REQUEST)).toBe('signRequest');
    for (const name of SIGNATURE_FUNCTIONS) expect(typeof signatures![name]).toBe('function');
  });

  it('is found from the working directory, or by its whole path', async () => {
    expect(await loadSignatures('examples/signatures/hmac.mjs', ROOT)).toBeDefined();
    expect(await loadSignatures(join(ROOT, 'examples/signatures/hmac.mjs'), '/nowhere')).toBeDefined();
  });

  it.each([
    ['is not there', undefined, /Cannot find module/],
    ['is no JavaScript', 'export const = 7', /Unexpected token/],
    ['fails when it is loaded', 'throw new Error("no key was given")', /no key was given/],
    ['imports what is not there', 'import "./missing.mjs"', /missing\.mjs/],
    ['exports nothing', '', /no function signRequest, verifyRequest, signCallback, verifyCallback/],
    ['lacks a function', `export default { ${FOUR.slice(0, 3).join(', ')} }`, /no function verifyCallback/],
    [
      'has a value instead of a function',
      `export default { ${FOUR.slice(0, 3).join(', ')}, verifyCallback: true }`,
      /no function verifyCallback/,
    ],
    ['has null as its default', 'export default null', /no function signRequest/],
    ['has a text as its default', 'export default "hmac"', /no function signRequest/],
  ])('that %s is a fault, which says what is wrong', async (_how, content, found) => {
    const loading = content === undefined ? loadSignatures('missing.mjs', temporaryFolder()) : load(content);
    await expect(loading).rejects.toMatchObject({
      code: 'SIGNATURES_UNUSABLE',
      detail: { where: expect.stringMatching(/\.mjs$/), found: expect.stringMatching(found) },
    });
  });
});
