/** Each kind of place, with a real server of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { mailReceiver } from '../../alerts/receivers.ts';
import { DATE } from '../../export/books.ts';
import { datapackageMistakes } from '../../export/datapackage/mistakes.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, restate, sha256sum, shipAfter } from './deliveries.ts';
import { filesOf, s3Server, sftpServer } from './servers.ts';

const REPORTS = ['orders', 'payments'];

onEngines('a delivery', (engine) => {
  let store: Store;
  let published: { readonly folder: string; readonly out: string };
  beforeEach(async () => {
    store = await engine.emptied();
    published = await publishedStore(store);
  });
  const source = (region: string, version: number, name: string) =>
    readFileSync(join(published.out, DATE, region, `v${version}`, name));

  const BR_FILES = (version: number) => [
    `BR/${DATE}/datapackage-BR-${DATE}-v${version}.json`,
    `BR/${DATE}/manifest-BR-${DATE}-v${version}.json`,
    `BR/${DATE}/orders-BR-${DATE}-v${version}.csv`,
    `BR/${DATE}/payments-BR-${DATE}-v${version}.csv`,
  ];

  it('puts each version into a folder once, with checksums that sha256sum accepts', async () => {
    const place = temporaryFolder();
    const settings = deliverySettings(published.out, [
      { name: 'share', kind: 'folder', folder: place, reports: REPORTS, regions: ['BR'] },
    ]);
    const [first] = await shipAfter(store, settings, 0);
    expect(first).toMatchObject({
      ...{ name: 'share', failed: [], waiting: [], isBusy: false },
      sent: [{ date: DATE, region: 'BR', version: 1, files: 4 }],
    });
    expect(filesOf(place)).toEqual([`BR/${DATE}/SHA256SUMS`, ...BR_FILES(1)]);
    expect(readFileSync(join(place, BR_FILES(1)[2]!))).toEqual(source('BR', 1, 'orders.csv'));
    expect(readFileSync(join(place, BR_FILES(1)[1]!))).toEqual(source('BR', 1, 'manifest.json'));
    expect(await shipAfter(store, settings, 600)).toMatchObject([{ sent: [], failed: [], waiting: [] }]);

    await restate(store, published);
    expect(await shipAfter(store, settings, 1200)).toMatchObject([{ sent: [{ version: 2 }] }]);
    expect(filesOf(place)).toEqual([`BR/${DATE}/SHA256SUMS`, ...[...BR_FILES(1), ...BR_FILES(2)].sort()]);
    const { code, said } = sha256sum(join(place, 'BR', DATE));
    expect(code, said).toBe(0);
    expect(said.match(/: OK/g)).toHaveLength(8);
  });

  it('replaces files where the template has no {version}, and never by an older one', async () => {
    const place = temporaryFolder();
    const template = '{date}/{region}-{report}.{format}';
    const own = {
      name: 'share',
      kind: 'folder',
      folder: place,
      reports: ['orders'],
      regions: ['BR'],
      template,
    };
    const settings = deliverySettings(published.out, [own]);
    await shipAfter(store, settings, 0);
    await restate(store, published);
    await shipAfter(store, settings, 600);
    expect(filesOf(place)).toEqual([
      `${DATE}/BR-datapackage.json`,
      `${DATE}/BR-manifest.json`,
      `${DATE}/BR-orders.csv`,
      `${DATE}/SHA256SUMS`,
    ]);
    expect(readFileSync(join(place, DATE, 'BR-orders.csv'))).toEqual(source('BR', 2, 'orders.csv'));
    expect(sha256sum(join(place, DATE)).code).toBe(0);
    const late = deliverySettings(published.out, [{ ...own, name: 'late', folder: temporaryFolder() }]);
    expect(await shipAfter(store, late, 600)).toMatchObject([{ sent: [{ version: 2 }], waiting: [] }]);
  });

  it('sends the rows of its merchants alone, and no manifest, which has totals of all', async () => {
    const place = temporaryFolder();
    const settings = deliverySettings(published.out, [
      { name: 'm', kind: 'folder', folder: place, merchants: ['M0002'], formats: ['csv', 'xlsx'] },
    ]);
    expect(await shipAfter(store, settings, 0)).toMatchObject([{ failed: [] }]);
    const files = filesOf(place);
    expect(files.filter((path) => path.includes('manifest'))).toEqual([]);
    expect(files.some((path) => path.endsWith('.xlsx'))).toBe(true);
    const csvs = files
      .filter((path) => path.endsWith('.csv'))
      .map((path) => readFileSync(join(place, path), 'utf8'));
    expect(csvs.join('')).toContain('ORDER00003');
    expect(csvs.join('')).not.toContain('ORDER00001');
    expect(csvs.join('')).not.toContain('M0001');
  });

  it.each([
    [undefined, `BR/${DATE}`, `datapackage-BR-${DATE}-v1.json`],
    ['{report}/{region}/{date}.{format}', '', `datapackage-BR-${DATE}.json`],
    ['{region}/{format}/{date} {report}.{format}', 'BR', `json-${DATE} datapackage.json`],
  ])('has a Data Package that describes its files where they are: %s', async (template, folder, name) => {
    const place = temporaryFolder();
    const own = { name: 'x', kind: 'folder', folder: place, regions: ['BR'], formats: ['csv', 'parquet'] };
    const reports = ['orphan-callbacks', 'orders'];
    const settings = deliverySettings(published.out, [
      { ...own, reports, template, merchants: ['M0001'] },
      { ...own, name: 'y', folder: temporaryFolder(), reports: ['orphan-callbacks'], formats: ['csv'] },
    ]);
    const [, other] = await shipAfter(store, settings, 0);
    const described = JSON.parse(readFileSync(join(place, folder, name), 'utf8'));
    expect(datapackageMistakes(described)).toEqual([]);
    expect(described.description).toMatch(/ Digests are in SHA256SUMS\.$/);
    expect(described.resources.map((one: { name: string }) => one.name)).toEqual([
      ...['orders-csv', 'orphan-callbacks-csv', 'orders-parquet', 'orphan-callbacks-parquet'],
    ]);
    for (const { path, format } of described.resources) {
      expect(existsSync(join(place, folder, path)), path).toBe(true);
      expect(path.endsWith(`.${format}`), path).toBe(true);
    }
    expect(described.resources[1].schema.foreignKeys[0].reference.resource).toBe('orders-csv');
    // A key into a report that is not sent is left out.
    expect(other!.sent).toHaveLength(1);
    const alone = settings.deliveries[1]!.folder!;
    const text = readFileSync(join(alone, `BR/${DATE}/datapackage-BR-${DATE}-v1.json`), 'utf8');
    expect(JSON.parse(text).resources).toMatchObject([{ name: 'orphan-callbacks' }]);
    expect(text).not.toContain('foreignKeys');
  });

  it('in another form than the published one is made from the store', async () => {
    const place = temporaryFolder();
    const settings = deliverySettings(published.out, [
      { name: 'x', kind: 'folder', folder: place, reports: ['orders'], regions: ['BR'], profile: 'excel-br' },
    ]);
    await shipAfter(store, settings, 0);
    const text = readFileSync(join(place, `BR/${DATE}/orders-BR-${DATE}-v1.csv`), 'utf8');
    expect(text).toContain(';');
    expect(text).not.toEqual(source('BR', 1, 'orders.csv').toString('utf8'));
    expect(sha256sum(join(place, 'BR', DATE)).code).toBe(0);
  });

  // What is sent depends on no engine.
  if (!engine.isEnough) return;

  it('goes to an SFTP server whose host key is pinned', async () => {
    const server = await sftpServer();
    const own = { name: 'bank', kind: 'sftp', url: server.url, hostKeys: [server.hostKey], reports: REPORTS };
    const settings = deliverySettings(published.out, [
      { ...own, privateKeyFile: server.privateKeyFile, regions: ['BR'] },
    ]);
    const [first] = await shipAfter(store, settings, 0);
    expect(first!.failed).toEqual([]);
    expect(filesOf(server.folder)).toEqual([`BR/${DATE}/SHA256SUMS`, ...BR_FILES(1)]);
    expect(readFileSync(join(server.folder, BR_FILES(1)[2]!))).toEqual(source('BR', 1, 'orders.csv'));
    await restate(store, published);
    await shipAfter(store, settings, 600);
    const { code, said } = sha256sum(join(server.folder, 'BR', DATE));
    expect(code, said).toBe(0);
    expect(said.match(/: OK/g)).toHaveLength(8);
  });

  it('goes to an SFTP server by a password, of a file or of the address, and not by a wrong one', async () => {
    const password = 'pass:wörd @1';
    const server = await sftpServer({ password });
    const passwordFile = join(temporaryFolder(), 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    const own = { kind: 'sftp', hostKeys: [server.hostKey], reports: ['orders'], regions: ['BR'] };
    const at = (folder: string, login = '') => `${server.url.replace('@', `${login}@`)}/${folder}`;
    const settings = deliverySettings(published.out, [
      { ...own, name: 'file', url: at('a'), passwordFile },
      { ...own, name: 'address', url: at('b', `:${encodeURIComponent(password)}`) },
      { ...own, name: 'wrong', url: at('c', ':guess') },
    ]);
    const [file, address, wrong] = await shipAfter(store, settings, 0);
    expect([file, address]).toMatchObject([
      { failed: [], sent: [{ version: 1 }] },
      { failed: [], sent: [{ version: 1 }] },
    ]);
    expect(sha256sum(join(server.folder, 'a/BR', DATE)).code).toBe(0);
    expect(sha256sum(join(server.folder, 'b/BR', DATE)).code).toBe(0);
    expect(wrong!.failed.map(({ error }) => error)).toEqual([
      `127.0.0.1:${server.port}: cannot connect: the server accepts neither the key nor the password`,
    ]);
    expect(filesOf(server.folder).filter((path) => path.startsWith('c/'))).toEqual([]);
  });

  it('goes to a server with the interface of S3, encrypted there if the settings say so', async () => {
    const server = await s3Server();
    const own = {
      name: 'archive',
      ...server.settings,
      reports: REPORTS,
      regions: ['BR'],
      encryption: 'AES256',
    };
    const settings = deliverySettings(published.out, [own]);
    const [first] = await shipAfter(store, settings, 0);
    expect(first!.failed).toEqual([]);
    const objects = server.objects();
    expect(Object.keys(objects)).toEqual(
      [`BR/${DATE}/SHA256SUMS`, ...BR_FILES(1)].map((path) => `recon/${path}`),
    );
    expect(objects[`recon/${BR_FILES(1)[2]!}`]).toEqual(source('BR', 1, 'orders.csv'));
    const puts = server.calls.filter(({ method }) => method === 'PUT');
    expect(puts).toHaveLength(5);
    for (const { headers } of puts) {
      expect(headers['x-amz-server-side-encryption']).toBe('AES256');
      expect(headers['x-amz-checksum-sha256']).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    }
  });

  describe('by mail', () => {
    it('has the files of a version attached, with their checksums, in the language of alerts', async () => {
      const { mails, url } = await mailReceiver();
      const own = {
        name: 'm',
        kind: 'email',
        url,
        from: 'Recon <recon@shop.example>',
        to: ['a@shop.example'],
      };
      const settings = deliverySettings(published.out, [{ ...own, reports: REPORTS, regions: ['BR'] }], {
        alerts: { language: 'pt' },
      });
      expect(await shipAfter(store, settings, 0)).toMatchObject([{ failed: [], sent: [{ version: 1 }] }]);
      const [mail] = mails;
      expect(mail!.subject).toBe(`Relatórios de BR de ${DATE}, versão 1`);
      expect(mail!.messageId).toMatch(/^<[0-9a-f]{32}@shop\.example>$/);
      expect(mail!.attachments.map(({ filename }) => filename)).toEqual([
        `orders-BR-${DATE}-v1.csv`,
        `payments-BR-${DATE}-v1.csv`,
        `datapackage-BR-${DATE}-v1.json`,
        `manifest-BR-${DATE}-v1.json`,
        'SHA256SUMS',
      ]);
      expect(mail!.attachments[0]!.content).toEqual(source('BR', 1, 'orders.csv'));
      await shipAfter(store, settings, 600);
      expect(mails).toHaveLength(1);
    });

    it('waits where the attachments are too large for the settings', async () => {
      const { mails, url } = await mailReceiver();
      const own = { name: 'm', kind: 'email', url, from: 'recon@shop.example', to: ['a@shop.example'] };
      const settings = deliverySettings(published.out, [{ ...own, regions: ['BR'], maxBytes: 100 }]);
      const [one] = await shipAfter(store, settings, 0);
      expect(one!.failed).toMatchObject([
        { error: 'the attachments have more than 100 bytes (maxBytes): take fewer reports, or raise it' },
      ]);
      expect(one!.waiting).toMatchObject([{ attempts: 1 }]);
      expect(mails).toEqual([]);
    });
  });
});
