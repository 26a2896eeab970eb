import { type RawBuilder, sql } from 'kysely';
import { count, date, money, region, text } from './columns.ts';
import type { Column, Report } from './report.ts';
import { bytewise, ofMerchants } from './selection.ts';

/** Flows of orders on a date: they are requested, and leave the open orders in one of these ways. */
const FLOWS = {
  requested: 'Orders of the business date',
  paid: 'Orders whose payment completed on the date (MATCHED, MISMATCH)',
  rejected: 'Orders of the date that the service refused (REJECTED)',
  failed: 'Orders whose payment failed on the date (FAILED)',
  expired: 'Orders whose horizon after the deadline ended on the date (EXPIRED)',
  reversed: 'Orders whose payment was reversed on the date (REVERSED)',
} as const;

/** Columns from the date's opening through its flows to its closing. */
const STAGES: ReadonlyArray<readonly [name: string, meaning: string]> = [
  ['opening', 'Orders open at the start of the date'],
  ...Object.entries(FLOWS),
  [
    'closing',
    "Orders open at the end of the date: opening plus requested minus the others; equal to the next date's opening",
  ],
];

const VALUES = ['orders', 'minor', 'unreadable'] as const;

export const rollForward: Report = {
  name: 'roll-forward',
  title: 'Roll-forward of open orders from one date to the next',
  grain: 'requested currency in which orders were open, came in or were closed on the date',
  fact: false,
  columns: [
    date('date', 'The date, from midnight to midnight in the zone of the region'),
    region,
    text('currency', 'Currency of the requests', 'BRL'),
    ...STAGES.flatMap(([name, meaning]): Column[] => [
      count(`${name}_orders`, meaning),
      ...money(name, 'currency', `Requested money of ${name}_orders`),
    ]),
    ...STAGES.map(([name]) =>
      count(
        `${name}_unreadable`,
        `Number of ${name}_orders whose amount is in no sum, because it cannot be read exactly or has no currency`,
      ),
    ),
  ],
  select: (db, scope) => {
    const values = STAGES.flatMap(([stage]) => VALUES.map((value) => sumOf(stage, value, scope.date)));
    const names = STAGES.flatMap(([stage]) => VALUES.map((value) => sql.ref(`${stage}_${value}`)));
    return db
      .selectFrom(
        db
          .selectFrom('flow_changes')
          .select([sql`${scope.date}::date`.as('date'), 'region', 'currency', ...values])
          .where('region', '=', scope.region)
          .where('date', '<=', scope.date)
          .where('run_id', '<=', scope.run)
          .where(ofMerchants(scope))
          .groupBy(['region', 'currency'])
          .as('r'),
      )
      .selectAll()
      .where(sql<boolean>`(${sql.join(names)}) is distinct from (${sql.join(names.map(() => sql.lit(0)))})`)
      .orderBy(bytewise(['currency']));
  },
};

/** One value of one stage: changes before the date, on the date by one flow, or until its end. */
function sumOf(stage: string, value: (typeof VALUES)[number], day: string) {
  const column = sql.ref(value === 'minor' ? 'requested_minor' : value);
  const signed = sql`case flow when 'requested' then ${column} else -${column} end`;
  return sumWhere(stage, column, signed, day).as(`${stage}_${value}`);
}

function sumWhere(
  stage: string,
  column: RawBuilder<unknown>,
  signed: RawBuilder<unknown>,
  day: string,
): RawBuilder<string> {
  if (stage === 'closing') return sql`coalesce(sum(${signed}), 0)`;
  if (stage === 'opening') return sql`coalesce(sum(${signed}) filter (where date < ${day}::date), 0)`;
  return sql`coalesce(sum(${column}) filter (where date = ${day}::date and flow = ${sql.lit(stage)}), 0)`;
}
