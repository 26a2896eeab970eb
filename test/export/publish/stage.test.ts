import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS, Fault } from '../../../src/errors.ts';
import { makeStage, makeStageBesideOthers } from '../../../src/export/publish/stage.ts';
import { writeFault } from '../../../src/file-fault.ts';
import { asOrdinaryUser } from '../../support/ordinary-user.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY_AND_HOUR = 90_000_000;

describe('a place to write a version aside', () => {
  it('is a new empty folder beside the versions, whose own folder is made if it is missing', async () => {
    const parent = join(temporaryFolder(), 'reports/2026-11-19/BR');
    const stage = await makeStage(parent);
    expect(readdirSync(parent)).toEqual([stage.slice(parent.length + 1)]);
    expect(readdirSync(stage)).toEqual([]);
  });

  it('takes the place of what a killed run left, and of nothing else', async () => {
    const parent = temporaryFolder();
    for (const name of ['.writing-1', '.writing-2', 'v1']) {
      mkdirSync(join(parent, name));
      writeFileSync(join(parent, name, 'orders.csv'), name);
    }
    const stage = await makeStage(parent);
    expect(readdirSync(parent).sort()).toEqual([stage.slice(parent.length + 1), 'v1']);
    expect(readdirSync(join(parent, 'v1'))).toEqual(['orders.csv']);
  });

  it('leaves that of another process alone where several may write, until nothing was made in it for a day', async () => {
    const parent = temporaryFolder();
    const other = await makeStageBesideOthers(parent);
    const own = await makeStageBesideOthers(parent);
    expect(readdirSync(parent).sort()).toEqual([basename(other), basename(own)].sort());
    const early = new Date(statSync(other).mtimeMs - DAY_AND_HOUR);
    utimesSync(other, early, early);
    const next = await makeStageBesideOthers(parent);
    expect(readdirSync(parent).sort()).toEqual([basename(own), basename(next)].sort());
  });

  it('is not to be had where this user may not write', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o555);
    const parent = join(folder, 'reports');
    await asOrdinaryUser(() =>
      expect(makeStage(parent)).rejects.toMatchObject({
        code: 'FOLDER_NOT_WRITABLE',
        exitCode: 4,
        detail: { where: parent, found: 'no right to write there' },
      }),
    );
    chmodSync(folder, 0o755);
  });
});

describe('what the file system refuses', () => {
  it.each([
    ['ENOSPC', 'the disk is full', /^Free space there, /],
    ['EDQUOT', 'the quota of this user is used up', /^Free space there, /],
    ['EROFS', 'the file system is read-only', /^Name a folder on another file system, /],
    ['EACCES', 'no right to write there', /^Give this user the right to write there, /],
    ['EIO', 'EIO: i/o error, write', /^Correct what the system reports, /],
  ])('is told in words, with what helps: %s', (code, found, remedy) => {
    const error = Object.assign(new Error('EIO: i/o error, write'), { code, syscall: 'write' });
    const fault = writeFault(error, '/reports') as Fault;
    expect(fault).toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      detail: { where: '/reports', found, cause: error },
    });
    expect(fault.detail.remedy ?? FAULTS[fault.code].remedy).toMatch(remedy);
  });

  it('is not what a database refuses, nor a fault that is told already', () => {
    const database = Object.assign(new Error('division by zero'), { code: '22012' });
    expect(writeFault(database, '/reports')).toBe(database);
    const fault = new Fault('STORE_LOCKED');
    expect(writeFault(fault, '/reports')).toBe(fault);
  });
});
