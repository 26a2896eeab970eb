/** Published files as people download them: byte by byte, or a fault that says what was changed. */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { DownloadSource } from '../../../src/books/download/download.ts';
import { publishedVersion } from '../../../src/books/download/published-version.ts';
import { reportDownload } from '../../../src/books/download/report-download.ts';
import { versionArchive } from '../../../src/books/download/version-archive.ts';
import { purge } from '../../../src/books/periods/purge.ts';
import type { Store } from '../../../src/database/store.ts';
import { STANDARD } from '../../../src/export/profile.ts';
import { DATE, EVIDENCE, feed, instant, publish, SETTINGS } from '../../export/books.ts';
import { readZip } from '../../export/workbook/read-zip.ts';
import { onEngines } from '../../support/engines.ts';
import { PLAIN_REPORTS } from '../../support/plain-reports.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bytesOf, reportNamed, sourceOf } from './downloads.ts';

const WANTED = { report: reportNamed('orders'), form: STANDARD, region: 'BR', date: DATE };
const WHERE = `${DATE}/BR/v1`;

onEngines('a published version', (engine) => {
  let store: Store;
  let source: DownloadSource;
  let folder: string;
  let orders: string;
  beforeEach(async () => {
    store = await engine.emptied();
    const base = temporaryFolder();
    await feed(store, join(base, 'logs/day.ndjson'), EVIDENCE);
    await publish(store, join(base, 'reports'));
    source = sourceOf(store, join(base, 'reports'));
    folder = join(base, 'reports', DATE, 'BR/v1');
    orders = join(folder, 'orders.csv');
  });
  const change = (set: object) =>
    store.session(async ({ db }) => {
      await db.updateTable('versions').set(set).execute();
    });
  const filesOf = () =>
    store.session((session) => publishedVersion(session, source.settings.out, { region: 'BR', date: DATE }));

  it('is downloaded byte by byte, with its length, and a name that says what it is', async () => {
    for (const report of PLAIN_REPORTS) {
      const download = await reportDownload(source, { ...WANTED, report });
      const bytes = await bytesOf(download);
      expect(bytes.equals(readFileSync(join(folder, `${report.name}.csv`))), report.name).toBe(true);
      expect(download).toMatchObject({
        fileName: `${report.name}-BR-${DATE}-v1.csv`,
        mediaType: 'text/csv; charset=utf-8',
        bytes: bytes.length,
      });
    }
  });

  it('is listed as its manifest lists it', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const { files } = await filesOf();
    expect(files.map(({ name, rows, bytes, sha256 }) => ({ name, rows, bytes, sha256 }))).toEqual(
      manifest.files,
    );
    expect(files.map(({ report }) => report).sort()).toEqual(PLAIN_REPORTS.map(({ name }) => name).sort());
  });

  it('is not there if no such version was published', async () => {
    for (const wanted of [{ date: '2026-11-18' }, { version: 2 }, { region: 'MX' }]) {
      await expect(reportDownload(source, { ...WANTED, ...wanted })).rejects.toMatchObject({
        code: 'NOTHING_REPORTED',
      });
    }
  });

  it.each([
    ['a file of another length', () => appendFileSync(orders, 'x')],
    ['a file that was cut', () => truncateSync(orders, 10)],
    ['a removed file', () => rmSync(orders)],
    ['a link to a file with the same bytes', () => linked(orders)],
    ['a folder in place of the file', () => remade(orders)],
    ['no folder', () => renameSync(folder, `${folder}-aside`)],
    ['no manifest', () => rmSync(join(folder, 'manifest.json'))],
    ['a manifest that is cut', () => truncateSync(join(folder, 'manifest.json'), 100)],
    ['a manifest with another digest', () => edited(folder, (file) => ({ ...file, sha256: 'f'.repeat(64) }))],
    ['a manifest with another name', () => edited(folder, (file) => ({ ...file, name: 'other.csv' }))],
    ['a manifest with a path', () => edited(folder, (file) => ({ ...file, name: '../v1/orders.csv' }))],
    ['a manifest of another version', () => editedFields(folder, { version: 7 })],
    ['a manifest of another region', () => editedFields(folder, { region: 'EG' })],
  ])('is refused before its first byte: %s', async (_what, tamper) => {
    tamper();
    const refused = expect(reportDownload(source, WANTED)).rejects;
    await refused.toMatchObject({ code: 'FILE_CHANGED', detail: { where: expect.stringContaining(WHERE) } });
    await refused.toMatchObject({ detail: { remedy: expect.stringContaining(`verify --date ${DATE}`) } });
  });

  it('is never given as a whole if a byte was changed, whether before or after it was offered', async () => {
    const offered = await reportDownload(source, WANTED);
    await bytesOf(offered);
    const bytes = readFileSync(orders);
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(orders, bytes);
    for (const download of [offered, await reportDownload(source, WANTED)]) {
      const given: Buffer[] = [];
      const reading = (async () => {
        for await (const block of download.stream()) given.push(block);
      })();
      await expect(reading).rejects.toMatchObject({ code: 'FILE_CHANGED' });
      expect(Buffer.concat(given).length).toBeLessThan(download.bytes!);
    }
  });

  it('is refused if its folder was replaced between the offer and the transfer', async () => {
    const offered = await reportDownload(source, WANTED);
    linked(orders);
    await expect(bytesOf(offered)).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      detail: { found: 'a link in its place' },
    });
  });

  it('is written again by a run if its folder is missing, as the fault says', async () => {
    rmSync(folder, { recursive: true });
    await expect(reportDownload(source, WANTED)).rejects.toMatchObject({
      detail: { where: WHERE, remedy: expect.stringContaining(`reconcile --date ${DATE}`) },
    });
    await publish(store, source.settings.out);
    expect(await bytesOf(await reportDownload(source, WANTED))).toEqual(readFileSync(orders));
  });

  it('is checked by the digest of its facts if it is from before the digest of its files was kept', async () => {
    await change({ files_sha256: null });
    expect((await filesOf()).files.length).toBe(PLAIN_REPORTS.length);
    edited(folder, (file) =>
      (file as { name: string }).name === 'orders.csv' ? { ...file, sha256: 'f'.repeat(64) } : file,
    );
    await expect(filesOf()).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  });

  it('is checked by the digest of its manifest if it was adopted', async () => {
    await change({ adopted_entry: '1', manifest_sha256: 'f'.repeat(64) });
    await expect(filesOf()).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      detail: { where: `${WHERE}/manifest.json`, remedy: expect.stringContaining('adopted') },
    });
  });

  it('is given as it is if its data was purged, and in no other form', async () => {
    const before = await bytesOf(await reportDownload(source, WANTED));
    await purgeAll(store);
    expect((await bytesOf(await reportDownload(source, WANTED))).equals(before)).toBe(true);
    const archive = readZip(await bytesOf(await versionArchive(source, WANTED)));
    expect(archive.get('orders.csv')!.equals(before)).toBe(true);
    const excel = { ...WANTED, form: { profile: 'excel-br', format: 'csv' } as const };
    await expect(reportDownload(source, excel)).rejects.toMatchObject({ code: 'VERSION_PURGED' });
    const limited = { ...WANTED, merchants: ['M0001'] };
    await expect(reportDownload(source, limited)).rejects.toMatchObject({ code: 'VERSION_PURGED' });
    await expect(versionArchive(source, limited)).rejects.toMatchObject({ code: 'VERSION_PURGED' });
    rmSync(folder, { recursive: true });
    await expect(reportDownload(source, WANTED)).rejects.toMatchObject({ code: 'VERSION_PURGED' });
  });

  it('is one ZIP with its manifest, byte by byte; a changed file or manifest breaks it', async () => {
    const download = await versionArchive(source, { region: 'BR', date: DATE });
    expect(download).toMatchObject({
      fileName: `payin-recon-BR-${DATE}-v1.zip`,
      mediaType: 'application/zip',
    });
    const entries = readZip(await bytesOf(download));
    expect([...entries.keys()].sort()).toEqual(
      [...PLAIN_REPORTS.map(({ name }) => `${name}.csv`), 'datapackage.json', 'manifest.json'].sort(),
    );
    for (const [name, content] of entries)
      expect(content.equals(readFileSync(join(folder, name))), name).toBe(true);
    const bytes = readFileSync(orders);
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(orders, bytes);
    await expect(bytesOf(download)).rejects.toMatchObject({ code: 'FILE_CHANGED' });
    editedFields(folder, { settings_sha256: 'f'.repeat(64) });
    await expect(versionArchive(source, { region: 'BR', date: DATE })).rejects.toMatchObject({
      code: 'FILE_CHANGED',
      detail: { where: `${WHERE}/manifest.json` },
    });
  });
});

function linked(path: string): void {
  copyFileSync(path, `${path}.copy`);
  rmSync(path);
  symlinkSync(`${path}.copy`, path);
}

function remade(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function edited(folder: string, change: (file: object) => object): void {
  const path = join(folder, 'manifest.json');
  const { files } = JSON.parse(readFileSync(path, 'utf8'));
  editedFields(folder, { files: files.map(change) });
}

function editedFields(folder: string, fields: object): void {
  const path = join(folder, 'manifest.json');
  const manifest = { ...JSON.parse(readFileSync(path, 'utf8')), ...fields };
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

async function purgeAll(store: Store): Promise<void> {
  await purge(store, SETTINGS, {
    limit: { before: '2027-01-01' },
    at: instant('2027-06-01T12:00:00Z'),
    who: 'test',
    reason: 'test',
  });
}
