/** Servers that refuse, break or change: each a clear error, kept in the list, and nothing lost. */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Undelivered } from '../../../src/alerts/undelivered.ts';
import type { Store } from '../../../src/database/store.ts';
import { failedTexts } from '../../../src/operations/deliver/ship-text.ts';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { freePort } from '../../support/free-port.ts';
import { asOrdinaryUser } from '../../support/ordinary-user.ts';
import { mayMount, smallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, sha256sum, shipAfter } from './deliveries.ts';
import { blocks, placeOf } from './opened-place.ts';
import { cuttingProxy, filesOf, sftpServer } from './servers.ts';

onEngines('the list of a delivery', (engine) => {
  let store: Store;
  let out: string;
  beforeEach(async () => {
    store = await engine.emptied();
    ({ out } = await publishedStore(store));
  });

  it('keeps what could not be sent, tries it after longer and longer waits, and then sends it', async () => {
    const place = join(temporaryFolder(), 'share');
    const settings = deliverySettings(out, [
      { name: 'share', kind: 'folder', folder: place, regions: ['BR'] },
    ]);
    const waits: number[] = [];
    let at = 0;
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const [one] = await shipAfter(store, settings, at);
      expect(one!.failed).toMatchObject([
        { date: DATE, region: 'BR', version: 1, error: `${place}: no such folder; it may not be mounted` },
      ]);
      expect(one!.waiting).toMatchObject([{ attempts: attempt }]);
      expect(failedTexts([one!])).toHaveLength(1);
      waits.push(one!.failed[0]!.retrySeconds);
      const [early] = await shipAfter(store, settings, at + waits.at(-1)! - 1);
      expect(early).toMatchObject({ sent: [], failed: [], waiting: [{ attempts: attempt }] });
      at += waits.at(-1)!;
    }
    expect(waits).toEqual([60, 300, 900, 3600, 14_400, 14_400]);
    mkdirSync(place);
    expect(await shipAfter(store, settings, at - 1)).toMatchObject([
      { sent: [], waiting: [{ attempts: 6 }] },
    ]);
    // By hand, for a date, nothing waits.
    expect(await shipAfter(store, settings, at - 1, { date: '2026-11-18' })).toMatchObject([{ sent: [] }]);
    expect(await shipAfter(store, settings, at - 1, { date: DATE })).toMatchObject([
      { sent: [{ version: 1 }], failed: [], waiting: [] },
    ]);
  });

  it('tries at once again what failed while a clock was ahead', async () => {
    const place = join(temporaryFolder(), 'share');
    const settings = deliverySettings(out, [
      { name: 'share', kind: 'folder', folder: place, regions: ['BR'] },
    ]);
    const failed = [{ version: 1, retrySeconds: 60 }];
    expect(await shipAfter(store, settings, 0)).toMatchObject([{ failed }]);
    expect(await shipAfter(store, settings, 2 * 86_400)).toMatchObject([{ failed: [{ retrySeconds: 300 }] }]);
    mkdirSync(place);
    expect(await shipAfter(store, settings, 600)).toMatchObject([{ sent: [{ version: 1 }], failed: [] }]);
  });

  it('holds no delivery up for another, and no version for one whose file was changed', async () => {
    const place = temporaryFolder();
    const [missing, good] = [join(place, 'missing'), join(place, 'good')];
    mkdirSync(good);
    const broken = join(out, DATE, 'BR/v1/orders.csv');
    renameSync(broken, `${broken}.kept`);
    const bytes = 'changed by somebody\n';
    writeFileSync(broken, bytes);
    const settings = deliverySettings(out, [
      { name: 'first', kind: 'folder', folder: missing },
      { name: 'second', kind: 'folder', folder: good },
    ]);
    const [first, second] = await shipAfter(store, settings, 0);
    expect(first).toMatchObject({ sent: [], failed: [{ region: 'BR' }] });
    expect(second!.sent.map(({ region }) => region)).toEqual(['EG']);
    expect(second!.failed[0]!.error).toMatch(
      new RegExp(`${DATE}/BR/v1/orders.csv: .*; a published file was changed or removed`),
    );
    expect(filesOf(good).filter((path) => path.startsWith('BR/'))).toEqual([]);
    renameSync(`${broken}.kept`, broken);
    expect((await shipAfter(store, settings, 60))[1]).toMatchObject({
      sent: [{ region: 'BR' }],
      waiting: [],
    });
  });

  // What servers do depends on no engine.
  if (!engine.isEnough) return;

  describe('of SFTP', () => {
    it('refuses a server that changes its host key, and shows both fingerprints', async () => {
      const server = await sftpServer();
      const own = { name: 'bank', kind: 'sftp', url: server.url, privateKeyFile: server.privateKeyFile };
      const pinned = `SHA256:${'A'.repeat(43)}`;
      const settings = deliverySettings(out, [{ ...own, hostKeys: [pinned], regions: ['BR'] }]);
      const [one] = await shipAfter(store, settings, 0);
      expect(one!.failed.map(({ error }) => error)).toEqual([
        `127.0.0.1:${server.port}: the host key is ${server.hostKey}; expected ${pinned} (hostKeys). Nothing was sent`,
      ]);
      expect(filesOf(server.folder)).toEqual([]);
      expect(failedTexts([one!]).join()).toContain(server.hostKey);
      const corrected = deliverySettings(out, [
        { ...own, hostKeys: [pinned, server.hostKey], regions: ['BR'] },
      ]);
      expect(await shipAfter(store, corrected, 60)).toMatchObject([{ sent: [{ version: 1 }], waiting: [] }]);
    });

    it('keeps a version whose connection is cut in the middle of a file, and leaves nothing half', async () => {
      const server = await sftpServer();
      const proxy = await cuttingProxy(server.port);
      const own = { kind: 'sftp', hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
      const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
      const input = { ...own, url };
      proxy.cutAfter = 1_500_000;
      const place = await placeOf(input);
      await expect(place.put('BR/big.csv', blocks(8))).rejects.toThrow(
        `127.0.0.1:${proxy.port}: cannot write BR/big.csv: the connection was closed`,
      );
      await place.close();
      expect(proxy.cuts).toBe(1);
      expect(filesOf(server.folder)).toEqual(['BR/.big.csv.payin-recon-part']);
      proxy.cutAfter = Number.POSITIVE_INFINITY;
      const again = await placeOf(input);
      await again.put('BR/big.csv', blocks(8));
      await again.close();
      expect(filesOf(server.folder)).toEqual(['BR/big.csv']);

      const settings = deliverySettings(out, [{ name: 'bank', ...input, regions: ['BR'] }]);
      proxy.cutAfter = 8000;
      const [one] = await shipAfter(store, settings, 0);
      expect(one).toMatchObject({ sent: [], waiting: [{ attempts: 1 }] });
      expect(one!.failed[0]!.error).toMatch(/the connection was closed$/);
      proxy.cutAfter = Number.POSITIVE_INFINITY;
      expect(await shipAfter(store, settings, 60)).toMatchObject([{ failed: [], sent: [{ version: 1 }] }]);
      expect(sha256sum(join(server.folder, 'BR', DATE)).code).toBe(0);
    });

    it('says that nobody listens, that a key is not accepted, and that a right is missing', async () => {
      const server = await sftpServer();
      const other = await sftpServer();
      const own = { kind: 'sftp', hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
      const port = await freePort();
      await expect(placeOf({ ...own, url: `sftp://u@127.0.0.1:${port}/in` })).rejects.toThrow(
        `127.0.0.1:${port}: cannot connect: ECONNREFUSED`,
      );
      await expect(
        placeOf({ ...own, url: server.url, privateKeyFile: other.privateKeyFile }),
      ).rejects.toThrow('the server accepts neither the key nor the password');
      const noKey = join(temporaryFolder(), 'key');
      writeFileSync(noKey, 'no key', { mode: 0o600 });
      for (const url of [`sftp://u@127.0.0.1:${port}/in`, server.url])
        await expect(placeOf({ ...own, url, privateKeyFile: noKey })).rejects.toThrow(
          'the private key cannot be read',
        );
      const place = await placeOf({
        ...own,
        url: `${server.url.slice(0, server.url.indexOf('/', 8))}/proc/in`,
      });
      const refused = place.put('a.csv', blocks(1));
      await expect(refused).rejects.toBeInstanceOf(Undelivered);
      await expect(refused).rejects.toThrow(/cannot make \/proc\/in: /);
      await place.close();
    });

    it('is not connected to by an address that cannot be decoded, which the failure does not repeat', async () => {
      const urlFile = join(temporaryFolder(), 'url');
      writeFileSync(urlFile, 'sftp://u:50%off@127.0.0.1:9/in\n');
      await expect(
        placeOf({ kind: 'sftp', hostKeys: [`SHA256:${'A'.repeat(43)}`], urlFile }),
      ).rejects.toThrow(
        /^delivery x, url: not an address in which each % begins an escape, such as %25 for % itself$/,
      );
    });

    it('replaces a file on a server that cannot rename over one, and says which request is refused', async () => {
      for (const denied of ['posix-rename', 'mkdir']) {
        const server = await sftpServer({ denied });
        const own = { kind: 'sftp', hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
        const place = await placeOf({ ...own, url: server.url });
        await place.put('a.csv', blocks(1, 10));
        await place.put('a.csv', blocks(1, 20));
        expect(statSync(join(server.folder, 'a.csv')).size).toBe(20);
        expect(filesOf(server.folder)).toEqual(['a.csv']);
        if (denied === 'mkdir')
          await expect(place.put('BR/a.csv', blocks(1))).rejects.toThrow(
            `127.0.0.1:${server.port}: cannot make ${server.folder}/BR: permission denied`,
          );
        await place.close();
      }
    });

    it('says that no answer came', async () => {
      const server = await sftpServer();
      const proxy = await cuttingProxy(server.port);
      const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`);
      const own = { kind: 'sftp', hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
      const place = await placeOf({ ...own, url });
      proxy.isSilent = true;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }).setTimerTickMode('nextTimerAsync');
      onTestFinished(() => void vi.useRealTimers());
      await expect(place.put('a.csv', blocks(1))).rejects.toThrow(
        `127.0.0.1:${proxy.port}: no answer within 600 s`,
      );
      vi.useRealTimers();
      await place.close();
    });

    it.skipIf(!mayMount)('says that the disk is full, and keeps the version', async () => {
      const disk = smallDisk(1);
      const server = await sftpServer({ folder: join(disk.folder, 'in') });
      const own = { kind: 'sftp', hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
      const place = await placeOf({ ...own, url: server.url });
      await expect(place.put('big.csv', blocks(4))).rejects.toThrow(
        `127.0.0.1:${server.port}: cannot write big.csv: failure; its disk may be full, or a quota used up`,
      );
      await place.close();
      expect(filesOf(server.folder)).toEqual([]);
      disk.resize(8);
      const again = await placeOf({ ...own, url: server.url });
      await again.put('big.csv', blocks(4));
      await again.close();
      expect(filesOf(server.folder)).toEqual(['big.csv']);
    });
  });

  it('of a folder that must not be written says so', async () => {
    const place = temporaryFolder();
    chmodSync(place, 0o500);
    const put = asOrdinaryUser(async () => {
      const opened = await placeOf({ kind: 'folder', folder: place });
      await opened.put('orders.csv', blocks(1));
    });
    await expect(put).rejects.toThrow(`${place}: no right to write there`);
  });

  it.skipIf(!mayMount)('of a folder whose disk is full says so, and leaves nothing half', async () => {
    const { folder: disk } = smallDisk(1);
    const place = await placeOf({ kind: 'folder', folder: disk });
    await expect(place.put('BR/big.csv', blocks(4))).rejects.toThrow(`${disk}: its disk is full`);
    expect(filesOf(disk)).toEqual([]);
    rmSync(join(disk, 'BR'), { recursive: true });
  });
});
