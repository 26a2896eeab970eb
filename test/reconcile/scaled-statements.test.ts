import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { runSqlFile } from '../../src/database/sql-file.ts';
import { type Session, transaction } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { lines, read, write } from '../ingest/reading.ts';
import { onEngines } from '../support/engines.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { instantOf } from './run-scenario.ts';
import { coverByStatements, putStatement, type StatementRow } from './statement-evidence.ts';

const AS_OF = '2026-11-20T12:00:00Z';
const NINE = Array.from({ length: 9 }, (_, index) => `SCALED000${index}`);
const called = (orderNo: string, amount?: string) =>
  callbackLine({ orderNo, tradeNo: `T${orderNo}`, ...(amount === undefined ? {} : { amount }) });
const row = (orderNo: string, more: StatementRow = {}): StatementRow => ({
  ...{ orderNo, rowId: orderNo, gross: 2_000_000 },
  ...more,
});

async function judge(session: Session, asOf = AS_OF, withdraws = false): Promise<void> {
  const at = instantOf(asOf);
  const request = { asOf: at, startedAt: at, withdraws };
  await transaction(session, () => reconcile(session, parseSettings({}), request));
}

/** The sources that are in the wrong unit, and how many orders differ from their statement. */
async function found(session: Session): Promise<string> {
  const sources = await session.db
    .selectFrom('scaled_sources')
    .select(['source_id', 'compared', 'scaled'])
    .where('until_run', 'is', null)
    .orderBy('source_id')
    .execute();
  const orders = await session.db
    .selectFrom('order_rows')
    .select('order_no')
    .where('until_run', 'is', null)
    .where('findings', 'like', '%STATEMENT_AMOUNT_MISMATCH%')
    .execute();
  return `${sources.map(({ compared, scaled }) => `${scaled} of ${compared}`).join(', ')}; ${orders.length} differ`;
}

/** What was returned of the order that was paid twice, whether that is too much, and what is kept as owed and as returned. */
async function returned(session: Session): Promise<string> {
  const order = await session.db
    .selectFrom('order_rows')
    .select(['returned_minor', 'findings'])
    .where('order_no', '=', 'PAIDTWICE1')
    .where('until_run', 'is', null)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ kept: string }>`
    select concat_ws(
             ' ', 'of', currency, coalesce(sum(minor) filter (where flow = 'owed'), 0), 'owed',
             coalesce(sum(minor) filter (where flow = 'returned'), 0), 'returned'
           ) as kept
    from owed_changes
    group by currency`.execute(session.db);
  return [
    `returned ${order.returned_minor ?? ''}`,
    ...(order.findings.includes('REFUND_EXCEEDS_PAYMENT') ? ['exceeds'] : []),
    ...rows.map(({ kept }) => kept),
  ].join(', ');
}

/** What the proofs of the money owed to payers find. */
async function unprovenOwed(session: Session): Promise<unknown[]> {
  const proofs = ['140_stated_orders_tie', '160_owed', '170_refunds_tie'].map((name) => `proofs/${name}.sql`);
  const found: unknown[] = [];
  for (const proof of proofs) found.push(...(await runSqlFile(session, proof)).rows);
  return found;
}

