import { sql } from 'kysely';
import type { Store } from '../../src/database/store.ts';

/** What the store has of a line: why it was rejected, or its record with the fields that have a violation, sorted. */
export type StoredLine =
  | { readonly rejected: string }
  | { readonly record: Readonly<Record<string, unknown>>; readonly breaks: readonly string[] };

interface Row {
  readonly line: string;
  readonly reason: string | null;
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly breaks: readonly string[] | null;
}

/** The lines of a source by their numbers. Instants are in UTC, with Z. */
export function storedLines(store: Store, name: string): Promise<ReadonlyMap<number, StoredLine>> {
  return store.session(async ({ db }) => {
    const { rows } = await sql<Row>`
      with
        own as (select source_id from sources where name = ${name}),
        records as (
          select order_no, merchant_id, logged_at, digest, line, source_id, to_jsonb(p) || jsonb_build_object('amount_minor', p.amount_minor::text) as record from pay_ins p
          union all
          select order_no, merchant_id, logged_at, digest, line, source_id, to_jsonb(c) || jsonb_build_object('amount_minor', c.amount_minor::text) as record from callbacks c
        )
      select line, reason, null as record, null as breaks from rejects natural join own
      union all
      select
        r.line, null, r.record,
        (select coalesce(jsonb_agg(distinct v.field), '[]') from violations v
         where (v.order_no, v.merchant_id, v.logged_at, v.digest) = (r.order_no, r.merchant_id, r.logged_at, r.digest))
      from records r natural join own`.execute(db);
    return new Map(
      rows.map(({ line, reason, record, breaks }) => [
        Number(line),
        reason !== null
          ? { rejected: reason }
          : { record: withInstants(record!), breaks: [...breaks!].sort() },
      ]),
    );
  });
}

/** Every source with its counts. */
export function keptSources(store: Store) {
  return store.session(({ db }) =>
    db.selectFrom('sources').select(['name', 'records', 'accepted', 'duplicate', 'rejected']).execute(),
  );
}

/** The orders of a date as their newest results have them, and how many lines were rejected. */
export function storedTotals(store: Store, date: string) {
  return store.session(async ({ db }) => {
    const orders = await db
      .selectFrom('order_results')
      .select('order_no')
      .where('business_date', '=', date)
      .where('until_run', 'is', null)
      .execute();
    const rejects = await db.selectFrom('rejects').select('line').execute();
    return { orderNos: orders.map(({ order_no }) => order_no), rejected: rejects.length };
  });
}

function withInstants(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const inZ = (value: unknown) =>
    typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00$/, '$1Z') : value;
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, inZ(value)]));
}
