/** A version that was put in its place by a run that then failed, and superseded by the next one. */
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATE, feed, publish } from '../../export/books.ts';
import { onEngines } from '../../support/engines.ts';
import { payInLine } from '../../support/records.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { deliverySettings, publishedStore, restate, shipAfter } from './deliveries.ts';

onEngines('a version in its place that no run could note', (engine) => {
  it('is delivered with the one after it', async () => {
    const store = await engine.emptied();
    const { folder, out } = await publishedStore(store);
    const settings = deliverySettings(out, [
      { name: 'share', kind: 'folder', folder: temporaryFolder(), reports: ['orders'], regions: ['BR'] },
    ]);
    expect(await shipAfter(store, settings, 0)).toMatchObject([{ sent: [{ version: 1 }], waiting: [] }]);
    const latest = join(out, DATE, 'BR/latest');
    rmSync(latest);
    mkdirSync(latest);
    await expect(restate(store, { folder, out })).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
    expect(await shipAfter(store, settings, 600)).toMatchObject([{ sent: [], waiting: [] }]);
    rmdirSync(latest);
    await feed(store, join(folder, 'logs/c.ndjson'), [payInLine({ orderNo: 'ANOTHER001', tradeNo: 'T77' })]);
    await publish(store, out, '2026-11-20T15:00:00Z');
    expect(await shipAfter(store, settings, 1200)).toMatchObject([
      { sent: [{ version: 2 }, { version: 3 }], failed: [], waiting: [] },
    ]);
  });
});
