/** A template without {version}: files of the version before that the next one does not have. */
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { isEnough } from '../../cli/command.ts';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
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

onEngines('a version that replaces the one before', (engine) => {
  let store: Store;
  let published: { readonly folder: string; readonly out: string };
  beforeEach(async () => {
    store = await engine.emptied();
    published = await publishedStore(store);
  });

  /** Sends a version with two reports, and the next one, of Brazil alone, with one. */
  async function sendLess(
    place: Readonly<Record<string, unknown>>,
    template = '{date}-{region}-{report}.{format}',
  ) {
    const own = { name: 'share', template, ...place };
    const both = deliverySettings(published.out, [{ ...own, reports: ['orders', 'payments'] }]);
    expect(await shipAfter(store, both, 0)).toMatchObject([{ failed: [], waiting: [] }]);
    await restate(store, published);
    const one = deliverySettings(published.out, [{ ...own, reports: ['orders'] }]);
    const [shipped] = await shipAfter(store, one, 600);
    expect(shipped).toMatchObject({ failed: [], sent: [{ region: 'BR', version: 2 }] });
    return shipped!.sent[0]!;
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
  if (!isEnough(engine)) return;

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
});
