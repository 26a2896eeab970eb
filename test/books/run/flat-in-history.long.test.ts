import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcileDates } from '../../../src/books/run/reconcile-dates.ts';
import type { Session, Store } from '../../../src/database/store.ts';
import type { Tables } from '../../../src/database/tables.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { writeDay } from '../../../src/simulate/write-day.ts';
import { READ_AT, read } from '../../ingest/reading.ts';
import { onPostgresql } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIRST = '2026-11-17';
const NEWEST = '2026-11-19';
const ORDERS = 300;
const NEW_ORDERS = 100;
const COPIES = 200;
const settings = parseSettings({});
const at = (text: string) => ({ seconds: Date.parse(text) / 1000, micros: 0 });

/** Tables that grow with the number of orders. Findings are not among them: findings.csv lists every one that is open. */
const BIG = [
  'pay_ins',
  'callbacks',
  'violations',
  'order_rows',
  'separate_payments',
  'orphan_results',
] as const;

/** Columns of a copy that differ from the row's own: what lies in the past stays closed, and is of other orders. */
const OF_COPY: Readonly<Record<string, RawBuilder<unknown>>> = {
  order_no: sql`order_no || 'x' || copy`,
  ...Object.fromEntries(
    ['business_date', 'paid_date', 'closed_on'].map((name) => [name, sql`${sql.ref(name)} - copy`]),
  ),
  ...Object.fromEntries(
    ['logged_at', 'requested_at', 'received_at', 'deadline_at'].map((name) => [
      name,
      sql`${sql.ref(name)} - copy * interval '1 day'`,
    ]),
  ),
  outcome: sql`case when outcome in ('STUCK', 'PENDING') then 'EXPIRED' else outcome end`,
};

/** Makes many dates of one: as if its orders had come again under other numbers on every day before. */
async function multiply(session: Session): Promise<void> {
  for (const table of BIG) {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped order by attnum`.execute(
      session.db,
    );
    const names = sql.join(rows.map(({ name }) => sql.ref(name)));
    const values = sql.join(rows.map(({ name }) => OF_COPY[name] ?? sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${names})
      select ${values} from ${sql.table(table)}, generate_series(1, ${COPIES}::integer) as copies (copy)`.execute(
      session.db,
    );
  }
  await session.script(`analyze ${BIG.join(', ')}`);
}

/** Rows of each big table that were read since the server began to count. */
async function rowsRead(store: Store): Promise<Record<string, number>> {
  return store.session(async ({ db }) => {
    // Another connection's counts arrive when it is idle, or asks itself.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await sql`select 1`.execute(db);
    const { rows } = await sql<{ name: keyof Tables; read: string }>`
      select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
      from pg_stat_user_tables where relname = any (${[...BIG]}::text[])`.execute(db);
    return Object.fromEntries(rows.map(({ name, read }) => [name, Number(read)]));
  });
}

onPostgresql('a run on one date more', (engine) => {
  it('reads what is new, open or of the date, and nothing else of what is stored', async () => {
    const folder = temporaryFolder();
    const store = await engine.open();
    const publish = (date: string, asOf: string) =>
      reconcileDates(store, settings, {
        dates: [date],
        asOf: at(asOf),
        startedAt: READ_AT,
        out: join(folder, 'reports'),
      });
    await writeDay({ date: FIRST, seed: 1, orders: ORDERS, folder: join(folder, 'first') });
    await read(store, [join(folder, 'first')]);
    await publish(FIRST, '2026-11-26T00:00:00Z');
    await store.session(multiply);
    await writeDay({ date: NEWEST, seed: 2, orders: NEW_ORDERS, folder: join(folder, 'newest') });
    const before = await rowsRead(store);
    await read(store, [join(folder, 'newest')]);
    await publish(NEWEST, '2026-11-26T00:00:01Z');
    const after = await rowsRead(store);
    for (const table of BIG) {
      // At most some tens of rows an order of the date.
      expect(after[table]! - before[table]!, table).toBeLessThan(40 * NEW_ORDERS);
    }
    expect((await stored(store)).pay_ins).toBeGreaterThan(500 * NEW_ORDERS);
  });
});

async function stored(store: Store): Promise<{ pay_ins: number }> {
  return store.session(async ({ db }) => {
    const { rows } = await sql<{ pay_ins: string }>`select count(*) as pay_ins from pay_ins`.execute(db);
    return { pay_ins: Number(rows[0]!.pay_ins) };
  });
}
