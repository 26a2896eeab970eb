import { type RawBuilder, sql } from 'kysely';
import { count, paidDate, paymentMethod, percent, region, text } from './columns.ts';
import type { Column, Report, ReportScope } from './report.ts';
import { bytewise, heldAt, ofMerchant } from './selection.ts';

const DAYS_BEFORE = 28;
const PERCENTILES = [
  ['median', 50],
  ['p95', 95],
  ['p99', 99],
] as const;
const EXACTNESS =
  'cut to 1 s below 2 minutes, 5 s below 10, 30 s below an hour, 5 minutes below a day, else 1 hour; less than 0 is 0';

/** What is measured: of which payments, what the delay is, and when it counts as late. */
const MEASURES = {
  payment: {
    payments: 'Payments of them that a request is known of, so that they have a creation',
    delay: 'From creation to payment',
    late: 'of them completed after their order expired',
  },
  callback: {
    payments:
      'Payments whose completion is known and possible: not one that was told more than 24 hours after it',
    delay: 'From payment to the first delivery of its callback',
    late: 'of them were told later than the setting lateCallbackSeconds',
  },
} as const;
type Measure = keyof typeof MEASURES;
const ORDER: readonly Measure[] = ['payment', 'callback'];

/** The date's own figures, and those of the dates before together. */
const SPANS = [
  { prefix: '', of: 'the date', isBefore: false },
  { prefix: 'before_', of: `the ${DAYS_BEFORE} dates before`, isBefore: true },
] as const;

export const callbackDelays: Report = {
  name: 'callback-delays',
  title: 'How long payments and their callbacks take',
  grain: `one payment method and local hour, or method and whole day, that has a payment on the paid date or in the ${DAYS_BEFORE} before`,
  fact: false,
  columns: [
    paidDate,
    region,
    paymentMethod,
    text('hour', 'Local hour in which the payments completed, 00 to 23; empty for the whole day'),
    ...SPANS.flatMap(({ prefix, of }) => ORDER.flatMap((measure) => columnsOf(prefix, of, measure))),
  ],
  select: (db, scope) =>
    db
      .selectFrom(figures(scope).as('r'))
      .selectAll()
      .select([sql`${scope.date}::date`.as('paid_date'), sql`${scope.region}::text`.as('region')])
      .orderBy(bytewise(['payment_method', 'hour'])),
};

function columnsOf(prefix: string, of: string, measure: Measure): Column[] {
  const { payments, delay, late } = MEASURES[measure];
  return [
    count(`${prefix}${measure}_count`, `${payments}; of ${of}`),
    ...PERCENTILES.map(([name, rank]) =>
      count(
        `${prefix}${measure}_${name}_seconds`,
        `${delay}, in seconds, which ${rank} of 100 do not exceed, ${EXACTNESS}; of ${of}`,
      ),
    ),
    count(`${prefix}${measure}_late`, `How many ${late}; of ${of}`),
    percent(`${prefix}${measure}_late_percent`, `How many of 100 ${late}; of ${of}`),
  ];
}

/** Per method and hour, and per method: every column from counts of delays, so that what is stored costs nothing. */
function figures(scope: ReportScope): RawBuilder<Record<string, unknown>> {
  const shown = SPANS.flatMap(({ prefix, isBefore }) =>
    ORDER.flatMap((measure) => {
      const own = sql`where measure = ${sql.lit(measure)} and is_before = ${sql.lit(isBefore)}`;
      const pick = (column: string, name: string) =>
        sql`max(${sql.ref(column)}) filter (${own}) as ${sql.ref(`${prefix}${measure}_${name}`)}`;
      return [
        sql`coalesce(max(payments) filter (${own}), 0) as ${sql.ref(`${prefix}${measure}_count`)}`,
        ...PERCENTILES.map(([name]) => pick(name, `${name}_seconds`)),
        pick('late', 'late'),
        pick('late_percent', 'late_percent'),
      ];
    }),
  );
  // The nearest rank: the least delay that so many of a hundred payments do not exceed.
  const ranks = PERCENTILES.map(
    ([name, rank]) =>
      sql`min(seconds) filter (where 100 * up_to >= ${sql.lit(rank)} * total) as ${sql.ref(name)}`,
  );
  return sql`(
    with counted as (
      select payment_method, to_char(hour, 'FM00') as hour, measure, date < ${scope.date}::date as is_before, seconds,
             sum(payments) as payments, sum(late) as late
      from (${countsOf(scope)}) c
      group by payment_method, hour, measure, is_before, seconds
      having sum(payments) <> 0
    ),
    by_hour_and_day as (
      select * from counted
      union all
      select payment_method, null, measure, is_before, seconds, sum(payments), sum(late)
      from counted
      group by payment_method, measure, is_before, seconds
    ),
    running as (
      select b.*,
             sum(payments) over (same order by seconds) as up_to,
             sum(payments) over same as total
      from by_hour_and_day b
      window same as (partition by payment_method, hour, measure, is_before)
    ),
    measured as (
      select payment_method, hour, measure, is_before, sum(payments) as payments, sum(late) as late,
             round(100 * sum(late) / sum(payments), 2) as late_percent, ${sql.join(ranks)}
      from running
      group by payment_method, hour, measure, is_before
    )
    select payment_method, hour, ${sql.join(shown)}
    from measured
    group by payment_method, hour
  )`;
}

/** How many payments took how long. Counts are kept of all merchants together: one merchant's are told from its payments. */
function countsOf(scope: ReportScope): RawBuilder<unknown> {
  const within = (column: string) =>
    sql`region = ${scope.region} and ${sql.ref(column)} between ${scope.date}::date - ${sql.lit(DAYS_BEFORE)} and ${scope.date}::date`;
  if (scope.merchant === undefined) {
    return sql`
      select date, payment_method, hour, measure, seconds, payments, late
      from delay_changes
      where ${within('date')} and run_id <= ${scope.run}::integer`;
  }
  return sql`
    select paid_date as date, payment_method, paid_hour as hour, measure, seconds, 1 as payments, is_late::integer as late
    from payment_results
    cross join lateral (
      values ('payment', payment_delay_seconds, after_expiry), ('callback', callback_delay_seconds, late)
    ) m (measure, seconds, is_late)
    where ${within('paid_date')} and ${heldAt(scope)} and ${ofMerchant(scope)} and seconds is not null`;
}
