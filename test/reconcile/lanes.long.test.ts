import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isCitus } from '../../src/database/distribute.ts';
import type { Session } from '../../src/database/store.ts';
import { judgeInLanes, lanesFor } from '../../src/reconcile/lanes.ts';
import { RESULT_TABLES, valuesOf } from '../../src/reconcile/results/write-results.ts';
import { writeDay } from '../../src/simulate/write-day.ts';
import { read } from '../ingest/reading.ts';
import { onPostgresql } from '../support/engines.ts';
import { inTurn } from '../support/in-turn.ts';
import { callbackLine } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { judged, settingsOf } from './judged.ts';
import { putStatement } from './statement-evidence.ts';

const ORDERS = 31_000;

/** What the newest results say, but for the number of their run. */
async function results(session: Session): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const one of RESULT_TABLES) {
    const { table, key } = one;
    const columns = sql.join([...key, ...(await valuesOf(session, one))].map((name) => sql.ref(name)));
    const { rows } = await sql<{ rows: string; digest: string }>`
      select count(*) as rows, md5(string_agg(r::text, E'\n' order by r::text)) as digest
      from (select ${columns} from ${sql.table(table)} where until_run is null) r`.execute(session.db);
    found[table] = rows[0];
  }
  return found;
}

/**
 * Keeps a row of a statement for every answered request, many of which nothing was paid of; some have another amount, some
 * are of no order, some stand twice.
 */
async function stateAll(session: Session): Promise<void> {
  const source = await putStatement(session, [{ orderNo: 'UNKNOWN0001', tradeNo: 'UNKNOWN0001' }]);
  await sql`
    insert into statements (
      order_no, merchant_id, logged_at, digest, region, issuer, row_key, type, status, trade_no, payment_method, currency,
      gross_minor, fee_minor, net_minor, completed_at, offset_source, time_ambiguous, payout_id, source_id, line
    )
    select case when n % 211 = 0 then 'NONE' || n else order_no end, '', requested_at, d.digest, region, 'statement',
           d.digest::text, case when n % 97 = 0 then 'refund' else 'payment' end,
           case when n % 3 = 0 then 'pending' when n % 101 = 0 then 'failed' else 'paid' end,
           case when n % 211 = 0 then 'NONE' || n else trade_no end, payment_method, currency,
           amount_minor + case when n % 103 = 0 then 5 else 0 end, 10, amount_minor - 10, requested_at, 'explicit', false,
           'PO' || n % 7, ${source}::integer, n + 1
    from (
      select p.*, row_number() over (order by order_no, merchant_id, p.digest, copy) as n
      from pay_ins p
      cross join generate_series(1, 2) copy
      where trade_no is not null and (copy = 1 or hashtext(order_no) % 107 = 0)
    ) p
    cross join lateral (select md5(n::text)::uuid as digest) d`.execute(session.db);
  await sql`
    update sources set records = n, accepted = n
    from (select count(*) as n from statements where source_id = ${source}::integer) s
    where source_id = ${source}::integer`.execute(session.db);
}

onPostgresql('orders that are judged on several connections', (engine) => {
  it.each(
    inTurn([
      ['without statements', false],
      ['with statements', true],
    ] as const),
  )(
    'come to the same as on one, also those that callbacks belong to by their tradeNo, %s',
    async (_, isStated) => {
      const folder = temporaryFolder();
      await writeDay({ date: '2026-11-19', seed: 5, orders: ORDERS, folder });
      const strays = Array.from({ length: 200 }, (_, index) =>
        callbackLine({
          orderNo: `STRAY${String(index).padStart(6, '0')}`,
          merchantId: 'BR1000217',
          tradeNo: `NOBODYS${index % 50}`,
        }),
      );
      writeFileSync(join(folder, 'strays.log'), `${strays.join('\n')}\n`);
      const found: unknown[] = [];
      // Orders that are known before their rows are read apart, by the run's own connection.
      const ways = [[1], [2], [3], ...(isStated ? [[2, 'known before'] as const] : [])] as const;
      for (const [lanes, isKnown] of ways) {
        const database = await engine.database();
        // As some keep their servers: neither may make a lane see less, or other tables than its own.
        if (lanes === 3) {
          const name = new URL(database.settings['databaseUrl']!).pathname.slice(1);
          await (await database.open()).session((session) =>
            session.script(`
            alter database ${name} set search_path = public, pg_temp;
            alter database ${name} set default_transaction_isolation = 'repeatable read'`),
          );
        }
        const store = await database.open();
        await read(store, [folder]);
        await store.session(async (session) => {
          if (isKnown !== undefined) await judged(session, settingsOf(lanes));
          if (isStated) await stateAll(session);
          // A cluster spreads each statement over its workers itself.
          const expected = (await isCitus(session)) ? 1 : lanes;
          expect(
            lanesFor(session, {
              settings: settingsOf(lanes),
              orders: ORDERS,
              isCluster: await isCitus(session),
            }),
          ).toBe(expected);
          await judged(session, settingsOf(lanes));
          found.push(await results(session));
          // What is told now is told to those who have done it once already.
          expect(await judged(session, settingsOf(lanes))).toMatchObject({ judgedUntil: null });
          expect(await results(session)).toEqual(found.at(-1));
        });
      }
      const ofStatements = Number((found[0] as Record<string, { rows: string }>)['statement_rows']!.rows);
      expect(ofStatements > ORDERS / 2).toBe(isStated);
      for (const other of found.slice(1)) expect(other).toEqual(found[0]);
    },
  );

  it('are not judged for a run that has ended meanwhile', async () => {
    const store = await engine.open();
    await store.session(async (session) => {
      const judging = {
        settings: settingsOf(2),
        run: {} as never,
        parameters: { known_source: 0, last_source: 0 },
        orders: 0,
        keys: 0,
        isCluster: false,
        hasStatements: false,
      };
      // Outside of a transaction, the one that asks has ended when its number is looked at.
      await expect(judgeInLanes(session, judging, 2)).rejects.toThrow('has ended');
    });
  });
});
