import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolders } from '../../src/database/make-folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('makes a folder and its parents, and says which was the first', () => {
  const folder = temporaryFolder();
  expect(makeFolders(join(folder, 'a/b/c'))).toBe(join(folder, 'a'));
  expect(existsSync(join(folder, 'a/b/c'))).toBe(true);
  expect(makeFolders(join(folder, 'a/b/d/'))).toBe(join(folder, 'a/b/d'));
  expect(makeFolders(join(folder, 'a/b/c'))).toBeUndefined();
  expect(makeFolders('/')).toBeUndefined();
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  expect(makeFolders(join(folder, 'link'))).toBeUndefined();
  expect(makeFolders(join(folder, 'link/below'))).toBe(join(folder, 'link/below'));
});

it('fails where it cannot be made, also where the system says that it does not exist', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
  expect(() => makeFolders(join(folder, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(folder, 'file/below'))).toThrow('ENOTDIR');
  expect(() => makeFolders(join(folder, 'dangling/below'))).toThrow('EEXIST');
  expect(() => makeFolders('/proc/nothing/below')).toThrow('ENOENT');
});
