/** A template with {version}: a file of a version that is there with other bytes is never replaced. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATE } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, shipAfter } from './deliveries.ts';
import { sftpServer } from './servers.ts';

const FILE = `BR/${DATE}/orders-BR-${DATE}-v1.csv`;

onEngines('a file of a version at a place', (engine) => {
  it.each(['folder', 'sftp'])(
    'of kind %s that has other bytes stays, and the version waits',
    async (kind) => {
      const store = await engine.emptied();
      const { out } = await publishedStore(store);
      const server = kind === 'sftp' ? await sftpServer() : undefined;
      const folder = server?.folder ?? temporaryFolder();
      const place =
        server === undefined
          ? { kind, folder }
          : { kind, url: server.url, hostKeys: [server.hostKey], privateKeyFile: server.privateKeyFile };
      const settings = deliverySettings(out, [{ name: 'share', reports: ['orders'], ...place }]);
      await shipAfter(store, settings, 0);
      const file = join(folder, FILE);
      const bytes = readFileSync(file);
      // A store that was restored from before the delivery.
      const restore = () =>
        store.session(async ({ db }) => {
          await db.deleteFrom('delivered_files').execute();
          await db.deleteFrom('deliveries').execute();
        });
      const other = Buffer.from(bytes).fill('x', bytes.length - 5, bytes.length - 2);
      for (const [content, seconds] of [
        [other, 0],
        [Buffer.from('longer or shorter'), 600],
      ] as const) {
        await restore();
        writeFileSync(file, content);
        const [shipped] = await shipAfter(store, settings, seconds);
        expect(shipped).toMatchObject({
          sent: [{ region: 'EG', version: 1 }],
          failed: [{ region: 'BR', version: 1 }],
          waiting: [{ region: 'BR' }],
        });
        const { error } = shipped!.failed[0]!;
        expect(error).toContain(
          `${FILE} is there with other content, and this store has no record of sending it`,
        );
        expect(error).toContain('move it aside, and run payin-recon deliver with --date');
        expect(readFileSync(file)).toEqual(content);
      }
      renameSync(file, join(temporaryFolder(), 'aside'));
      expect(await shipAfter(store, settings, 1200, { date: DATE })).toMatchObject([
        { sent: [{ region: 'BR' }], failed: [], waiting: [] },
      ]);
      expect(readFileSync(file)).toEqual(bytes);
    },
  );
});
