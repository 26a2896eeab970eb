import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Deviation } from '../../../src/books/verify/verified.ts';
import { DATE, sha256Of } from '../../export/books.ts';
import { change } from './books-to-verify.ts';

const BR = `${DATE}/BR`;

/** Something that is done to published files, and what has to be told of it. */
interface Tampering {
  readonly about: string;
  /** @param folder the folder of Brazil's reports */
  readonly tamper: (folder: string) => void;
  /** What has to be told, each part of it as it stands. */
  readonly told: readonly Partial<Deviation>[];
  /** How many deviations there are in all, where that does not depend on how many files a version has. */
  readonly count: number | undefined;
  /** What is said beside it; that the store is as it was if absent. */
  readonly remark?: string;
}

/** The rows of a CSV with their line breaks, the header first. */
function rowsOf(path: string): string[] {
  return readFileSync(path, 'utf8').split(/(?<=\r\n)/);
}

export const TAMPERINGS: readonly Tampering[] = [
  {
    about: 'a byte of a cell, in a file that stays as long',
    tamper: (folder) => change(join(folder, 'v1/orders.csv'), '200.00', '900.00'),
    told: [
      { where: `${BR}/v1/orders.csv`, what: 'SHA-256, by the manifest' },
      {
        where: `${BR}/v1/orders.csv`,
        column: 'requested_amount',
        line: 2,
        expected: '200.00',
        actual: '900.00',
      },
    ],
    count: 2,
  },
  {
    about: 'a row that was taken out',
    tamper: (folder) => {
      const path = join(folder, 'v1/orders.csv');
      const rows = rowsOf(path);
      writeFileSync(path, rows.toSpliced(2, 1).join(''));
    },
    told: [
      { what: 'rows, by the manifest', expected: '3', actual: '2' },
      { what: expect.stringMatching(/^line 3, a row is missing \(byte \d+\)$/), line: 3 },
      { expected: expect.stringContaining('ORDER00002'), actual: expect.stringContaining('ORDER00004') },
    ],
    count: 4,
  },
  {
    about: 'the last row taken out',
    tamper: (folder) => {
      const path = join(folder, 'v1/orders.csv');
      writeFileSync(path, rowsOf(path).slice(0, -1).join(''));
    },
    told: [{ what: expect.stringMatching(/a row is missing/), line: 4, actual: 'the end of the file' }],
    count: 4,
  },
  {
    about: 'a row that was put in',
    tamper: (folder) => {
      const path = join(folder, 'v1/payments.csv');
      const rows = rowsOf(path);
      writeFileSync(path, rows.toSpliced(1, 0, rows[1]!.replace('ORDER00001', 'ORDER00000')).join(''));
    },
    told: [
      { where: `${BR}/v1/payments.csv`, what: 'rows, by the manifest', expected: '2', actual: '3' },
      {
        what: expect.stringMatching(/^line 2, a row too many/),
        actual: expect.stringContaining('ORDER00000'),
      },
    ],
    count: 4,
  },
  {
    about: 'a row at the end',
    tamper: (folder) => appendFileSync(join(folder, 'v1/payments.csv'), 'one,more\r\n'),
    told: [
      {
        what: expect.stringMatching(/^line 4, a row too many/),
        expected: 'the end of the file',
        actual: 'one,more',
      },
    ],
    count: 4,
  },
  {
    about: 'the name of a column',
    tamper: (folder) => change(join(folder, 'v1/orders.csv'), 'paid_minor', 'paid_minus'),
    told: [{ line: 1, column: 'paid_minor', expected: 'paid_minor', actual: 'paid_minus' }],
    count: 2,
  },
  {
    about: 'line breaks, as an editor changes them',
    tamper: (folder) => change(join(folder, 'v1/payments.csv'), /\r\n/g, '\n'),
    told: [
      { what: expect.stringMatching(/^line 1, written otherwise/), actual: expect.stringMatching(/\\n"$/) },
    ],
    count: 3,
  },
  {
    about: 'a file that is gone',
    tamper: (folder) => rmSync(join(folder, 'v1/findings.csv')),
    told: [{ where: `${BR}/v1/findings.csv`, what: 'the file', actual: 'no such file' }],
    count: 1,
  },
  {
    about: 'a folder instead of a file',
    tamper: (folder) => {
      rmSync(join(folder, 'v1/findings.csv'));
      mkdirSync(join(folder, 'v1/findings.csv'));
    },
    told: [{ where: `${BR}/v1/findings.csv`, what: 'the file', actual: 'a folder' }],
    count: 1,
  },
  {
    about: 'a pipe instead of a file',
    tamper: (folder) => {
      rmSync(join(folder, 'v1/findings.csv'));
      execFileSync('mkfifo', [join(folder, 'v1/findings.csv')]);
    },
    told: [{ where: `${BR}/v1/findings.csv`, what: 'the file', actual: 'no regular file' }],
    count: 1,
  },
  {
    about: 'a link to a file instead of the file',
    tamper: (folder) => {
      renameSync(join(folder, 'v1/findings.csv'), join(folder, 'findings.csv'));
      symlinkSync('../findings.csv', join(folder, 'v1/findings.csv'));
    },
    told: [{ where: `${BR}/v1/findings.csv`, what: 'the file', actual: 'a link in its place' }],
    count: 1,
  },
  {
    about: 'a pipe instead of a manifest',
    tamper: (folder) => {
      rmSync(join(folder, 'v1/manifest.json'));
      execFileSync('mkfifo', [join(folder, 'v1/manifest.json')]);
    },
    told: [{ where: `${BR}/v1/manifest.json`, what: 'the manifest', actual: 'no regular file' }],
    count: 1,
  },
  {
    about: 'a file too many',
    tamper: (folder) => writeFileSync(join(folder, 'v2/notes.txt'), 'seen'),
    told: [{ where: `${BR}/v2/notes.txt`, what: 'a file too many' }],
    count: 1,
  },
  {
    about: 'a total of the manifest',
    tamper: (folder) =>
      change(join(folder, 'v1/manifest.json'), '"paid_minor": "20000"', '"paid_minor": "30000"'),
    told: [
      {
        where: `${BR}/v1/manifest.json`,
        what: expect.stringMatching(/^totals\[\d\]\.paid_minor$/),
        expected: '"20000"',
        actual: '"30000"',
      },
    ],
    count: 1,
  },
  {
    about: "a source's counts in the manifest",
    tamper: (folder) => change(join(folder, 'v1/manifest.json'), '"accepted": 6', '"accepted": 7'),
    told: [{ what: 'sources[0].accepted', expected: '6', actual: '7' }],
    count: 1,
  },
  {
    about: 'a file and what the manifest says of it, so that they agree',
    tamper: (folder) => {
      const before = readFileSync(join(folder, 'v1/manifest.json'), 'utf8');
      const path = join(folder, 'v1/orders.csv');
      change(path, '200.00', '900.00');
      const forged = sha256Of(readFileSync(path));
      const file = JSON.parse(before).files.find(({ name }: { name: string }) => name === 'orders.csv');
      change(join(folder, 'v1/manifest.json'), file.sha256, forged);
    },
    told: [
      { where: `${BR}/v1/manifest.json`, what: expect.stringMatching(/^files\[\d\]\.sha256$/) },
      { where: `${BR}/v1/orders.csv`, column: 'requested_amount', expected: '200.00', actual: '900.00' },
    ],
    count: 2,
  },
  {
    about: 'the spaces of the manifest',
    tamper: (folder) => change(join(folder, 'v1/manifest.json'), '  "schema"', '    "schema"'),
    told: [{ what: 'line 2, written otherwise (byte 4)', byte: 4, line: 2 }],
    count: 1,
  },
  {
    about: 'a manifest that is cut short',
    tamper: (folder) => writeFileSync(join(folder, 'v1/manifest.json'), '{"schema": 1'),
    told: [
      { where: `${BR}/v1/manifest.json`, what: 'the manifest', actual: expect.stringMatching(/^not JSON: /) },
    ],
    count: 1,
  },
  {
    about: 'a manifest that says nothing that can be read',
    tamper: (folder) =>
      writeFileSync(join(folder, 'v1/manifest.json'), '{"files": [null, {"name": "../x.csv"}]}'),
    told: [
      { where: `${BR}/v1/../x.csv`, actual: 'no such file' },
      { where: `${BR}/v1/orders.csv`, what: 'a file too many' },
    ],
    count: undefined,
  },
  {
    about: 'a manifest that is gone',
    tamper: (folder) => rmSync(join(folder, 'v1/manifest.json')),
    told: [{ what: 'the manifest', actual: 'no such file' }],
    count: 1,
  },
  {
    about: "a version's folder that is gone",
    tamper: (folder) => rmSync(join(folder, 'v1'), { recursive: true }),
    told: [{ where: `${BR}/v1`, what: 'the folder', actual: 'no such folder' }],
    count: 1,
  },
  {
    about: "a version's folder that the store does not know",
    tamper: (folder) => mkdirSync(join(folder, 'v7')),
    told: [{ where: `${BR}/v7`, what: 'unknown folder' }],
    count: 1,
    remark: 'payin-recon adopt --date 2026-11-19 --region BR',
  },
  {
    about: '`latest` that leads to another version',
    tamper: (folder) => {
      rmSync(join(folder, 'latest'));
      symlinkSync('v1', join(folder, 'latest'));
    },
    told: [{ where: `${BR}/latest`, expected: 'v2', actual: 'v1' }],
    count: 1,
  },
  {
    about: '`latest` that is gone',
    tamper: (folder) => rmSync(join(folder, 'latest')),
    told: [{ where: `${BR}/latest`, expected: 'v2', actual: 'no such link' }],
    count: 1,
  },
];
