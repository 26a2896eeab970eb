/** Where compiled code is kept between commands, and where it is not, because somebody else could change it. */
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './command.ts';

/** Runs a short command with a cache folder of its own; returns the files that are in it then, with their times. */
async function kept(caches: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  // The tests share a folder for compiled code, which goes before the user's.
  const environment = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: caches, ...more };
  const { code, stdout, stderr } = await run(['--version'], { cwd: tmpdir(), environment, isApart: true });
  expect({ code, stdout, stderr }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d/),
    stderr: '',
  });
  return filesBelow(caches);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`);
}

it('keeps it in the cache folder of the user, closed to others, and takes it from there', async () => {
  const caches = temporaryFolder();
  const first = await kept(caches);
  expect(first.length).toBeGreaterThan(10);
  expect(first.filter((path) => !path.startsWith(join(caches, 'payin-recon/')))).toEqual([]);
  expect(statSync(join(caches, 'payin-recon')).mode & 0o077).toBe(0);
  // What is not as the program's files say is written anew.
  expect(await kept(caches)).toEqual(first);
});

it('makes the folder where it is missing', async () => {
  const home = temporaryFolder();
  await kept(home, { XDG_CACHE_HOME: '', HOME: home });
  expect(filesBelow(join(home, '.cache/payin-recon')).length).toBeGreaterThan(10);
});

it('makes nothing in the home of another user, nor where there is none', async () => {
  const cwd = temporaryFolder();
  // Only root can give a folder away; nobody else can write into that of root.
  const home = process.getuid?.() === 0 ? temporaryFolder() : '/';
  if (home !== '/') chownSync(home, 12_345, 12_345);
  const before = readdirSync(home);
  for (const [HOME, XDG_CACHE_HOME] of [
    [home, ''],
    ['', ''],
    ['', 'caches'],
    [cwd, join(home, 'x/y')],
  ]) {
    const environment = {
      NODE_COMPILE_CACHE: '',
      NODE_DISABLE_COMPILE_CACHE: '',
      HOME: HOME!,
      XDG_CACHE_HOME: XDG_CACHE_HOME!,
    };
    expect((await run(['--version'], { cwd, environment, isApart: true })).code).toBe(0);
    expect([readdirSync(home), readdirSync(cwd)]).toEqual([before, []]);
  }
});

it.each([
  [
    'others can replace the cache folder',
    (caches: string) => {
      chmodSync(caches, 0o777);
      mkdirSync(join(caches, 'inner'), { mode: 0o700 });
    },
    'inner',
  ],
  ['others can read it', (caches: string) => mkdirSync(join(caches, 'payin-recon'), { mode: 0o755 })],
  ['others can put files into the cache folder', (caches: string) => chmodSync(caches, 0o777)],
  [
    'others can put files into the folder of the program',
    (caches: string) => {
      mkdirSync(join(caches, 'payin-recon'));
      chmodSync(join(caches, 'payin-recon'), 0o770);
    },
  ],
  [
    'others can put files where a link leads',
    (caches: string) => {
      const shared = temporaryFolder();
      chmodSync(shared, 0o777);
      symlinkSync(shared, join(caches, 'payin-recon'));
    },
  ],
  ['there can be no folder', (caches: string) => writeFileSync(join(caches, 'payin-recon'), '')],
])('keeps none, and works, where %s', async (_what, prepare, below = '') => {
  const caches = temporaryFolder();
  prepare(caches);
  const before = filesBelow(caches);
  await kept(join(caches, below));
  expect(filesBelow(caches)).toEqual(before);
});

it('makes no folder if it is turned off, or another is named', async () => {
  const caches = temporaryFolder();
  await kept(caches, { NODE_DISABLE_COMPILE_CACHE: '1' });
  await kept(caches, { NODE_COMPILE_CACHE: temporaryFolder() });
  expect(readdirSync(caches)).toEqual([]);
});

it('keeps none for a user who is not in the list of users, and has no home, as a container may have', async () => {
  const none = join(temporaryFolder(), 'none');
  writeFileSync(none, '');
  const environment = {
    ...{ NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: '' },
    // Debian: libnss-wrapper.
    ...{ LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_PASSWD: none, NSS_WRAPPER_GROUP: none },
  };
  const program = ['env', '-u', 'HOME', process.execPath, join(packageRoot, 'bin.mjs')] as const;
  const { code, stdout, stderr } = await run(['--version'], { cwd: tmpdir(), environment, program });
  expect({ code, stdout, stderr }).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d/),
    stderr: '',
  });
});
