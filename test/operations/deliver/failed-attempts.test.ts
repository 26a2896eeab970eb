/** What attempts that failed have put at a place: the next one replaces or removes it, and nothing else. */
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyFolder } from '../../../src/books/verify/verify-folder.ts';
import type { Store } from '../../../src/database/store.ts';
import { makeSigningKey } from '../../../src/signing/signing-key.ts';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, restate, sha256sum, shipAfter } from './deliveries.ts';
import { filesOf, s3Error, s3Server, sftpServer } from './servers.ts';

type Input = Readonly<Record<string, unknown>>;

const OWN = { name: 'share', kind: 'folder', regions: ['BR'], reports: ['orders', 'payments'] };
const inFolder = (names: readonly string[]) => names.map((name) => `BR/${DATE}/${name}`);
const OF_MERCHANT = inFolder([
  ...['SHA256SUMS', `datapackage-BR-${DATE}-v1.json`, `orders-BR-${DATE}-v1.csv`],
  `payments-BR-${DATE}-v1.csv`,
]);

onEngines('a delivery whose attempt failed when its files were there', (engine) => {
  let store: Store;
  let published: { readonly folder: string; readonly out: string };
  beforeEach(async () => {
    store = await engine.emptied();
    published = await publishedStore(store);
  });
  const shipBy = async (seconds: number, delivery: Input, more: Input = {}) =>
    (await shipAfter(store, deliverySettings(published.out, [{ ...OWN, ...delivery }], more), seconds))[0]!;
  const purge = () =>
    store.session(({ db }) =>
      db.insertInto('purged_dates').values({ date: DATE, region: 'BR', entry: '1' }).execute(),
    );

  /** Makes an attempt fail at the list of checksums, which is sent after the files. */
  async function failLast(folder: string, delivery: Input, checksums: string, more: Input = {}) {
    const obstacle = join(folder, checksums);
    mkdirSync(obstacle, { recursive: true });
    expect(await shipBy(0, { folder, ...delivery }, more)).toMatchObject({ sent: [], failed: [{}] });
    rmdirSync(obstacle);
  }

  it('leaves a recipient who is limited to merchants nothing of all merchants', async () => {
    const folder = temporaryFolder();
    await failLast(folder, {}, `BR/${DATE}/SHA256SUMS`);
    expect(filesOf(folder).filter((path) => path.includes('manifest'))).toHaveLength(1);
    // Other bytes under the same names.
    expect(await shipBy(600, { folder, merchants: ['M0002'] })).toMatchObject({
      sent: [{ version: 1, remark: undefined }],
      failed: [],
    });
    expect(filesOf(folder)).toEqual(OF_MERCHANT);
    expect(readFileSync(join(folder, OF_MERCHANT[2]!), 'utf8')).not.toContain('M0001');
    expect(sha256sum(join(folder, 'BR', DATE)).said.match(/: OK/g)).toHaveLength(3);
  });

  it('leaves nothing where the corrected template puts nothing, and what others have put there stays', async () => {
    const folder = temporaryFolder();
    await failLast(
      folder,
      { template: 'wrong/{report}-{region}-{date}-v{version}.{format}' },
      'wrong/SHA256SUMS',
    );
    writeFileSync(join(folder, 'wrong/notes.csv'), 'not ours');
    expect(await shipBy(600, { folder, merchants: ['M0001'] })).toMatchObject({
      sent: [{ remark: undefined }],
    });
    expect(filesOf(folder)).toEqual([...OF_MERCHANT, 'wrong/notes.csv']);
  });

  it('leaves nothing of a version whose date was purged meanwhile, beside what was sent', async () => {
    const folder = temporaryFolder();
    const template = '{report}-{region}-{date}-v{version}.{format}';
    const all = { folder, template, merchants: ['M0001', 'M0002'], regions: ['EG'] };
    expect(await shipBy(0, all)).toMatchObject({ sent: [{ region: 'EG' }] });
    const sent = filesOf(folder);
    rmSync(join(folder, 'SHA256SUMS'));
    await failLast(folder, { ...all, regions: ['BR'] }, 'SHA256SUMS');
    expect(filesOf(folder).filter((path) => path.includes('BR'))).toHaveLength(3);
    await purge();
    expect(await shipBy(600, { ...all, regions: ['BR'] })).toMatchObject({
      sent: [],
      failed: [],
      waiting: [],
    });
    expect(filesOf(folder)).toEqual(sent);
    expect(sha256sum(folder).said.match(/: OK/g)).toHaveLength(3);
  });

  it('leaves nothing of a version that it does not take any more, once another one is sent', async () => {
    const folder = temporaryFolder();
    await failLast(folder, {}, `BR/${DATE}/SHA256SUMS`);
    expect(await shipBy(600, { folder, regions: ['EG'] })).toMatchObject({ sent: [{ region: 'EG' }] });
    expect(filesOf(folder).filter((path) => path.startsWith('BR'))).toEqual([]);
  });

  it('vouches for no file that an attempt has replaced, until all are sent', async () => {
    const folder = temporaryFolder();
    const own = { folder, template: '{date}-{region}-{report}.{format}' };
    expect(await shipBy(0, own)).toMatchObject({ sent: [{ region: 'BR' }] });
    await restate(store, published);
    const broken = join(published.out, DATE, 'BR/v2/payments.csv');
    const bytes = readFileSync(broken);
    rmSync(broken);
    expect(await shipBy(600, { ...own, regions: ['BR', 'EG'] })).toMatchObject({
      sent: [{ region: 'EG' }],
      failed: [{ region: 'BR', version: 2 }],
    });
    const { code, said } = sha256sum(folder);
    expect(code, said).toBe(0);
    expect(said).not.toContain('BR-orders.csv');
    expect(said).toContain('BR-payments.csv');
    writeFileSync(broken, bytes);
    expect(await shipBy(1200, own)).toMatchObject({ sent: [{ region: 'BR', version: 2 }], failed: [] });
    expect(sha256sum(folder).said.match(/: OK/g)).toHaveLength(8);
  });

  it('leaves what an earlier version has sent, where an attempt that failed may not have replaced it', async () => {
    const folder = temporaryFolder();
    const own = { folder, template: '{date}-{region}-{report}.{format}', merchants: ['M0001', 'M0002'] };
    expect(await shipBy(0, own)).toMatchObject({ sent: [{ region: 'BR' }] });
    const orders = join(folder, `${DATE}-BR-orders.csv`);
    const bytes = readFileSync(orders);
    await restate(store, published);
    rmSync(orders);
    // Nothing can take the place of a folder.
    mkdirSync(orders);
    expect(await shipBy(600, own)).toMatchObject({ failed: [{ region: 'BR', version: 2 }] });
    rmdirSync(orders);
    writeFileSync(orders, bytes);
    await purge();
    expect(await shipBy(1200, own)).toMatchObject({ failed: [], waiting: [] });
    expect(readFileSync(orders)).toEqual(bytes);
  });

  it('vouches for nothing of an attempt at another place, once the version is sent', async () => {
    const [first, second] = [temporaryFolder(), temporaryFolder()];
    const template = '{report}-{region}-{date}-v{version}.{format}';
    await failLast(first, { template }, 'SHA256SUMS');
    for (const path of filesOf(first)) rmSync(join(first, path));
    expect(await shipBy(600, { folder: second, template })).toMatchObject({ sent: [{ region: 'BR' }] });
    const both = { folder: first, template, regions: ['BR', 'EG'] };
    expect(await shipBy(1200, both)).toMatchObject({ sent: [{ region: 'EG' }] });
    const { code, said } = sha256sum(first);
    expect(code, said).toBe(0);
  });

  // What is sent depends on no engine.
  if (!engine.isEnough) return;

  it.each(['folder', 'sftp'])('leaves a file that stopped an attempt at a place of kind %s', async (kind) => {
    const server = kind === 'sftp' ? await sftpServer() : undefined;
    const folder = server?.folder ?? temporaryFolder();
    const { url, hostKey, privateKeyFile } = server ?? {};
    const place = server ? { kind, url, hostKeys: [hostKey], privateKeyFile } : { kind, folder };
    const foreign = `BR/${DATE}/payments-BR-${DATE}-v1.csv`;
    mkdirSync(join(folder, dirname(foreign)), { recursive: true });
    writeFileSync(join(folder, foreign), 'not ours');
    for (const seconds of [0, 600])
      expect((await shipBy(seconds, place)).failed[0]!.error).toContain('is there with other content');
    const template = '{region}/{report}-v{version}-{date}.{format}';
    expect(await shipBy(6000, { ...place, template })).toMatchObject({ sent: [{ remark: undefined }] });
    expect(filesOf(folder).filter((path) => path.includes(`${DATE}/`))).toEqual([foreign]);
    expect(readFileSync(join(folder, foreign), 'utf8')).toBe('not ours');
  });

  it('leaves a recipient of a bucket nothing of all merchants', async () => {
    const server = await s3Server();
    server.proxy.answer = ({ method, path }, response) =>
      method === 'PUT' && path.includes('SHA256SUMS') && s3Error(response, 403, 'AccessDenied');
    expect(await shipBy(0, server.settings)).toMatchObject({ sent: [], failed: [{}] });
    server.proxy.answer = () => false;
    expect(await shipBy(600, { ...server.settings, merchants: ['M0001'] })).toMatchObject({
      sent: [{ remark: undefined }],
    });
    expect(Object.keys(server.objects())).toEqual(OF_MERCHANT.map((path) => `recon/${path}`));
  });

  it('tries to remove again what it could not of a purged date', async () => {
    const server = await s3Server();
    const own = { ...server.settings, merchants: ['M0001'], template: '{region}/{report}-{date}.{format}' };
    const denied = (what: RegExp) => {
      server.proxy.answer = ({ method, path }, response) =>
        what.test(`${method} ${path}`) && s3Error(response, 403, 'AccessDenied');
    };
    denied(/^PUT .*SHA256SUMS/);
    expect(await shipBy(0, own)).toMatchObject({ failed: [{}] });
    await purge();
    denied(/^DELETE/);
    expect(await shipBy(600, own)).toMatchObject({ failed: [], waiting: [] });
    denied(/^$/);
    expect(await shipBy(1200, { ...own, regions: ['EG'] })).toMatchObject({
      sent: [{ region: 'EG', remark: undefined }],
    });
    expect(Object.keys(server.objects()).filter((key) => key.startsWith('recon/BR'))).toEqual([]);
  });

  describe('signed', () => {
    it('leaves no signature of another list, once nothing is signed any more', async () => {
      const folder = temporaryFolder();
      const privateKeyFile = join(published.folder, 'key.pem');
      await makeSigningKey(privateKeyFile);
      const template = '{report}/{region}-{date}.{format}';
      const signing = { signing: { privateKeyFile } };
      await failLast(folder, { template }, 'payments/SHA256SUMS', signing);
      expect(filesOf(folder)).toContain('orders/SHA256SUMS.sig');
      expect(await shipBy(600, { folder, template })).toMatchObject({ sent: [{ remark: undefined }] });
      expect(filesOf(folder).filter((path) => path.endsWith('.sig'))).toEqual([]);
      const deviations = (await verifyFolder(folder, undefined)).flatMap((one) => one.deviations);
      expect(deviations).toEqual([]);
    });
  });
});
