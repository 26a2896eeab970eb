import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { FlowChangesTable } from '../src/database/tables.ts';
import { count, date, money, region, text } from './columns.ts';
import type { Column, Report, ReportScope } from './report.ts';
import { bytewise, ofMerchants } from './selection.ts';
import { ofStatements } from './stated-columns.ts';

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

/** Money owed to payers, from the start of the date to its end; see refunds-due.csv. */
const OWED: ReadonlyArray<readonly [name: string, meaning: string]> = [
  ['opening', 'Money owed to payers at the start of the date'],
  ['new', 'Money that became owed on the date: paid more than once, too much, or after rejection'],
  ['returned', 'Money of it that statements show as returned on the date'],
  ['closing', 'Money owed at the end of the date: owed_opening plus owed_new minus owed_returned'],
];

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
    ...ofStatements(OWED.flatMap(([name, meaning]) => money(`owed_${name}`, 'currency', meaning))),
  ],
  select: (db, scope) => {
    const values = STAGES.flatMap(([stage]) => VALUES.map((value) => sumOf(stage, value, scope.date)));
    const stages = STAGES.flatMap(([stage]) => VALUES.map((value) => `${stage}_${value}`));
    const owed = scope.ofStatements ? OWED.map(([name]) => `owed_${name}_minor`) : [];
    const names = [...stages, ...owed].map((name) => sql.ref(name));
    return db
      .selectFrom(
        db
          .selectFrom(changes(scope))
          .select([sql`${scope.date}::date`.as('date'), 'region', 'currency', ...values])
          .$if(scope.ofStatements, (rows) => rows.select(OWED.map(([name]) => owedSum(name, scope.date))))
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

/** The changes of open orders, and those of money owed where statements are known. */
function changes({ ofStatements: withOwed }: ReportScope): AliasedRawBuilder<FlowChangesTable, 'c'> {
  const owed = sql`
    union all
    select run_id, date, region, merchant_id, currency, 'owed_' || flow, 0, minor, 0 from owed_changes`;
  return sql<FlowChangesTable>`(
    select run_id, date, region, merchant_id, currency, flow, orders, requested_minor, unreadable from flow_changes
    ${withOwed ? owed : sql``}
  )`.as<'c'>(sql`c`);
}

/** Money owed at the start of the date, that became owed or was returned on it, or owed at its end. */
function owedSum(name: string, day: string) {
  const signed = sql`case flow when 'owed_owed' then requested_minor when 'owed_returned' then -requested_minor end`;
  const flow = name === 'new' ? 'owed_owed' : 'owed_returned';
  const until = { opening: sql`date < ${day}::date`, closing: sql`true` }[name];
  const summed =
    until === undefined
      ? sql`sum(requested_minor) filter (where date = ${day}::date and flow = ${sql.lit(flow)})`
      : sql`sum(${signed}) filter (where ${until})`;
  return sql`coalesce(${summed}, 0)`.as(`owed_${name}_minor`);
}

/** One value of one stage: changes before the date, on the date by one flow, or until its end. */
function sumOf(stage: string, value: (typeof VALUES)[number], day: string) {
  const column = sql.ref(value === 'minor' ? 'requested_minor' : value);
  const signed = sql`case when flow = 'requested' then ${column} when flow like 'owed\\_%' then 0 else -${column} end`;
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
