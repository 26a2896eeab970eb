import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Rollback, type Session, type Store, transaction } from '../../src/database/store.ts';
import type { Tables } from '../../src/database/tables.ts';
import { dropUnfinished } from '../../src/reconcile/empty-tables.ts';
import { judgeInLanes, lanesFor, ORDERS_A_LANE } from '../../src/reconcile/lanes.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { lines, READ_AT, read, write } from '../ingest/reading.ts';
import { onPostgresql } from '../support/engines.ts';
import { inTurn } from '../support/in-turn.ts';
import { callbackLine, payInLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { AS_OF, judged, settingsOf } from './judged.ts';
import { putStatement } from './statement-evidence.ts';

/** Some are of the same number. */
const ORDERS = 2 * ORDERS_A_LANE + 1000;
const IN_LANES = settingsOf(2);

/** How many orders have how many results now, by outcome. */
async function outcomes(session: Session): Promise<unknown> {
  const { rows } = await sql`
    select outcome, count(*) as results, count(distinct (order_no, merchant_id)) as orders
    from order_results where until_run is null
    group by outcome order by outcome`.execute(session.db);
  return rows;
}

async function rowsOf(session: Session, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(
    session.db,
  );
  return Number(rows[0]!.rows);
}

/** Has a statement on a table do something else first; gives how to undo that. */
async function before(session: Session, table: string, action: string): Promise<() => Promise<void>> {
  await session.script(`
    create function fault() returns trigger language plpgsql as $$ begin ${action}; return null; end $$;
    create trigger fault before insert on ${table} execute function fault()`);
  return () => session.script(`drop trigger fault on ${table}; drop function fault()`);
}

const REFUSED = `raise exception 'no row today'`;

/** Refuses a row, but not before the other lane has committed the rows that it writes first. */
function refusedAfter(table: keyof Tables, rows: number): string {
  return `while (select count(*) from ${table}) < ${rows} loop perform pg_sleep(0.01); end loop; ${REFUSED}`;
}

const ENDED = 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10)';

const FAULTS = [
  [
    'the run takes over no orders that another connection chose for it',
    'work_keys',
    REFUSED,
    { message: 'no row today' },
  ],
  ['a lane makes nothing of the first table', 'work_order_results', REFUSED, { message: 'no row today' }],
  [
    'a lane makes nothing of the third table, and the run has begun with the first',
    'work_finding_results',
    REFUSED,
    { message: 'no row today' },
  ],
  ['a lane writes no results of new orders', 'order_rows', REFUSED, { message: 'no row today' }],
  ['the run writes nothing of the second table', 'separate_payments', REFUSED, { message: 'no row today' }],
  ['a lane loses its connection', 'work_finding_results', ENDED, { code: 'DATABASE_UNREACHABLE' }],
  [
    'a lane has written new orders, and loses its connection',
    'finding_rows',
    ENDED,
    { code: 'DATABASE_UNREACHABLE' },
  ],
] as const;
const TRIED = inTurn(FAULTS, ([about]) => about);

