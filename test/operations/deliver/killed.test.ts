/** A sender that is killed: the next one sends the same again, and the receiver has each file once. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../../src/database/store.ts';
import { FAULT_VARIABLE } from '../../../src/fault-points.ts';
import { failedTexts } from '../../../src/operations/deliver/ship-text.ts';
import type { Settings } from '../../../src/settings/schema.ts';
import { ended } from '../../cli/command.ts';
import { DATE } from '../../export/books.ts';
import { onEngines, type TestDatabase } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, sha256sum, shipAfter } from './deliveries.ts';
import { cuttingProxy, filesOf, s3Server, sftpServer } from './servers.ts';

const PROGRAM = fileURLToPath(new URL('./deliver-program.ts', import.meta.url));

function startSender(database: TestDatabase, input: Readonly<Record<string, unknown>>, fault = '') {
  const words = [PROGRAM, JSON.stringify({ ...database.settings, ...input }), '2026-11-20T16:00:00Z'];
  const child = spawn(process.execPath, words, {
    stdio: 'pipe',
    env: { ...process.env, [FAULT_VARIABLE]: fault },
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return child;
}

/** Sends once the server has noticed that the process is gone, and has let its lock go. */
async function shipWhenFree(store: Store, settings: Settings) {
  for (;;) {
    const shipped = await shipAfter(store, settings, 0);
    if (!shipped[0]!.isBusy) return shipped;
    await setTimeout(20);
  }
}

