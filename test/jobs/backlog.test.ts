/** Many messages that wait, as after a statement with many missed payments, beside runs that are due. */
import { expect, it } from 'vitest';
import { enqueue } from '../../src/alerts/enqueue.ts';
import { transaction } from '../../src/database/store.ts';
import { createLog } from '../../src/log.ts';
import type { Instant } from '../../src/normalise/instant.ts';
import type { Job } from '../../src/operations/schedule/job.ts';
import { runDue } from '../../src/operations/schedule/run-due.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { httpReceiver } from '../alerts/receivers.ts';
import { SAMPLES } from '../alerts/sample-alerts.ts';
import { instant } from '../export/books.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const AT = instant('2026-11-20T06:00:00Z');

onEngines('messages that wait', (engine) => {
  it('are sent in parts on each channel, so that a run that is due waits for one, and a stop for no more', async () => {
    const database = await engine.database();
    const [first, second] = [await httpReceiver(), await httpReceiver()];
    const settings = parseSettings({
      ...database.settings,
      alerts: {
        channels: [
          { name: 'first', kind: 'webhook', url: first.url },
          { name: 'second', kind: 'webhook', url: second.url },
        ],
      },
    });
    const alerts = Array.from({ length: 650 }, (_, index) => ({
      ...SAMPLES['job-failed'],
      key: `job ${index}`,
    }));
    const sentBefore: number[][] = [];
    const job: Job = {
      name: 'ingest',
      purpose: 'notes how many messages were sent before it',
      times: () => [{ expression: '0 * * * *', zone: 'UTC', region: 'BR' }],
      run: async () => {
        sentBefore.push([first.received.length, second.received.length]);
        return {};
      },
    };
    const due = (at: Instant, stop = new AbortController()) =>
      runDue({
        ...{ jobs: [job], settings, workingDirectory: temporaryFolder(), now: () => at },
        ...{ log: createLog({ write: () => undefined }), stop: stop.signal },
      });
    await due(instant('2026-11-20T05:30:00Z'));
    const store = await database.open();
    await store.session((session) => transaction(session, () => enqueue(session, settings, alerts, AT)));
    await store.close();
    const stopped = new AbortController();
    stopped.abort();
    await due(AT, stopped);
    expect([first.received.length, second.received.length]).toEqual([200, 200]);
    await due(AT);
    expect(sentBefore).toEqual([[400, 400]]);
    expect([first.received.length, second.received.length]).toEqual([650, 650]);
  });
});
