/** Orders that only a statement shows as paid, whose amounts are 100 times too large. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deliver } from '../../src/alerts/deliver.ts';
import { judgeNow } from '../../src/books/run/judge-as-of.ts';
import type { Store } from '../../src/database/store.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { instant } from '../export/books.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { putStatement } from '../reconcile/statement-evidence.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { httpReceiver } from './receivers.ts';

const PAID = Array.from({ length: 12 }, (_, index) => `SCALED${String(index).padStart(4, '0')}`);
const MISSED = ['MISSED0001', 'MISSED0002'];
const asked = (orderNo: string) => payInLine({ orderNo, tradeNo: `T${orderNo}` });
const called = (orderNo: string) => callbackLine({ orderNo, tradeNo: `T${orderNo}` });

async function readLines(store: Store, ...records: readonly string[]): Promise<void> {
  await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
}

/** Two statements: of one order in the right unit, and of all others in the wrong one. */
async function putStatements(store: Store): Promise<void> {
  await store.session(async (session) => {
    const scaled = [...PAID, 'MISSED0001'];
    await putStatement(
      session,
      scaled.map((orderNo) => ({ orderNo, rowId: orderNo, gross: 2_000_000 })),
    );
    await putStatement(session, [{ orderNo: 'MISSED0002' }]);
  });
}

function settingsTo(url: string) {
  const secretFile = join(temporaryFolder(), 'secret');
  writeFileSync(secretFile, `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`);
  return parseSettings({
    alerts: {
      channels: [{ name: 'fulfilment', kind: 'webhook', url, secretFile, topics: ['missed-payments'] }],
    },
  });
}

onEngines('orders that a statement in the wrong unit shows as paid', (engine) => {
  it('wait until that is corrected', async () => {
    const hook = await httpReceiver();
    const store = await engine.emptied();
    await readLines(
      store,
      ...PAID.flatMap((orderNo) => [asked(orderNo), called(orderNo)]),
      ...MISSED.map(asked),
    );
    await putStatements(store);
    await judgeNow(store, settingsTo(hook.url), instant('2026-11-20T12:00:00Z'));
    const { rows } = await store.session((session) =>
      sql<{ key: string }>`select key from outbox where topic = 'missed-payments'`.execute(session.db),
    );
    expect(rows).toEqual([{ key: 'missed-payments/M0001/MISSED0002' }]);
  });

  it('are taken back, as long as they wait, by the callbacks that show it, and sent in the right unit', async () => {
    const hook = await httpReceiver();
    const settings = settingsTo(hook.url);
    const store = await engine.emptied();
    const deliverAll = () =>
      deliver(store, settings, { now: () => instant('2026-11-23T12:00:00Z'), workingDirectory: '.' });
    const sent = () =>
      hook.received.map(({ body }) => {
        const { facts } = JSON.parse(body);
        return `${facts.orderNo} ${facts.minor}`;
      });
    await readLines(store, ...[...PAID, ...MISSED].map(asked));
    await putStatements(store);
    await judgeNow(store, settings, instant('2026-11-20T12:00:00Z'));
    await readLines(store, ...PAID.map(called));
    await judgeNow(store, settings, instant('2026-11-20T13:00:00Z'));
    expect(await deliverAll()).toMatchObject({ sent: 1 });
    expect(sent()).toEqual(['MISSED0002 20000']);
    const corrected = [...PAID, 'MISSED0001'].map((orderNo) => ({ orderNo, rowId: orderNo, gross: 20_000 }));
    await store.session((session) => putStatement(session, corrected, '2026-11-20T13:30:00Z'));
    await judgeNow(store, settings, instant('2026-11-20T14:00:00Z'));
    expect(await deliverAll()).toMatchObject({ sent: 1 });
    expect(sent()).toEqual(['MISSED0002 20000', 'MISSED0001 20000']);
  });
});
