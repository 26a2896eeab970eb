import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/database/package-root.ts';
import { LONGEST } from './longest-first.ts';
import { filesByProject, projectOf } from './projects.ts';

describe('the projects of the tests', () => {
  const files = filesByProject(3);

  it('have every test file in one that npm test or npm run test:long runs', () => {
    const inTest = [...files.unit, ...files.engines, ...files.cli];
    const onlyLong = files.long.filter((file) => !inTest.includes(file));
    expect(new Set(inTest).size).toBe(inTest.length);
    expect(onlyLong.every((file) => file.endsWith('.long.test.ts'))).toBe(true);
    expect(inTest.some((file) => file.endsWith('.long.test.ts'))).toBe(false);
  });

  it('do not try properties on one world twice', () => {
    const again = filesByProject(1).long;
    expect(again.every((file) => file.endsWith('.long.test.ts'))).toBe(true);
    expect(files.long.length).toBeGreaterThan(again.length);
  });

  it('go by suffix, then folder, then by what a file uses', () => {
    const usesProcess = "import { spawn } from 'node:child_process';";
    const usesEngines = "import { onEngines } from '../support/engines.ts';";
    expect(projectOf('test/cli/month.long.test.ts', usesEngines)).toBe('long');
    expect(projectOf('test/cli/help.test.ts', '')).toBe('cli');
    expect(projectOf('test/books/close.test.ts', usesEngines)).toBe('engines');
    expect(projectOf('test/log.test.ts', usesProcess)).toBe('engines');
    expect(projectOf('test/normalise/money.test.ts', "import fc from 'fast-check';")).toBe('unit');
  });

  it('begin with files that there are', () => {
    for (const file of LONGEST) expect(existsSync(join(packageRoot, file)), file).toBe(true);
  });
});

describe('a unit test', () => {
  it('starts no process', () => {
    // By another way than an import, which would make this file another project's.
    const { spawn, spawnSync, exec, execSync, execFile, execFileSync, fork } =
      process.getBuiltinModule('node:child_process');
    for (const begin of [spawn, spawnSync, exec, execSync, execFile, execFileSync, fork] as const)
      expect(() => (begin as typeof execSync)('true'), begin.name).toThrow(/starts a process/);
  });

  it('opens no database', () => {
    expect(() => PGlite.create('memory://')).toThrow(/opens the embedded database/);
    expect(() => new pg.Client().connect()).toThrow(/connects to a database/);
    expect(() => new pg.Pool().connect()).toThrow(/connects to a database/);
  });
});
