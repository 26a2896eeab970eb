import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliverJob } from '../../jobs/deliver.ts';
import { AT, deliverySettings, later, publishedStore } from '../operations/deliver/deliveries.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

onEngines('the deliver job', (engine) => {
  it('notes when each version was sent or failed, not when the job began', async () => {
    const store = await engine.emptied();
    const { out } = await publishedStore(store);
    const folder = join(temporaryFolder(), 'share');
    mkdirSync(folder);
    const deliveries = [
      { name: 'missing', kind: 'folder', folder: join(folder, 'missing'), regions: ['BR'] },
      { name: 'share', kind: 'folder', folder },
    ];
    let seconds = 0;
    const done = deliverJob.run({
      ...{ store, settings: deliverySettings(out, deliveries), workingDirectory: '/', say: () => undefined },
      ...{ at: AT, dueAt: AT },
      now: () => {
        seconds += 100;
        return later(seconds);
      },
    });
    await expect(done).rejects.toMatchObject({ code: 'DELIVERY_FAILED' });
    const rows = await store.session(({ db }) =>
      db.selectFrom('deliveries').select(['delivery', 'due_at', 'sent_at']).orderBy('found_at').execute(),
    );
    const [failed, ...sent] = rows;
    // The pause of 60 seconds begins with the failure.
    expect(failed).toMatchObject({ delivery: 'missing', sent_at: null });
    expect(failed!.due_at > '2026-11-20 16:04').toBe(true);
    expect(new Set(sent.map(({ sent_at }) => sent_at)).size).toBe(2);
  });
});
