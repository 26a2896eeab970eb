import { type RawBuilder, sql } from 'kysely';
import { count, paidDate, paymentMethod, percent, region, text } from './columns.ts';
import type { Column, Report, ReportScope } from './report.ts';
import { bytewise, heldAt, ofMerchants } from './selection.ts';

const DAYS_BEFORE = 28;
const PERCENTILES = [
  ['median', 50],
  ['p95', 95],
  ['p99', 99],
] as const;
const EXACTNESS =
  'rounded down to 1 s below 2 minutes, 5 s below 10, 30 s below an hour, 5 minutes below a day, otherwise 1 hour; negative is 0';

/** Measures: their payments, their delay, and which are late. */
const MEASURES = {
  payment: {
    payments: 'Payments with a known request, and so a known creation',
    delay: 'From creation to payment',
    late: 'those completed after their order expired',
  },
  callback: {
    payments: 'Payments whose completion is known and possible',
    delay: 'From payment to the first delivery of its callback',
    late: 'those notified later than the setting lateCallbackSeconds',
  },
} as const;
type Measure = keyof typeof MEASURES;
const ORDER: readonly Measure[] = ['payment', 'callback'];

/** The date itself, and the earlier dates together. */
const SPANS = [
  { prefix: '', of: 'the date', compared: sql`=` },
  { prefix: 'before_', of: `the ${DAYS_BEFORE} dates before`, compared: sql`<` },
] as const;

export const callbackDelays: Report = {
  name: 'callback-delays',
  title: 'Delays of payments and their callbacks',
  grain: `payment method and local hour, or method and whole day, with a payment on the paid date or in the ${DAYS_BEFORE} before`,
  fact: false,
  columns: [
    paidDate,
    region,
    paymentMethod,
    text('hour', 'Local hour of completion, 00 to 23; empty for the whole day', '10'),
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
        `${delay}, in seconds, ${rank}th percentile, ${EXACTNESS}; of ${of}`,
        { unit: 'seconds', example: '75' },
      ),
    ),
    count(`${prefix}${measure}_late`, `Number of ${late}; of ${of}`),
    percent(`${prefix}${measure}_late_percent`, `Percentage of ${late}; of ${of}`),
  ];
}

/** Per method and hour, and per method: every column from counts of delays, so that what is stored costs nothing. */
function figures(scope: ReportScope): RawBuilder<Record<string, unknown>> {
  const each = (make: (span: (typeof SPANS)[number]) => RawBuilder<unknown>[]) =>
    sql.join(SPANS.flatMap(make));
  const counted = each(({ prefix, compared }) => {
    const own = sql`filter (where date ${compared} ${scope.date}::date)`;
    return ['payments', 'late'].map(
      (name) => sql`coalesce(sum(${sql.ref(name)}) ${own}, 0) as ${sql.ref(`${prefix}${name}`)}`,
    );
  });
  const summed = each(({ prefix }) =>
    ['payments', 'late'].map((name) => sql`sum(${sql.ref(`${prefix}${name}`)})`),
  );
  const running = each(({ prefix }) => [
    sql`sum(${sql.ref(`${prefix}payments`)}) over (same order by seconds) as ${sql.ref(`${prefix}up_to`)}`,
    sql`sum(${sql.ref(`${prefix}payments`)}) over same as ${sql.ref(`${prefix}total`)}`,
  ]);
  return sql`(
    with counted as (
      select payment_method, hour, measure, seconds, ${counted}
      from (${countsOf(scope)}) c
      group by payment_method, hour, measure, seconds
    ),
    by_hour_and_day as (
      select * from counted
      union all
      select payment_method, null, measure, seconds, ${summed}
      from counted
      group by payment_method, measure, seconds
    ),
    running as (
      select b.*, ${running}
      from by_hour_and_day b
      window same as (partition by payment_method, hour, measure)
    )
    select payment_method, to_char(hour, 'FM00') as hour, ${each(shownOf)}
    from running
    group by payment_method, hour
    having sum(payments) > 0 or sum(before_payments) > 0
  )`;
}

/** A span's columns, from running counts. */
function shownOf({ prefix }: (typeof SPANS)[number]): RawBuilder<unknown>[] {
  const ref = (name: string) => sql.ref(`${prefix}${name}`);
  return ORDER.flatMap((measure) => {
    const own = sql`measure = ${sql.lit(measure)} and ${ref('total')} > 0`;
    const late = sql`sum(${ref('late')}) filter (where ${own})`;
    const payments = sql`sum(${ref('payments')}) filter (where ${own})`;
    const shown: Array<readonly [name: string, value: RawBuilder<unknown>]> = [
      ['count', sql`coalesce(${payments}, 0)`],
      // The nearest rank: the least delay that so many of a hundred payments do not exceed.
      ...PERCENTILES.map(
        ([name, rank]) =>
          [
            `${name}_seconds`,
            sql`min(seconds) filter (where ${own} and 100 * ${ref('up_to')} >= ${sql.lit(rank)} * ${ref('total')})`,
          ] as const,
      ),
      ['late', late],
      ['late_percent', sql`round(100 * ${late} / ${payments}, 2)`],
    ];
    return shown.map(([name, value]) => sql`${value} as ${ref(`${measure}_${name}`)}`);
  });
}

/**
 * How many payments took how long. Counts are kept of all merchants together: one merchant's are counted from its
 * payments.
 */
function countsOf(scope: ReportScope): RawBuilder<unknown> {
  const within = (column: string) =>
    sql`region = ${scope.region} and ${sql.ref(column)} between ${scope.date}::date - ${sql.lit(DAYS_BEFORE)} and ${scope.date}::date`;
  if (scope.merchants === undefined) {
    return sql`
      select date, payment_method, hour, measure, seconds, payments, late
      from delay_changes
      where ${within('date')} and run_id <= ${scope.run}::integer`;
  }
  return sql`
    select paid_date as date, payment_method, paid_hour as hour, measure, seconds, 1 as payments, is_late::integer as late
    from payments_by_date
    cross join lateral (
      values ('payment', payment_delay_seconds, after_expiry), ('callback', callback_delay_seconds, late)
    ) m (measure, seconds, is_late)
    where ${within('paid_date')} and ${heldAt(scope)} and ${ofMerchants(scope)} and seconds is not null`;
}
