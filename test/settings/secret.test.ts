import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeFault, type Fault, withoutPasswords } from '../../src/errors.ts';
import { loadSettings, parseSettings } from '../../src/settings/load-settings.ts';
import { databaseAddress } from '../../src/settings/secret.ts';
import '../support/starts-processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SECRET = 'hush-9-secret';
const URL_WITH_IT = `postgresql://recon:${SECRET}@db/books`;
const node = (code: string) => [process.execPath, '-e', code];

describe('the address of the database', () => {
  it('is that of a file, without the line end', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'url'), `${URL_WITH_IT}\r\n`);
    const address = await databaseAddress(parseSettings({ databaseUrlFile: 'url' }), folder);
    expect(address).toEqual({ url: URL_WITH_IT, origin: 'databaseUrlFile url' });
  });

  it('is read anew each time, so that a changed password is taken up', async () => {
    const folder = temporaryFolder();
    const settings = parseSettings({ databaseUrlFile: 'url' });
    for (const url of [URL_WITH_IT, 'postgresql://db/other']) {
      writeFileSync(join(folder, 'url'), url);
      expect((await databaseAddress(settings, folder))?.url).toBe(url);
    }
  });

  it('is what a command prints, which no shell reads', async () => {
    const program = node('process.stdout.write(process.argv[1])');
    const settings = parseSettings({ databaseUrlCommand: [...program, '$HOME; a "b" *'] });
    expect((await databaseAddress(settings, temporaryFolder()))?.url).toBe('$HOME; a "b" *');
  });

  it('is none for the embedded database', async () => {
    expect(await databaseAddress(parseSettings({}), temporaryFolder())).toBeUndefined();
  });

  it.each([
    ['a file that is not there', { databaseUrlFile: 'lost' }, 'no such file'],
    ['a folder', { databaseUrlFile: 'folder' }, 'a folder'],
    ['an empty file', { databaseUrlFile: 'empty' }, 'nothing'],
    ['a program that is not there', { databaseUrlCommand: ['no-such-program', SECRET] }, 'no such program'],
    [
      'a program that fails',
      { databaseUrlCommand: node(`console.log('${SECRET}'); process.exit(7)`) },
      'it ended with 7',
    ],
    [
      'a program that complains',
      { databaseUrlCommand: node(`console.error('${SECRET}'); process.kill(process.pid, 'SIGTERM')`) },
      'it was ended by SIGTERM',
    ],
    ['a program that says nothing', { databaseUrlCommand: node(`console.error('${SECRET}')`) }, 'nothing'],
    [
      'a program that does not end its text',
      { databaseUrlCommand: node(`for (;;) require('fs').writeSync(1, '${SECRET}'.repeat(1000))`) },
      'more than 65536 bytes',
    ],
  ])('cannot be had from %s', async (_about, settings, found) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'empty'), '\n');
    const fault = await faultOf(databaseAddress(parseSettings(settings), folder));
    expect(fault).toMatchObject({ code: 'SECRET_UNAVAILABLE', exitCode: 4, detail: { found } });
  });

  it('is not waited for without end, not even where the program left another that holds its output', async () => {
    const hanging = node(
      `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { stdio: 'inherit' })`,
    );
    const settings = parseSettings({ databaseUrlCommand: hanging });
    const fault = await faultOf(databaseAddress(settings, temporaryFolder(), 300));
    expect(fault.detail.found).toBe('no end after 0.3 s');
  });
});

const ADDRESS = 'an address that is to be kept secret';

describe('a warning', () => {
  const warnings = (file: string, mode: number, overrides = {}) => {
    const workingDirectory = temporaryFolder();
    const told: string[] = [];
    for (const [name, text] of [
      ['payin-recon.yaml', file],
      ['url', URL_WITH_IT],
    ] as const) {
      writeFileSync(join(workingDirectory, name), text);
      chmodSync(join(workingDirectory, name), mode);
    }
    loadSettings({ environment: {}, workingDirectory, overrides, warn: (text) => told.push(text) });
    expect(told.join()).not.toContain(SECRET);
    return told;
  };

  it.each([
    ['settings with a password', `databaseUrl: ${URL_WITH_IT}\n`, 'payin-recon.yaml', 'a password'],
    [
      'settings with a password behind the question mark',
      `databaseUrl: postgresql://db/x?password=${SECRET}\n`,
      'payin-recon.yaml',
      'a password',
    ],
    ['the file with the address', 'databaseUrlFile: url\n', 'url', ADDRESS],
    [
      'the file with the address of a channel',
      'alerts: { channels: [{ name: ops, kind: slack, urlFile: url }] }\n',
      'url',
      ADDRESS,
    ],
    [
      'the file with the secret of a channel',
      'alerts: { channels: [{ name: ops, kind: webhook, url: "https://a.example", secretFile: url }] }\n',
      'url',
      'a secret',
    ],
    ['the file with the address of the monitor', 'monitor: { heartbeatUrlFile: url }\n', 'url', ADDRESS],
    ['the key that signs', 'signing: { privateKeyFile: url }\n', 'url', 'a private key'],
  ])('tells when others can read %s', (_about, file, name, content) => {
    const expected = [
      `warning: ${name} holds ${content}, and others than its owner can read it. chmod 600 ends that.`,
    ];
    expect(warnings(file, 0o644)).toEqual(expected);
    expect(warnings(file, 0o640)).toEqual(expected);
    expect(warnings(file, 0o600)).toEqual([]);
  });

  it('tells of a password on the command line, and which ways are better', () => {
    const [told, ...more] = warnings('', 0o644, { databaseUrl: URL_WITH_IT });
    expect(told).toMatch(
      /^warning: --database-url holds a password, .*DATABASE_URL, databaseUrlFile or databaseUrlCommand/,
    );
    expect(more).toEqual([]);
  });

  it('is not given for an address without a password', () => {
    expect(warnings('databaseUrl: postgresql://recon@db/books\n', 0o644)).toEqual([]);
    expect(warnings('', 0o644, { databaseUrl: 'postgresql://recon@db/books' })).toEqual([]);
  });
});

it.each([
  [`connect to ${URL_WITH_IT} failed`, 'connect to postgresql://recon:…@db/books failed'],
  [`postgresql://recon:p@ss${SECRET}@db/x`, 'postgresql://recon:…@db/x'],
  [`postgresql:///x?user=a&password=${SECRET}&ssl=1`, 'postgresql:///x?user=a&password=…&ssl=1'],
  ['postgresql://recon@db:5432/books, see a@b', 'postgresql://recon@db:5432/books, see a@b'],
  ['file.ndjson:5: https://example.org:80/a', 'file.ndjson:5: https://example.org:80/a'],
])('a text that might hold a password is shown without it: %s', (text, shown) => {
  expect(withoutPasswords(text)).toBe(shown);
});

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error as Fault,
  );
  expect(inspect(fault, { depth: 9 })).not.toContain(SECRET);
  expect(describeFault(fault!)).not.toContain(SECRET);
  return fault!;
}