onEngines('a statement of which nearly all amounts are 100 times too large', (engine) => {
  it('is in the wrong unit by nine of ten payments, and no longer by nine of eleven', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const others = ['AGREES0001', 'AGREES0002', 'LATER00001', 'FORGED0001', 'PENDING001', 'NOTHING001'];
    const more = ['EGYPT00001', 'UNPAID0001', 'NOGROSS001'];
    await read(store, [
      write(
        folder,
        'a.ndjson',
        lines(
          ...[...NINE, ...others, ...more].map((orderNo) => payInLine({ orderNo, tradeNo: `T${orderNo}` })),
          ...NINE.map((orderNo, index) => called(orderNo, index === 1 ? '1' : undefined)),
          called('LATER00001').replace('2026-11-19T13:06:02Z', '2026-11-20T12:00:01Z'),
          called('FORGED0001').replace('"verified":true', '"verified":false'),
          called('PENDING001').replace('SUCCESS', 'PROCESSING'),
          called('NOTHING001', '0'),
          called('EGYPT00001').replace('BRL', 'EGP'),
          called('UNPAID0001'),
          called('NOGROSS001'),
        ),
      ),
    ]);
    const judgedWith = async (...callbacks: string[]) => {
      if (callbacks.length > 0) await read(store, [write(folder, 'b.ndjson', lines(...callbacks))]);
      return store.session(async (session) => {
        await judge(session);
        return found(session);
      });
    };
    await store.session((session) =>
      putStatement(session, [
        ...NINE.map((orderNo, index) => row(orderNo, [{ currency: null }, { gross: 100 }][index])),
        row('AGREES0001', { gross: 20_000 }),
        row('AGREES0002', { gross: 20_000 }),
        row('LATER00001'),
        row('FORGED0001'),
        row('PENDING001'),
        row('NOTHING001'),
        row('EGYPT00001'),
        row('UNPAID0001', { status: 'pending' }),
        row('NOGROSS001', { gross: 0 }),
      ]),
    );
    // The others are of another currency, or of nothing.
    expect(await judgedWith()).toBe('; 12 differ');
    expect(await judgedWith(called('AGREES0001'))).toBe('9 of 10; 1 differ');
    expect(await judgedWith(called('AGREES0002'))).toBe('; 12 differ');
  });

  it('returns nothing to payers as long as it is in the wrong unit', async () => {
    const store = await engine.emptied();
    const folder = temporaryFolder();
    const orders = [...NINE, 'AGREES0001', 'AGREES0002', 'PAIDTWICE1'];
    await read(store, [
      write(
        folder,
        'a.ndjson',
        lines(
          ...orders.map((orderNo) => payInLine({ orderNo, tradeNo: `T${orderNo}` })),
          ...[...NINE, 'PAIDTWICE1'].map((orderNo) => called(orderNo)),
          callbackLine({ orderNo: 'PAIDTWICE1', tradeNo: 'AGAIN' }),
        ),
      ),
    ]);
    await store.session((session) =>
      putStatement(session, [
        ...NINE.map((orderNo) => row(orderNo)),
        row('AGREES0001', { gross: 20_000 }),
        row('AGREES0002', { gross: 20_000 }),
        { orderNo: 'PAIDTWICE1', rowId: 'REFUND', type: 'refund', gross: 500_000 },
      ]),
    );
    const judgedWith = async (...callbacks: string[]) => {
      if (callbacks.length > 0) await read(store, [write(folder, 'b.ndjson', lines(...callbacks))]);
      return store.session(async (session) => {
        await judge(session);
        return [await returned(session), ...(await unprovenOwed(session))];
      });
    };
    const cleared = 'returned 500000, exceeds, of BRL 20000 owed 20000 returned';
    expect(await judgedWith()).toEqual([cleared]);
    expect(await judgedWith(called('AGREES0001'))).toEqual(['returned , of BRL 20000 owed 0 returned']);
    expect(await judgedWith(called('AGREES0002'))).toEqual([cleared]);
  });

  it('or too small is in the wrong unit once it is read, until it is withdrawn', async () => {
    const store = await engine.emptied();
    const ordersOf = (letter: string) =>
      Array.from({ length: 10 }, (_, index) => `${letter}CALED000${index}`);
    await read(store, [
      write(
        temporaryFolder(),
        'a.ndjson',
        lines(
          ...['A', 'B']
            .flatMap(ordersOf)
            .flatMap((orderNo) => [payInLine({ orderNo, tradeNo: `T${orderNo}` }), called(orderNo)]),
        ),
      ),
    ]);
    await store.session(async (session) => {
      const put = async (letter: string, readAt: string) => {
        const rows = ordersOf(letter).map((orderNo) => row(orderNo, { tradeNo: `T${orderNo}`, gross: 200 }));
        const source = await putStatement(session, rows, readAt);
        await coverByStatements(session, source, ['2026-11-19T03:00:00Z', '2026-11-19T04:00:00Z']);
        return source;
      };
      const later = '2026-11-20T13:00:00Z';
      await put('A', AS_OF);
      const source = await put('B', later);
      await judge(session);
      expect(await found(session)).toBe('10 of 10; 0 differ');
      await judge(session, later);
      expect(await found(session)).toBe('10 of 10, 10 of 10; 0 differ');
      await judge(session);
      expect(await found(session)).toBe('10 of 10; 0 differ');
      await judge(session, later);
      expect(await found(session)).toBe('10 of 10, 10 of 10; 0 differ');
      await session.script(`delete from record_counts where source_id = ${source};
        delete from statements where source_id = ${source};
        delete from sources where source_id = ${source}`);
      await judge(session, later, true);
      expect(await found(session)).toBe('10 of 10; 0 differ');
    });
  });
});