onEngines('a sender that is killed twice', (engine) => {
  it('leaves each object of S3 once, and the version is sent', async () => {
    const database = await engine.database();
    const first = await database.open();
    const { out } = await publishedStore(first);
    await first.close();
    const server = await s3Server();
    const deliveries = [
      { name: 'archive', ...server.settings, regions: ['BR'], reports: ['orders', 'payments'] },
    ];
    // Once before the second file, and once when all is there and nothing is noted yet.
    for (const [name, isTaken] of [
      ['payments', false],
      ['SHA256SUMS', true],
    ] as const) {
      const child = startSender(database, { out, deliveries });
      const kill = () => void child.kill('SIGKILL');
      server.proxy.answer = ({ method, path }) => {
        if (method !== 'PUT' || !path.includes(name)) return false;
        if (isTaken) return kill;
        kill();
        return true;
      };
      await ended(child);
      expect(child.signalCode).toBe('SIGKILL');
    }
    server.proxy.answer = () => false;
    const store = await database.open();
    const settings = deliverySettings(out, deliveries);
    await shipWhenFree(store, settings);
    expect(Object.keys(server.objects()).map((key) => key.split('/').at(-1))).toEqual([
      'SHA256SUMS',
      `datapackage-BR-${DATE}-v1.json`,
      `manifest-BR-${DATE}-v1.json`,
      `orders-BR-${DATE}-v1.csv`,
      `payments-BR-${DATE}-v1.csv`,
    ]);
    expect((await shipAfter(store, settings, 60_000))[0]).toMatchObject({
      sent: [],
      failed: [],
      waiting: [],
    });
  });

  it('leaves each file of SFTP once and nothing half, and the version is sent', async () => {
    const database = await engine.database();
    const first = await database.open();
    const { out } = await publishedStore(first);
    await first.close();
    const server = await sftpServer();
    const proxy = await cuttingProxy(server.port);
    const own = {
      name: 'bank',
      kind: 'sftp',
      hostKeys: [server.hostKey],
      privateKeyFile: server.privateKeyFile,
    };
    const deliveries = [
      { ...own, regions: ['BR'], url: server.url.replace(`:${server.port}/`, `:${proxy.port}/`) },
    ];
    for (const bytes of [6000, 12_000]) {
      const child = startSender(database, { out, deliveries });
      proxy.cutAfter = bytes;
      proxy.onCut = () => child.kill('SIGKILL');
      await ended(child);
      expect(child.signalCode).toBe('SIGKILL');
    }
    proxy.cutAfter = Number.POSITIVE_INFINITY;
    const store = await database.open();
    const settings = deliverySettings(out, deliveries);
    const shipped = await shipWhenFree(store, settings);
    expect(shipped[0]).toMatchObject({ failed: [], sent: [{ version: 1 }] });
    const files = filesOf(server.folder);
    expect(files.filter((path) => path.includes('payin-recon-part'))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
    expect(sha256sum(join(server.folder, 'BR', DATE)).code).toBe(0);
  });
});

onEngines('a sender that is killed while it writes a file', (engine) => {
  it.each([
    ['folder', 'deliver.rename'],
    ['sftp', 'deliver.sftp-rename'],
  ])(
    'leaves no part of it at a place of kind %s whose template is corrected meanwhile',
    async (kind, point) => {
      const database = await engine.database();
      const first = await database.open();
      const { out } = await publishedStore(first);
      await first.close();
      const server = kind === 'sftp' ? await sftpServer() : undefined;
      const folder = server?.folder ?? temporaryFolder();
      const { url, hostKey, privateKeyFile } = server ?? {};
      const place = server ? { url, hostKeys: [hostKey], privateKeyFile } : { folder };
      const own = { name: 'share', kind, regions: ['BR'], reports: ['orders'], ...place };
      const wrong = { ...own, template: 'wrong/{region}-{date}-v{version}-{report}.{format}' };
      const child = startSender(database, { out, deliveries: [wrong] }, `${point}:before:kill`);
      await ended(child);
      expect(child.signalCode).toBe('SIGKILL');
      const part = `wrong/.BR-${DATE}-v1-orders.csv.payin-recon-part`;
      expect(filesOf(folder)).toEqual([part]);
      const foreign = 'wrong/.BR-notes.csv.payin-recon-part';
      writeFileSync(join(folder, foreign), 'of another store');
      const store = await database.open();
      const shipped = await shipWhenFree(store, deliverySettings(out, [own]));
      expect(shipped[0]).toMatchObject({ failed: [], sent: [{ version: 1, remark: undefined }] });
      expect(filesOf(folder).filter((path) => !path.startsWith('BR/'))).toEqual([foreign]);
      const noted = await store.session(({ db }) =>
        db.selectFrom('delivered_files').select('name').execute(),
      );
      expect(noted.map(({ name }) => name).sort()).toEqual([
        'SHA256SUMS',
        `datapackage-BR-${DATE}-v1.json`,
        `manifest-BR-${DATE}-v1.json`,
        `orders-BR-${DATE}-v1.csv`,
      ]);
    },
  );
});

onEngines('a sender that meets an error after it noted a version as sent', (engine) => {
  it('tells of it, and sends nothing again', async () => {
    const store = await engine.emptied();
    const { out } = await publishedStore(store);
    const share = { name: 'share', kind: 'folder', folder: temporaryFolder(), regions: ['BR'] };
    const settings = deliverySettings(out, [share]);
    process.env[FAULT_VARIABLE] = 'deliver.mark:after:error';
    const shipped = await shipAfter(store, settings, 0).finally(() => {
      delete process.env[FAULT_VARIABLE];
    });
    expect(shipped[0]).toMatchObject({ sent: [], failed: [{ date: DATE, region: 'BR' }], waiting: [] });
    expect(failedTexts(shipped)).toEqual([
      `delivery share, ${DATE} BR v1: the database refused a statement (SQLSTATE 58030); it was sent before that, and is not sent again`,
    ]);

    const next = await shipAfter(store, settings, 60_000);
    expect(next[0]).toMatchObject({ sent: [], failed: [], waiting: [] });
    expect(failedTexts(next)).toEqual([]);
    const noted = await store.session(({ db }) =>
      db.selectFrom('deliveries').select(['attempts', 'last_error']).execute(),
    );
    expect(noted).toEqual([{ attempts: 1, last_error: null }]);
  });
});
