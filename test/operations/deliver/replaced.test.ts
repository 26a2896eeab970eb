/** A template without {version}: files of the version before that the next one does not have. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyFolder } from '../../../src/books/verify/verify-folder.ts';
import type { Store } from '../../../src/database/store.ts';
import { makeSigningKey } from '../../../src/signing/signing-key.ts';
import { fingerprintOf, type PublicKey } from '../../../src/signing/ssh-signature.ts';
import { DATE, feed, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, restate, sha256sum, shipAfter } from './deliveries.ts';
import { filesOf, s3Error, s3Server, sftpServer } from './servers.ts';

const LEFT = [
  'SHA256SUMS',
  ...['datapackage.json', 'manifest.json', 'orders.csv'].map((name) => `${DATE}-BR-${name}`),
];
const OF_EGYPT = ['datapackage.json', 'manifest.json', 'orders.csv', 'payments.csv'].map(
  (name) => `${DATE}-EG-${name}`,
);

type Input = Readonly<Record<string, unknown>>;

onEngines('a version that replaces the one before', (engine) => {
  let store: Store;
  let published: { readonly folder: string; readonly out: string };
  beforeEach(async () => {
    store = await engine.emptied();
    published = await publishedStore(store);
  });

  /** Sends a version by one setting of a delivery, and the next one, of Brazil alone, by another. */
  async function sendThen(before: Input, after: Input, more: Input = {}, moreAfter = more) {
    const own = { name: 'share', kind: 'folder' };
    const first = deliverySettings(published.out, [{ ...own, ...before }], more);
    expect(await shipAfter(store, first, 0)).toMatchObject([{ failed: [], waiting: [] }]);
    await restate(store, published);
    const next = deliverySettings(published.out, [{ ...own, ...after }], moreAfter);
    const [shipped] = await shipAfter(store, next, 600);
    expect(shipped).toMatchObject({ failed: [], sent: [{ region: 'BR', version: 2 }] });
    return shipped!.sent[0]!;
  }

  /** Sends a version with two reports, and the next one, of Brazil alone, with one. */
  function sendLess(place: Input, template = '{date}-{region}-{report}.{format}') {
    const own = { template, ...place };
    return sendThen({ ...own, reports: ['orders', 'payments'] }, { ...own, reports: ['orders'] });
  }

  it('leaves none of its files in a folder', async () => {
    const folder = temporaryFolder();
    expect((await sendLess({ kind: 'folder', folder })).remark).toBeUndefined();
    expect(filesOf(folder)).toEqual([...LEFT, ...OF_EGYPT].sort());
    const { code, said } = sha256sum(folder);
    expect(code, said).toBe(0);
    expect(said.match(/: OK/g)).toHaveLength(7);
  });

  it('leaves none of its files in a folder of their own, and no checksums of nothing', async () => {
    const folder = temporaryFolder();
    await sendLess({ kind: 'folder', folder }, '{region}/{report}/{date}.{format}');
    expect(filesOf(folder).filter((path) => path.startsWith('BR/'))).toEqual([
      'BR/SHA256SUMS',
      `BR/datapackage-${DATE}.json`,
      `BR/manifest/${DATE}.json`,
      'BR/manifest/SHA256SUMS',
      `BR/orders/${DATE}.csv`,
      'BR/orders/SHA256SUMS',
    ]);
    expect(filesOf(folder)).toContain(`EG/payments/${DATE}.csv`);
  });

  // What is sent depends on no engine.
  if (!engine.isEnough) return;

  it('leaves no file of a format that is not taken any more in a folder of its own', async () => {
    const folder = temporaryFolder();
    const own = { folder, template: '{region}/{format}/{report}-{date}.{format}', reports: ['orders'] };
    await sendThen({ ...own, formats: ['csv', 'xlsx'] }, own);
    expect(filesOf(folder).filter((path) => path.startsWith('BR/'))).toEqual([
      'BR/SHA256SUMS',
      `BR/csv/SHA256SUMS`,
      `BR/csv/orders-${DATE}.csv`,
      `BR/json-datapackage-${DATE}.json`,
      `BR/json/SHA256SUMS`,
      `BR/json/manifest-${DATE}.json`,
    ]);
    expect(filesOf(folder)).toContain(`EG/xlsx/orders-${DATE}.xlsx`);
  });

  it('leaves no manifest, which has totals of all merchants, once it is of some', async () => {
    const folder = temporaryFolder();
    const own = { folder, template: '{region}/{report}/{date}.{format}', reports: ['orders'] };
    await sendThen(own, { ...own, merchants: ['M0001'] });
    expect(filesOf(folder).filter((path) => path.startsWith('BR/'))).toEqual([
      'BR/SHA256SUMS',
      `BR/datapackage-${DATE}.json`,
      `BR/orders/${DATE}.csv`,
      'BR/orders/SHA256SUMS',
    ]);
    expect(filesOf(folder)).toContain(`EG/manifest/${DATE}.json`);
  });

  it('leaves other files in these folders, and those of a template that kept versions', async () => {
    const folder = temporaryFolder();
    const foreign = ['BR/xlsx/notes.xlsx', `BR/json/manifest-${DATE}.txt`];
    const own = { folder, reports: ['orders'] };
    const template = '{region}/{format}/{report}-{date}.{format}';
    const archived = 'kept/{format}/{date}-{region}-{report}-v{version}.{format}';
    for (const path of foreign) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), 'not ours');
    }
    await sendThen({ ...own, template: archived, formats: ['csv', 'xlsx'] }, { ...own, template });
    for (const path of foreign) expect(readFileSync(join(folder, path), 'utf8')).toBe('not ours');
    const kept = ['csv/', 'json/', 'xlsx/'].map((start) =>
      expect.stringContaining(`kept/${start}${DATE}-BR-`),
    );
    expect(filesOf(folder)).toEqual(expect.arrayContaining(kept));
    expect(sha256sum(join(folder, 'kept/xlsx')).code).toBe(0);
  });

  it('leaves none of its files on an SFTP server', async () => {
    const server = await sftpServer();
    const { url, hostKey, privateKeyFile } = server;
    await sendLess({ kind: 'sftp', url, hostKeys: [hostKey], privateKeyFile });
    expect(filesOf(server.folder)).toEqual([...LEFT, ...OF_EGYPT].sort());
    expect(sha256sum(server.folder).code).toBe(0);
  });

  it('leaves none of its files in a bucket', async () => {
    const server = await s3Server();
    await sendLess(server.settings);
    expect(Object.keys(server.objects())).toEqual([...LEFT, ...OF_EGYPT].sort().map((one) => `recon/${one}`));
  });

  it('is sent although they cannot be removed, names them, and vouches for none', async () => {
    const server = await s3Server();
    server.proxy.answer = ({ method }, response) =>
      method === 'DELETE' && s3Error(response, 403, 'AccessDenied');
    const { remark } = await sendLess(server.settings);
    expect(remark).toMatch(
      new RegExp(`still there.*: ${DATE}-BR-payments\\.csv \\(.*AccessDenied \\(HTTP 403\\)\\)$`),
    );
    const sums = String(server.objects()[join('recon', 'SHA256SUMS')]);
    expect(sums).not.toContain('BR-payments');
    expect(sums).toContain('EG-payments');
  });

  it('names what cannot be removed of another folder by its path, and vouches for none of it', async () => {
    const server = await s3Server();
    server.proxy.answer = ({ method }, response) =>
      method === 'DELETE' && s3Error(response, 403, 'AccessDenied');
    const { remark } = await sendLess(server.settings, '{region}/{report}/{date}.{format}');
    expect(remark).toContain(`: BR/payments/${DATE}.csv, BR/payments/SHA256SUMS`);
    expect(String(server.objects()['recon/BR/payments/SHA256SUMS'])).toBe('');
  });

  describe('signed', () => {
    const template = '{region}/{report}/{date}.{format}';
    let key: PublicKey;
    let signing: Input;
    beforeEach(async () => {
      const privateKeyFile = join(published.folder, 'key.pem');
      key = await makeSigningKey(privateKeyFile);
      signing = { signing: { privateKeyFile } };
    });
    const states = async (folder: string) =>
      (await verifyFolder(folder, key)).map(({ subject, state }) => `${subject} ${state}`);

    it('leaves no signature of a folder that it emptied, and those of others are right', async () => {
      const folder = temporaryFolder();
      const own = { folder, template, reports: ['orders'] };
      await sendThen({ ...own, reports: ['orders', 'payments'] }, { ...own, merchants: ['M0001'] }, signing);
      expect(filesOf(folder).filter((path) => path.startsWith('BR/'))).toEqual([
        ...['BR/SHA256SUMS', 'BR/SHA256SUMS.sig', `BR/datapackage-${DATE}.json`],
        ...[`BR/orders/${DATE}.csv`, 'BR/orders/SHA256SUMS', 'BR/orders/SHA256SUMS.sig'],
      ]);
      const egypt = ['EG', 'EG/manifest', 'EG/orders', 'EG/payments'];
      expect(await states(folder)).toEqual(['BR', 'BR/orders', ...egypt].map((one) => `${one} ok`));
    });

    it('leaves no signature of checksums that are not signed any more', async () => {
      const folder = temporaryFolder();
      const own = { folder, template, reports: ['orders'] };
      await sendThen(own, own, signing, {});
      expect(filesOf(folder).filter((path) => /^BR.*\.sig$/.test(path))).toEqual([]);
      const unsigned = await verifyFolder(folder, undefined);
      expect(unsigned.flatMap(({ deviations }) => deviations)).toEqual([]);
      expect(filesOf(folder)).toContain('EG/orders/SHA256SUMS.sig');
    });

    it('leaves no signature of checksums that an earlier program sent without noting it', async () => {
      const folder = temporaryFolder();
      const settings = (more: Input) =>
        deliverySettings(published.out, [{ name: 'share', kind: 'folder', folder, template }], more);
      await shipAfter(store, settings(signing), 0);
      await store.session(({ db }) =>
        db.deleteFrom('delivered_files').where('name', '=', 'SHA256SUMS.sig').execute(),
      );
      await restate(store, published);
      const [shipped] = await shipAfter(store, settings({}), 600);
      expect(shipped!.sent).toMatchObject([{ region: 'BR', remark: undefined }]);
      expect(filesOf(folder).filter((path) => /^BR.*\.sig$/.test(path))).toEqual([]);
    });

    it('removes a signature that could not be removed with the next version', async () => {
      const server = await s3Server();
      const settings = (more: Input) =>
        deliverySettings(
          published.out,
          [{ name: 'share', ...server.settings, template: '{date}-{region}-{report}.{format}' }],
          more,
        );
      const sums = () => Object.keys(server.objects()).filter((name) => name.endsWith('SHA256SUMS.sig'));
      await shipAfter(store, settings(signing), 0);
      await restate(store, published);
      // Only the noted signature of the list is left to tell that it was signed.
      await store.session(({ db }) =>
        db.deleteFrom('delivered_files').where('name', 'like', '%manifest.json.sig').execute(),
      );
      server.proxy.answer = ({ method }, response) =>
        method === 'DELETE' && s3Error(response, 403, 'AccessDenied');
      const [denied] = await shipAfter(store, settings({}), 600);
      expect(denied!.sent[0]!.remark).toContain('SHA256SUMS.sig');
      expect(sums()).toHaveLength(1);
      server.proxy.answer = () => false;
      const more = callbackLine({ orderNo: 'ORDER00008', tradeNo: 'T8' });
      await feed(store, join(published.folder, 'logs/c.ndjson'), [more], '2026-11-20T15:30:00Z');
      await publish(store, published.out, '2026-11-20T16:00:00Z');
      const [allowed] = await shipAfter(store, settings({}), 1200);
      expect(allowed!.sent).toMatchObject([{ version: 3, remark: undefined }]);
      expect(sums()).toEqual([]);
    });

    it('vouches for none of what cannot be removed', async () => {
      const server = await s3Server();
      server.proxy.answer = ({ method }, response) =>
        method === 'DELETE' && s3Error(response, 403, 'AccessDenied');
      const own = { ...server.settings, template };
      await sendThen({ ...own, reports: ['orders', 'payments'] }, { ...own, reports: ['orders'] }, signing);
      const received = temporaryFolder();
      for (const [path, content] of Object.entries(server.objects())) {
        mkdirSync(join(received, path, '..'), { recursive: true });
        writeFileSync(join(received, path), content);
      }
      const results = await verifyFolder(join(received, 'recon'), key);
      expect(results.find(({ subject }) => subject === 'BR/payments')!.found).toBe(
        `0 files by SHA256SUMS; signed by ${fingerprintOf(key)}`,
      );
      expect(results.flatMap(({ deviations }) => deviations)).toMatchObject([
        { where: `BR/payments/${DATE}.csv`, what: 'a file too many' },
      ]);
    });
  });
});
