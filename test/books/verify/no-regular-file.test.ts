/** Pipes, devices and links in the place of files: verify says so, and neither waits for them nor follows them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { measureFile } from '../../../src/books/verify/files-by-manifest.ts';
import { readManifest } from '../../../src/books/verify/manifest-file.ts';
import { verifyFolder } from '../../../src/books/verify/verify-folder.ts';
import { sha256Of } from '../../../src/sha256.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CONTENT = 'order_no\r\nORDER00001\r\n';
const MANIFEST = JSON.stringify({
  files: [{ name: 'orders.csv', rows: 1, bytes: CONTENT.length, sha256: sha256Of(CONTENT) }],
});
const NO_REGULAR = 'no regular file';
const LINK = 'a link in its place';

/** What can be in the place of a file, and what is said of it. */
const STRANGE = [
  ['a pipe', (path: string) => void execFileSync('mkfifo', [path]), NO_REGULAR],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path), LINK],
  ['a link to itself', (path: string) => symlinkSync(path, path), LINK],
  ['a link to a file with this content', (path: string) => symlinkSync(`${path}.moved`, path), LINK],
] as const;

/** A folder with checksums or a manifest, and a signature that is not one. */
function folderOf(list: 'SHA256SUMS' | 'manifest.json', listed: readonly string[] = []): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'orders.csv'), CONTENT);
  const names = ['orders.csv', ...listed];
  const sums = names.map((name) => `${sha256Of(CONTENT)}  ${name}\n`).join('');
  writeFileSync(join(folder, list), list === 'SHA256SUMS' ? sums : MANIFEST);
  return folder;
}

/** Puts something in the place of a file, whose content is then beside the folder. */
function replaced(folder: string, name: string, put: (path: string) => void): void {
  rmSync(join(folder, name), { force: true });
  put(join(folder, name));
}

const deviationsOf = async (folder: string) =>
  (await verifyFolder(folder, undefined)).flatMap(({ deviations }) => deviations);

describe.each(STRANGE)('%s', (_about, put, actual) => {
  it('in the place of a file with a checksum is a deviation', async () => {
    const folder = folderOf('SHA256SUMS');
    replaced(folder, 'orders.csv', put);
    const expected = 'the file that SHA256SUMS names';
    expect(await deviationsOf(folder)).toEqual([{ where: 'orders.csv', what: 'the file', expected, actual }]);
  });

  it('in the place of a published file is a deviation', async () => {
    const folder = folderOf('manifest.json');
    replaced(folder, 'orders.csv', put);
    const expected = 'the file that the manifest names';
    expect(await deviationsOf(folder)).toEqual([
      { where: './orders.csv', what: 'the file', expected, actual },
    ]);
    expect(await measureFile(folder, 'orders.csv')).toEqual({ name: 'orders.csv', trouble: actual });
  });

  it('in the place of checksums or of a manifest is a deviation', async () => {
    const delivered = folderOf('SHA256SUMS');
    replaced(delivered, 'SHA256SUMS', put);
    expect(await verifyFolder(delivered, undefined)).toMatchObject([
      {
        ...{ subject: '.', state: 'changed', found: 'SHA256SUMS cannot be read' },
        deviations: [{ where: 'SHA256SUMS', what: 'the checksums', expected: 'checksums', actual }],
      },
    ]);
    const published = folderOf('manifest.json');
    replaced(published, 'manifest.json', put);
    expect(await deviationsOf(published)).toEqual([
      { where: 'manifest.json', what: 'the manifest', expected: 'a manifest', actual },
    ]);
    expect(await readManifest(published)).toBe(actual);
  });

  it('in the place of a signature is a deviation', async () => {
    const what = { what: 'the signature', expected: 'a signature of this content', actual };
    for (const list of ['SHA256SUMS', 'manifest.json'] as const) {
      const folder = folderOf(list);
      replaced(folder, `${list}.sig`, put);
      expect(await deviationsOf(folder)).toEqual([{ where: `${list}.sig`, ...what }]);
    }
    const folder = folderOf('SHA256SUMS', ['orders.csv.sig']);
    replaced(folder, 'orders.csv.sig', put);
    expect(await deviationsOf(folder)).toContainEqual({ where: 'orders.csv.sig', ...what });
  });

  it('in the place of a signed file is a deviation of the file and of its signature', async () => {
    const folder = folderOf('SHA256SUMS', ['orders.csv.sig']);
    writeFileSync(join(folder, 'orders.csv.sig'), CONTENT);
    replaced(folder, 'orders.csv', put);
    expect(await deviationsOf(folder)).toMatchObject([
      { where: 'orders.csv', actual },
      { where: 'orders.csv.sig', what: 'the signature', actual: `orders.csv: ${actual}` },
    ]);
  });
});

describe('other things in the place of a file', () => {
  it('are named: a folder, a device, a socket', async () => {
    const folder = folderOf('SHA256SUMS');
    mkdirSync(join(folder, 'folder'));
    expect(await measureFile(folder, 'folder')).toMatchObject({ trouble: 'a folder' });
    expect(await measureFile('/dev', 'zero')).toMatchObject({ trouble: NO_REGULAR });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
    onTestFinished(() => void server.close());
    expect(await measureFile(folder, 'socket')).toMatchObject({ trouble: NO_REGULAR });
    expect(await measureFile(folder, 'none')).toMatchObject({ trouble: 'no such file' });
  });
});

describe('a folder that a link leads to', () => {
  it('is verified, also as the last step of a path', async () => {
    const link = join(temporaryFolder(), 'reports');
    const above = temporaryFolder();
    mkdirSync(join(above, 'BR'));
    for (const name of ['SHA256SUMS', 'orders.csv'])
      writeFileSync(
        join(above, 'BR', name),
        name === 'orders.csv' ? CONTENT : `${sha256Of(CONTENT)}  orders.csv\n`,
      );
    symlinkSync(above, link);
    expect(await verifyFolder(link, undefined)).toMatchObject([{ subject: 'BR', state: 'ok' }]);
    expect(await verifyFolder(join(link, 'BR'), undefined)).toMatchObject([{ subject: '.', state: 'ok' }]);
    const version = folderOf('manifest.json');
    symlinkSync(version, join(above, 'latest'));
    expect(await verifyFolder(join(above, 'latest'), undefined)).toMatchObject([
      { subject: '.', state: 'ok' },
    ]);
    expect(await readManifest(join(above, 'latest'))).toMatchObject({ text: MANIFEST });
  });
});
