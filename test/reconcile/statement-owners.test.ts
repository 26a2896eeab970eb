import { expect, it } from 'vitest';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { putStatement } from './statement-evidence.ts';
import { asked, called, NOW, OWNER_CASES } from './statement-owner-cases.ts';

const AT = instantOf(NOW);

type Said = 'A' | 'B' | 'other' | 'refund';

onEngines('a row of a statement', (engine) => {
  it('belongs to the one order that it can mean, by each way to mean one', async () => {
    const store = await engine.emptied();
    const records = Object.values(OWNER_CASES).flatMap((one) => one.records);
    const rows = Object.entries(OWNER_CASES).map(([rowId, { row }]) => ({ ...row, rowId }));
    await store.session((session) => putStatement(session, rows));
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
      const kept = await session.db
        .selectFrom('statement_rows')
        .select(['row_id', 'matched', 'matched_order_no', 'matched_merchant_id'])
        .execute();
      const found = kept.map((row) => [
        row.row_id,
        row.matched === 'none' ? undefined : `${row.matched_order_no} ${row.matched_merchant_id}`,
      ]);
      const expected = Object.entries(OWNER_CASES).map(([rowId, { owner }]) => [rowId, owner]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    });
  });

  it.each([
    ['the tradeNo of a response', [asked('ALONE00001', 'T1')], { tradeNo: 'T1' }],
    ['the tradeNo of a payment', [asked('ALONE00001', 'T1'), called('ALONE00001', 'T2')], { tradeNo: 'T2' }],
    ['the number of an order without a request', [called('ALONE00001', 'T1')], { orderNo: 'ALONE00001' }],
  ])('that is the only one belongs to its order by %s', async (_name, records, row) => {
    const store = await engine.emptied();
    await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
    await store.session(async (session) => {
      await putStatement(session, [row]);
      await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
      const kept = await session.db.selectFrom('statement_rows').select('matched_order_no').execute();
      expect(kept).toEqual([{ matched_order_no: 'ALONE00001' }]);
    });
  });

  it.each<readonly [string, readonly Said[], readonly Said[]]>([
    ['of one source', ['A', 'B'], []],
    ['of two sources', ['A'], ['B']],
    ['of two sources, the later of which names an order that has another row', ['A', 'other'], ['B']],
    ['of two sources, the earlier of which names an order with a refund', ['A', 'refund'], ['B']],
  ])(
    'counts no more where the last statement of it names another order, %s',
    async (_name, first, second) => {
      const said = [first, second];
      const rows = {
        A: { rowId: 'R1', orderNo: 'NEW0000001', tradeNo: 'T1' },
        B: { rowId: 'R1', orderNo: 'NEW0000002', tradeNo: 'T2' },
        other: { rowId: 'R2', orderNo: 'NEW0000002', tradeNo: 'T2' },
        refund: { rowId: 'R3', orderNo: 'NEW0000001', tradeNo: 'T1', type: 'refund', gross: 5 },
      } as const;
      const store = await engine.emptied();
      const records = [1, 2].flatMap((n) => [
        asked(`NEW000000${n}`, `T${n}`),
        called(`NEW000000${n}`, `T${n}`),
      ]);
      await read(store, [write(temporaryFolder(), 'a.ndjson', lines(...records))]);
      await store.session(async (session) => {
        for (const names of said)
          await putStatement(
            session,
            names.map((name) => rows[name]),
          );
        await transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
        const kept = await session.db
          .selectFrom('statement_rows')
          .select(['row_id', 'matched_order_no'])
          .orderBy('row_id')
          .execute();
        const counting = said
          .flat()
          .filter((name) => name !== 'A')
          .map((name) => rows[name]);
        expect(kept).toEqual(
          counting
            .map((row) => ({ row_id: row.rowId, matched_order_no: row.orderNo }))
            .sort((a, b) => a.row_id.localeCompare(b.row_id)),
        );
        const orders = await session.db
          .selectFrom('order_rows')
          .select(['order_no', 'stated_minor', 'returned_minor'])
          .orderBy('order_no')
          .execute();
        const isRefunded = said.flat().includes('refund');
        expect(orders).toEqual([
          { order_no: 'NEW0000001', stated_minor: null, returned_minor: isRefunded ? '5' : null },
          {
            order_no: 'NEW0000002',
            stated_minor: said.flat().includes('other') ? '40000' : '20000',
            returned_minor: null,
          },
        ]);
      });
    },
  );

  it('makes its order be judged, also where another of the merchant is judged for its own', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const judge = (session: Session) =>
      transaction(session, () => reconcile(session, parseSettings({}), { asOf: AT, startedAt: AT }));
    const first = [asked('FIRST00001', 'T1'), called('FIRST00001', 'T1'), asked('OTHER00001', 'T2')];
    await read(store, [write(folder, 'a.ndjson', lines(...first))]);
    await store.session(judge);
    await read(store, [write(folder, 'b.ndjson', lines(called('OTHER00001', 'T2')))]);
    await store.session(async (session) => {
      await putStatement(session, [{ tradeNo: 'T1', gross: 100 }]);
      await judge(session);
      const orders = await session.db
        .selectFrom('order_rows')
        .select(['order_no', 'stated_minor'])
        .where('until_run', 'is', null)
        .orderBy('order_no')
        .execute();
      expect(orders).toEqual([
        { order_no: 'FIRST00001', stated_minor: '100' },
        { order_no: 'OTHER00001', stated_minor: null },
      ]);
    });
  });
});
