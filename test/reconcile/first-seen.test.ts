/** Since when a finding is seen: since the run from which on it held without a break. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';

const FIRST = '2026-11-20T12:00:00Z';
const SECOND = '2026-11-21T12:00:00Z';
const THIRD = '2026-11-22T12:00:00Z';
const OF_M2 = { merchantId: 'M0002' };

onEngines('findings', (engine) => {
  it('are first seen by the run since which they hold without a break, each by itself', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const judge = async (asOf: string, tolerance: number, ...records: string[]) => {
      if (records.length > 0)
        await read(store, [write(folder, `${asOf.slice(0, 10)}.log`, lines(...records))]);
      const settings = parseSettings({ tolerances: { BRL: tolerance } });
      const at = { asOf: instantOf(asOf), startedAt: instantOf(asOf) };
      await store.session((session) => transaction(session, () => reconcile(session, settings, at)));
    };
    const paid = callbackLine({ orderNo: 'PAIDSHORT1', amount: '19999', method: 'CARD' });
    const request = payInLine({ orderNo: 'PAIDSHORT1' });
    await judge(FIRST, 0, request, paid, payInLine({ orderNo: 'FORGOTTEN1', tradeNo: 'T2' }));
    // The tolerance lets the difference pass, and the other merchant's order of the same number comes.
    await judge(SECOND, 1, payInLine({ ...OF_M2, orderNo: 'PAIDSHORT1', tradeNo: 'T3' }));
    await judge(THIRD, 0, payInLine({ orderNo: 'ANOTHER001', tradeNo: 'T4' }));
    const { rows } = await store.session(({ db }) =>
      sql<{ seen: string }>`
        select concat_ws(' ', order_no, merchant_id, code, (first_seen_at at time zone 'UTC')::date) as seen
        from finding_rows where until_run is null and code <> 'CONTRACT_VIOLATION' order by 1`.execute(db),
    );
    expect(rows.map(({ seen }) => seen)).toEqual([
      'ANOTHER001 M0001 STUCK_PROCESSING 2026-11-22',
      'FORGOTTEN1 M0001 STUCK_PROCESSING 2026-11-20',
      'PAIDSHORT1 M0001 AMOUNT_MISMATCH 2026-11-22',
      'PAIDSHORT1 M0001 METHOD_MISMATCH 2026-11-20',
      'PAIDSHORT1 M0002 STUCK_PROCESSING 2026-11-21',
    ]);
  });
});