// A cluster spreads each statement over its workers itself, and has no triggers.
describe.skipIf(process.env['TEST_CITUS_URL'])('lanes that something is in the way of', () => {
  onPostgresql('of a run', (engine) => {
    let store: Store;

    beforeAll(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'payin-recon-files-'));
      try {
        await writeDay({ date: '2026-11-19', seed: 6, orders: ORDERS, folder });
        store = await engine.open();
        await read(store, [folder]);
        await store.session(async (session) => {
          const { rows } = await sql<{ orders: string }>`
            select count(distinct (order_no, merchant_id)) as orders from pay_ins`.execute(session.db);
          expect(
            lanesFor(session, { settings: IN_LANES, orders: Number(rows[0]!.orders), isCluster: false }),
          ).toBe(2);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it.each(TRIED)('leave nothing where %s', async (_, table, action, expected) => {
      await store.session(async (session) => {
        const undo = await before(session, table, action);
        const failing = store.session((one) => judged(one, IN_LANES));
        await expect(failing).rejects.toMatchObject(expected);
        await undo();
        expect(await outcomes(session)).toEqual([]);
      });
    });

    it('leave nothing where the connection that chooses orders beside the run is lost', async () => {
      await store.session(async (session) => {
        await store.session((other) =>
          transaction(other, async () => {
            // Only the steps beside the run's own read violations while orders are chosen.
            await other.script('lock table violations in access exclusive mode');
            const failing = store.session((one) => judged(one, IN_LANES));
            const lost = expect(failing).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
            await until(async () => {
              const { rows } = await sql<{ ended: boolean }>`
                select pg_terminate_backend(pid) as ended from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into work_keys%'`.execute(
                session.db,
              );
              return rows.length > 0;
            });
            await lost;
          }),
        );
        expect(await outcomes(session)).toEqual([]);
        expect(await rowsOf(session, 'order_rows')).toBe(0);
      });
    });

    it('leave results behind where they were cut off, which nobody sees and the next run deletes', async () => {
      await store.session(async (session) => {
        const undo = await before(session, 'finding_rows', refusedAfter('order_rows', 0.75 * ORDERS));
        await expect(store.session((one) => judged(one, IN_LANES))).rejects.toThrow('no row today');
        await undo();
        expect(await rowsOf(session, 'order_rows')).toBeGreaterThan(ORDERS / 2);
        expect(await rowsOf(session, 'order_results')).toBe(0);
        const rolledBack = transaction(session, async () => {
          await dropUnfinished(session, 0, false);
          return new Rollback(await rowsOf(session, 'order_rows'));
        });
        expect(await rolledBack).toBe(0);
      });
    });

    it('leave rows of statements behind likewise', async () => {
      await store.session(async (session) => {
        const { rows } = await sql<{ orderNo: string; tradeNo: string }>`
          select order_no as "orderNo", trade_no as "tradeNo" from pay_ins
          where trade_no is not null order by order_no limit 50`.execute(session.db);
        const source = await putStatement(session, rows);
        onTestFinished(async () => {
          await store.session((own) =>
            own.script(`delete from statements; delete from sources where source_id = ${source}`),
          );
        });
        // All of them are in the first lane.
        const undo = await before(session, 'finding_rows', refusedAfter('statement_rows', 41));
        await expect(store.session((one) => judged(one, IN_LANES))).rejects.toThrow('no row today');
        await undo();
        expect(await rowsOf(session, 'statement_rows')).toBeGreaterThan(40);
        expect(await rowsOf(session, 'statement_results')).toBe(0);
        const rolledBack = transaction(session, async () => {
          await dropUnfinished(session, 0, false);
          return new Rollback(await rowsOf(session, 'statement_rows'));
        });
        expect(await rolledBack).toBe(0);
      });
    });

    it('write no results of a run that is undone, such as that of a preview', async () => {
      await store.session(async (session) => {
        await transaction(session, () => dropUnfinished(session, 0, true));
        const request = { asOf: AS_OF, startedAt: READ_AT, isUndone: true };
        const orders = await transaction(session, async () => {
          await reconcile(session, IN_LANES, request);
          return new Rollback(await rowsOf(session, 'order_results'));
        });
        expect(orders).toBeGreaterThan(ORDERS / 2);
        expect(await rowsOf(session, 'order_rows')).toBe(0);
      });
    });

    it('leave nothing where one of them cannot be judged', async () => {
      const onlyBrazil = { ...IN_LANES, regions: IN_LANES.regions.filter(({ name }) => name === 'BR') };
      await store.session(async (session) => {
        await expect(judged(session, onlyBrazil)).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
        expect(await outcomes(session)).toEqual([]);
      });
    });

    it('leave nothing where an order went to none of them', async () => {
      await store.session(async (session) => {
        const judging = {
          settings: IN_LANES,
          run: { lastSourceId: 0 } as never,
          parameters: { known_source: 0, last_source: 0 },
          orders: 1,
          keys: 1,
          isCluster: false,
          hasStatements: false,
        };
        const judgedNone = transaction(session, () => judgeInLanes(session, judging, 1));
        await expect(judgedNone).rejects.toThrow('lanes were given 0 of 1 orders');
      });
    });

    it('judge every order once, also one whose tradeNo comes up while they are being given their orders', async () => {
      const { rows } = await store.session((session) =>
        sql<{ order_no: string; merchant_id: string }>`
          select p.order_no, p.merchant_id from pay_ins p
          where not exists (
            select from callbacks c where c.order_no = p.order_no and c.merchant_id = p.merchant_id)
          order by p.order_no desc limit 1`.execute(session.db),
      );
      const { order_no: orderNo, merchant_id: merchantId } = rows[0]!;
      const folder = temporaryFolder();
      const stray = callbackLine({ orderNo: 'NOBODYS001', merchantId, tradeNo: 'COMESUP' });
      await read(store, [write(folder, 'stray.log', lines(stray))]);
      const more = write(folder, 'more.log', lines(payInLine({ orderNo, merchantId, tradeNo: 'COMESUP' })));
      await store.session(async (session) => {
        let copies = 0;
        const interrupted: Session = {
          ...session,
          copyOut: async (query) => {
            copies += 1;
            // The first lane has its orders and strays, and the second is asking for its own.
            if (copies === 3) await read(store, [more]);
            return session.copyOut(query);
          },
        };
        await judged(interrupted, IN_LANES);
        expect(copies).toBe(4);
        const results = await sql<{ results: string }>`
          select count(*) as results from order_results
          where order_no = ${orderNo} and merchant_id = ${merchantId} and until_run is null`.execute(
          session.db,
        );
        expect(results.rows).toEqual([{ results: '1' }]);
      });
    });

    it('judge while somebody reads all tables, as a backup does', async () => {
      await store.session(async (session) => {
        await judged(session, IN_LANES);
        await store.session((backup) =>
          transaction(backup, async () => {
            const { rows } = await sql<{ name: string }>`
              select format('%I', relname) as name from pg_class
              where relkind = 'r' and relnamespace = 'public'::regnamespace order by oid`.execute(backup.db);
            await backup.script(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`);
            await judged(session, settingsOf(2, 9000));
          }),
        );
        const beside = await outcomes(session);
        await judged(session, IN_LANES);
        expect(await outcomes(session)).not.toEqual(beside);
        await judged(session, settingsOf(1, 9000));
        expect(await outcomes(session)).toEqual(beside);
      });
    });

    it('say who is waited for where somebody keeps a table to himself', async () => {
      await store.session((other) =>
        transaction(other, async () => {
          await other.script('lock table violations in access exclusive mode');
          const waiting = store.session(async (session) => {
            // As a server's default, so that it does not take the minutes that a lane waits.
            await session.script(`set lock_timeout = '300ms'`);
            await judged(session, settingsOf(1, 60));
          });
          await expect(waiting).rejects.toMatchObject({
            code: 'DATABASE_BUSY',
            detail: { found: expect.stringContaining('lock timeout') },
          });
        }),
      );
    });
  });
});
