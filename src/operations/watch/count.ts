import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant } from '../../normalise/instant.ts';
import type { RegionSettings, Settings } from '../../settings/schema.ts';
import type { RegionCounts } from './judge-region.ts';
import type { Reach } from './read-until.ts';
import {
  type ComparedStretch,
  comparableStretches,
  LONGEST_DUE_SECONDS,
  SLOT_SECONDS,
  SLOTS,
} from './stretches.ts';
import { emptyGroup, type Group, type Line } from './tally.ts';

/** The counts of a region, and the seconds from the request to the deadline of orders for each payment method. */
export interface Counted extends RegionCounts {
  readonly dueSeconds: ReadonlyMap<string, number>;
}

/** Counts the orders and payments of a region in the last hours and in the same hours of the weeks before. */
export async function countRegion(
  session: Session,
  settings: Settings,
  region: RegionSettings,
  { until, payInsFrom }: Reach,
): Promise<Counted> {
  const { weeks, measures } = settings.watch;
  const groups = new Map<string, Group>();
  const take = takeInto(groups, weeks);
  const stretches = (shift = 0) => comparableStretches(until, region.zone, weeks, shift);
  for (const stretch of stretches()) {
    const times = timesOf(region, stretch);
    const payments = await runSqlFile<Row>(session, 'watch/030_payments.sql', times);
    take(payments.rows, stretch, ['payments', 'timed', 'late', 'compared', 'mismatched']);
    const orders = await runSqlFile<Row>(session, 'watch/040_orders.sql', {
      ...{ ...times, methods: null, only_due: false },
    });
    take(
      orders.rows.map(({ orders: requested = 0, ...row }) => ({ ...row, requested })),
      stretch,
      ['requested', 'paid'],
    );
  }
  const dueSeconds = measures.includes('stuck')
    ? await readDeadlines(session, region, until)
    : new Map<string, number>();
  for (const [shift, methods] of Map.groupBy(dueSeconds, ([, seconds]) => seconds)) {
    for (const stretch of stretches(shift)) {
      const { rows } = await runSqlFile<Row>(session, 'watch/040_orders.sql', {
        ...timesOf(region, stretch),
        methods: methods.map(([method]) => method),
        only_due: true,
      });
      take(
        rows.map(({ orders: due = 0, paid: met = 0, ...row }) => ({ ...row, due, met })),
        stretch,
        ['due', 'met'],
      );
    }
  }
  return { weeks, groups: [...groups.values()], payInsFrom, dueSeconds };
}

type Row = { readonly payment_method: string; readonly merchant_id: string; readonly slot: number } & {
  readonly [line in Line | 'orders']?: number;
};

function timesOf({ name }: RegionSettings, { from, to, seenUntil }: ComparedStretch) {
  return {
    region: name,
    from_at: formatInstant(from),
    to_at: formatInstant(to),
    seen_until: formatInstant(seenUntil),
  };
}

function takeInto(groups: Map<string, Group>, weeks: number) {
  return (rows: readonly Row[], { week, firstSlot }: ComparedStretch, lines: readonly Line[]) => {
    for (const row of rows) {
      const key = JSON.stringify([row.payment_method, row.merchant_id]);
      const group = groups.get(key) ?? emptyGroup(row.payment_method, row.merchant_id, weeks);
      groups.set(key, group);
      for (const line of lines) group.lines[line][week * SLOTS + firstSlot + row.slot]! += row[line] ?? 0;
    }
  };
}

/** Reads the seconds from the request to the deadline for each payment method, in whole slots. */
async function readDeadlines(session: Session, region: RegionSettings, until: Reach['until']) {
  const { rows } = await runSqlFile<{ payment_method: string; due_seconds: number }>(
    session,
    'watch/020_deadlines.sql',
    {
      region: region.name,
      from_at: formatInstant(addSeconds(until, -SLOTS * SLOT_SECONDS)),
      to_at: formatInstant(until),
    },
  );
  return new Map(
    rows
      .filter(({ due_seconds: seconds }) => seconds <= LONGEST_DUE_SECONDS)
      .map(({ payment_method: method, due_seconds: seconds }) => [method, seconds]),
  );
}
