/** Orders that only a statement shows as paid, and of which nothing is left. */
import { expect, it } from 'vitest';
import { deliver } from '../../src/alerts/deliver.ts';
import { purge } from '../../src/books/periods/purge.ts';
import { judgeNow } from '../../src/books/run/judge-as-of.ts';
import type { Store } from '../../src/database/store.ts';
import type { Settings } from '../../src/settings/schema.ts';
import { takeBack } from '../books/withdraw/withdrawn-books.ts';
import { instant } from '../export/books.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { putStatement } from '../reconcile/statement-evidence.ts';
import { onEngines } from '../support/engines.ts';
import { payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { settingsWith } from './alert-books.ts';
import { httpReceiver } from './receivers.ts';

const MISSED = ['MISSED0001', 'MISSED0002'];

/** Judges logs of two orders that only a statement shows as paid. */
async function judgeMissed(store: Store, settings: Settings): Promise<void> {
  const asked = MISSED.map((orderNo, index) => payInLine({ orderNo, tradeNo: `T${index}` }));
  await read(store, [write(temporaryFolder(), 'orders.ndjson', lines(...asked))], { settings });
  await store.session((session) =>
    putStatement(
      session,
      MISSED.map((orderNo) => ({ orderNo, rowId: orderNo })),
    ),
  );
  await judgeNow(store, settings, instant('2026-11-20T12:00:00Z'));
}

onEngines('messages about orders that only a statement shows as paid', (engine) => {
  async function waiting() {
    const hook = await httpReceiver();
    const secretFile = write(
      temporaryFolder(),
      'secret',
      `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`,
    );
    const channel = { kind: 'webhook', url: hook.url, secretFile, topics: ['missed-payments'] };
    const settings = settingsWith([{ name: 'fulfilment', ...channel }]);
    const store = await engine.emptied();
    await judgeMissed(store, settings);
    const sent = async () => {
      const when = { now: () => instant('2026-11-23T12:00:00Z'), workingDirectory: '.' };
      return (await deliver(store, settings, when)).sent;
    };
    const withdraw = async (part: string) => {
      const { name } = await store.session(({ db }) =>
        db
          .selectFrom('sources')
          .select('name')
          .where('name', 'like', `%${part}`)
          .where('withdrawn_by', 'is', null)
          .executeTakeFirstOrThrow(),
      );
      await takeBack(store, temporaryFolder(), name, {}, settings);
    };
    return { store, settings, sent, withdraw };
  }

  it('are not sent once the requests of the orders are withdrawn, or these and the statement', async () => {
    for (const parts of [['orders.ndjson'], ['orders.ndjson', '.csv']]) {
      const { sent, withdraw } = await waiting();
      for (const part of parts) await withdraw(part);
      expect(await sent()).toBe(0);
    }
  });

  it('are sent although their orders were purged meanwhile', async () => {
    const { store, settings, sent } = await waiting();
    await judgeNow(store, settings, instant('2027-11-21T12:00:00Z'));
    const at = instant('2027-12-20T12:00:00Z');
    const purged = await purge(store, settings, {
      ...{ limit: { before: '2026-12-01' }, at, who: 'ana', reason: 'retention' },
    });
    expect(purged.dates).toMatchObject([{ orders: 2 }]);
    expect(await sent()).toBe(2);
  });
});
