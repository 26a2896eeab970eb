import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../src/database/tables.ts';
import { count, text, utc } from './columns.ts';
import type { Report, ReportQuery, ReportScope } from './report.ts';
import { bytewise, ofMerchants } from './selection.ts';

const DAYS = 7;
const ORDER = bytewise(['source', 'line', 'reason', 'detail', 'read_at']);

export const rejectedRecords: Report = {
  name: 'rejected-records',
  title: 'Lines that could not be attributed to an order',
  grain: `rejected line, or unverified callback without a pay-in record, from a source read in the ${DAYS} days before the run`,
  fact: false,
  ofNoDate: eachLineOnce,
  columns: [
    text('source', 'File of the line', 'logs/callbacks-2026-11-19-br.ndjson'),
    count('line', 'Line number, from 1'),
    text('reason', 'Why it belongs to no order, see docs/reference/rejections.md', 'not_json'),
    text('detail', 'What was found; never the content of the line', 'no end of a text'),
    text('remedy', 'What to do', 'Correct the line and read the file again.'),
    utc('read_at', 'Time of reading the file'),
  ],
  select: (db, scope) => {
    const remedies = sql.join(
      scope.rejections.map(({ reason, remedy }) => sql`(${sql.lit(reason)}::text, ${sql.lit(remedy)}::text)`),
    );
    // A rejected line belongs to no merchant, so it is not shown where only some are.
    const areLinesShown = scope.merchants === undefined ? sql`true` : sql`false`;
    // With no merchant at all, a cluster cannot plan the search for those of their callbacks.
    const unverified = scope.merchants?.length === 0 ? sql`` : unverifiedRows(scope);
    // A file that grows is read again: its line is listed once. In hours: a day's length would depend on the session's
    // zone.
    const recent = sql<{ source: string; line: string; reason: string; detail: string; read_at: string }>`
      select s.name as source, r.line, r.reason, r.detail, max(s.read_at) as read_at
      from rejects r
      join sources s on s.source_id = r.source_id
      where ${areLinesShown}
        and r.source_id <= ${scope.lastSource}::integer
        and (s.withdrawn_by is null or s.withdrawn_by > ${scope.lastEntry}::bigint)
        and s.read_at > ${scope.startedAt}::timestamptz - make_interval(hours => ${sql.lit(DAYS * 24)})
      group by s.name, r.line, r.reason, r.detail
      ${unverified}`;
    return db
      .selectFrom(
        sql<{
          source: string;
          line: string;
          reason: string;
          detail: string;
          read_at: string;
          remedy: string;
        }>`(
          select x.*, m.remedy
          from (${recent}) x
          left join (values ${remedies}) m (reason, remedy) on m.reason = x.reason
        )`.as('r'),
      )
      .selectAll()
      .orderBy(ORDER);
  },
};

/**
 * What several runs list, a line that more than one of them lists as the newest one does. Only what is of a run is a
 * parameter: a statement may have 65,535 of them, and a year has a thousand runs.
 */
function eachLineOnce(db: Kysely<Tables>, runs: readonly ReportScope[]): ReportQuery {
  const name = ({ run }: ReportScope) => sql.ref(`run_${run}`);
  // A cluster makes each list by itself.
  const lists = runs.map(
    (one) => sql`${name(one)} as materialized (${rejectedRecords.select(db, one).clearOrderBy()})`,
  );
  const rows = runs.map((one) => sql`select *, ${sql.lit(one.run)} as run from ${name(one)}`);
  return db
    .selectFrom(
      sql<{ newest: number }>`(
        with ${sql.join(lists)}
        select x.*, rank() over (partition by source, line, reason, detail order by run desc) as newest
        from (${sql.join(rows, sql` union all `)}) x
      )`.as('r'),
    )
    .selectAll()
    .where('newest', '=', 1)
    .orderBy(ORDER);
}

/** Rows of the unverified callbacks without a pay-in record. */
function unverifiedRows(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    union all
    select s.name, c.line, 'unverified', 'callback with verified: false for order ' || c.order_no, s.read_at
    from (${unverifiedCallbacks(scope)}) c
    join sources s on s.source_id = c.source_id
    where ${ofMerchants(scope)}
      and s.read_at > ${scope.startedAt}::timestamptz - make_interval(hours => ${sql.lit(DAYS * 24)})
      and not exists (
        select from pay_ins p
        where p.order_no = c.order_no
          and p.merchant_id = c.merchant_id
          and ${isKnown(scope, 'pay-in', { time: 'p.requested_at', digest: 'p.digest' })}
          and p.source_id <= ${scope.lastSource}::integer
      )
      and not exists (
        select from withdrawn_records w
        where w.order_no = c.order_no
          and w.merchant_id = c.merchant_id
          and w.kind = 'pay-in'
          and ${isKnown(scope, 'pay-in', { time: 'w.known_at', digest: 'w.digest' })}
          and w.source_id <= ${scope.lastSource}::integer
          and w.entry > ${scope.lastEntry}::bigint
      )`;
}

/**
 * The unverified callbacks that the run knew, each with its source and line at that time: those that were withdrawn since
 * are as they were.
 */
function unverifiedCallbacks(scope: ReportScope): RawBuilder<unknown> {
  return sql`
    select c.order_no, c.merchant_id, c.source_id, c.line
    from callbacks c
    where c.verified = false
      and c.source_id <= ${scope.lastSource}::integer
      and ${isKnown(scope, 'callback', { time: 'c.received_at', digest: 'c.digest' })}
      and not exists (
        select from withdrawn_records w
        where w.order_no = c.order_no
          and w.kind = 'callback'
          and w.logged_at = c.logged_at
          and w.digest = c.digest
          and w.entry > ${scope.lastEntry}::bigint
          and w.source_id <= ${scope.lastSource}::integer
      )
    union all
    select order_no, merchant_id, source_id, line
    from (
      select distinct on (w.order_no, w.logged_at, w.digest) w.*
      from withdrawn_records w
      where w.kind = 'callback'
        and w.entry > ${scope.lastEntry}::bigint
        and ${isKnown(scope, 'callback', { time: 'w.known_at', digest: 'w.digest' })}
        and (w.record ->> 'verified')::boolean = false
      order by w.order_no, w.logged_at, w.digest, w.entry
    ) withdrawn
    where source_id <= ${scope.lastSource}::integer`;
}

/** Whether a record is not later than the as-of, by the time that the run knew: a renormalise may have moved it since. */
function isKnown(
  { asOf, run }: ReportScope,
  kind: 'pay-in' | 'callback',
  { time, digest }: { readonly time: string; readonly digest: string },
): RawBuilder<boolean> {
  const moved = (isLater: boolean) => sql`
    select digest
    from (
      select distinct on (order_no, digest) order_no, digest, known_at
      from moved_records
      where kind = ${sql.lit(kind)} and until_run > ${sql.lit(run)}
      order by order_no, digest, until_run
    ) m
    where ${isLater ? sql`known_at > ${asOf}::timestamptz` : sql`known_at <= ${asOf}::timestamptz`}`;
  return sql<boolean>`(
    ${sql.ref(time)} <= ${asOf}::timestamptz and ${sql.ref(digest)} not in (${moved(true)})
    or ${sql.ref(digest)} in (${moved(false)})
  )`;
}
