import { type RawBuilder, sql } from 'kysely';
import { transactionOf } from '../database/locks.ts';
import { analyzeSample } from '../database/statistics.ts';
import type { Session } from '../database/store.ts';
import { atFaultPoint } from '../fault-points.ts';
import { inPartOfRun } from './part-of-run.ts';
import { gatherEvidence, type Judging, type OrderRange, runStep } from './run-steps.ts';
import { stepsOf, tablesFilled } from './steps.ts';

/** With fewer orders than this, one connection is faster than opening more. */
export const ORDERS_A_LANE = 10_000;

/**
 * The tables of one lane. They hide the shared tables of the same names, because other connections do not see the run's
 * uncommitted rows in those.
 */
const OWN_TABLES = ['work_keys', ...tablesFilled('lane')];

/** What a lane gets of statements: what they say of each order, and the numbers whose rows the run itself reads. */
const STATED_TABLES = ['work_stated', 'work_stated_rows', 'work_refunds', 'work_apart'] as const;

/**
 * The number of connections to judge the orders. It is one if the engine has only one connection or distributes
 * statements itself.
 */
export function lanesFor(
  session: Session,
  { settings, orders, isCluster }: Pick<Judging, 'settings' | 'orders' | 'isCluster'>,
): number {
  if (session.beside === undefined || isCluster) return 1;
  return Math.max(1, Math.min(settings.reconcile.lanes, Math.floor(orders / ORDERS_A_LANE)));
}

/**
 * Judges orders on several connections at once. Each lane judges those of a range in its own work tables
 * and adds its results to the joint tables. The run's own transaction then writes the results, one table after the
 * other, while the lanes fill the next joint table. Lanes work only while the run's transaction is open, and no lane
 * works while these tables are emptied, so the rows of an interrupted run are never mistaken for those of another.
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE, DATABASE_BUSY
 */
export async function judgeInLanes(session: Session, judging: Judging, lanes: number): Promise<void> {
  const run = await transactionOf(session);
  const stop = new AbortController();
  const ranges = await rangesOf(session, judging, lanes);
  const give = keysInTurns(session, judging, ranges);
  const results = stepsOf('results').map((step) => ({
    step,
    done: Array.from({ length: lanes }, () => Promise.withResolvers<void>()),
  }));
  const judgeLane = async (lane: Session, index: number) => {
    const judgingRange = { ...judging, range: ranges[index]! };
    const inLane = (work: () => Promise<void>) => {
      stop.signal.throwIfAborted();
      return inPartOfRun(lane, run, work);
    };
    await inLane(async () => {
      const own = judging.hasStatements ? new Set([...OWN_TABLES, ...STATED_TABLES]) : OWN_TABLES;
      const tables = [...own].map((table) => `create temporary table ${table} (like ${table})`);
      const unmatched = 'create temporary table unmatched_callbacks (trade_no text collate "C")';
      await lane.script([...tables, unmatched].join('; '));
      await give(lane, index);
      await lane.script('analyze work_keys; analyze unmatched_callbacks');
      if (judging.hasStatements) await analyzeSample(lane, STATED_TABLES);
      await gatherEvidence(lane, judgingRange);
    });
    for (const { step, done } of results.filter(({ step: { where } }) => where !== 'parent')) {
      await inLane(async () => {
        await atFaultPoint('run.lane', () => runStep(lane, judgingRange, step));
      });
      done[index]!.resolve();
    }
  };
  const working = session.beside!(lanes, judgeLane, stop);
  // A lane that fails while the run writes is reported when the run waits for that lane.
  working.catch(() => undefined);
  try {
    for (const { step, done } of results) {
      if (step.where === 'parent') await runStep(session, judging, step);
      else if (step.where !== 'lane')
        await Promise.race([Promise.all(done.map(({ promise }) => promise)), working]);
    }
  } catch (error) {
    stop.abort(error);
  }
  await working;
  stop.signal.throwIfAborted();
}

/**
 * Gives each lane its orders of work_keys, the tradeNos of all unmatched callbacks, and what statements say of its orders. The
 * lanes take turns, because all of it comes from the run's one connection. Throws Error if the lanes together did not get
 * every order as their own exactly once.
 */
function keysInTurns(
  session: Session,
  { parameters, keys, hasStatements }: Judging,
  ranges: readonly OrderRange[],
): (lane: Session, index: number) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let turns = 0;
  let given = 0;
  return (lane, index) => {
    const give = async () => {
      const part = await session.copyOut(keysOf(parameters['last_source'], ranges[index]!, index === 0));
      await lane.copyAcross!('work_keys', part);
      const { rows } = await sql<{ own: string }>`
        select count(*) as own from work_keys where is_own`.execute(lane.db);
      given += Number(rows[0]!.own);
      const unmatched = await session.copyOut(
        session.db.selectFrom('unmatched_callbacks').select('trade_no').distinct(),
      );
      await lane.copyAcross!('unmatched_callbacks', unmatched);
      if (hasStatements) await giveStated(session, lane, ranges[index]!, index === 0);
      turns += 1;
      if (turns === ranges.length && given !== keys)
        throw new Error(`lanes were given ${given} of ${keys} orders`);
    };
    before = before.then(give);
    return before;
  };
}

/**
 * Gives a lane what statements say of the orders of its range. The first lane gets it of all orders in work_keys too: it
 * judges some of other ranges.
 */
async function giveStated(
  session: Session,
  lane: Session,
  range: OrderRange,
  isFirst: boolean,
): Promise<void> {
  for (const table of STATED_TABLES) {
    const part = await session.copyOut(sql`
      select s.*
      from ${sql.table(table)} s
      where ${isWithin(range, 's.order_no')}
        or ${sql.lit(isFirst)} and exists (select from work_keys k where k.order_no = s.order_no)`);
    await lane.copyAcross!(table, part);
  }
}

/**
 * Selects a lane's part of work_keys: a range of order numbers. Ranges keep the lanes apart in the indexes of results;
 * lanes that insert side by side wait for each other's pages, which takes a fifth of their time. Orders that callbacks may
 * match by tradeNo have to be judged together with those callbacks; the first lane judges all of them. The lane of their
 * range gets them too, because it must not take them for orders that are read straight from their records. Sources that were
 * read after the run began are ignored, so that every lane computes the same division.
 */
function keysOf(lastSource: unknown, range: OrderRange, isFirst: boolean) {
  return sql`
    with related as materialized (
      select order_no, merchant_id from unmatched_callbacks
      union
      select p.order_no, p.merchant_id
      from (select distinct trade_no from unmatched_callbacks) s
      join pay_ins p on p.trade_no = s.trade_no and p.source_id <= ${sql.lit(lastSource)}
    ),
    ranged as (
      select k.order_no, k.merchant_id, k.round, r.order_no is not null as is_related,
             ${isWithin(range, 'k.order_no')} as is_in_range
      from work_keys k
      left join related r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
    )
    select order_no, merchant_id, round,
           case when is_related then ${sql.lit(isFirst)} else is_in_range end as is_own
    from ranged
    where is_in_range or (is_related and ${sql.lit(isFirst)})`;
}

function isWithin({ from, to }: OrderRange, column: string): RawBuilder<unknown> {
  const number = sql.ref(column);
  const after = from === null ? sql`true` : sql`${number} >= ${sql.lit(from)}`;
  return sql`${after} and ${to === null ? sql`true` : sql`${number} < ${sql.lit(to)}`}`;
}

/** One record in so many is read to find how the order numbers are distributed. */
const SAMPLED = 64;

async function rangesOf(session: Session, { parameters }: Judging, lanes: number): Promise<OrderRange[]> {
  const shares = Array.from({ length: lanes - 1 }, (_, index) => (index + 1) / lanes);
  const { rows } = await sql<{ bounds: string[] | null }>`
    select percentile_disc(${shares}::double precision[]) within group (order by order_no) as bounds
    from (
      select order_no from pay_ins
      where source_id > ${parameters['known_source']}::integer
        and source_id <= ${parameters['last_source']}::integer
        and line % ${SAMPLED}::integer = 0
      union all
      select order_no from work_keys where hashtext(order_no) % ${SAMPLED}::integer = 0
    ) s`.execute(session.db);
  const bounds = rows[0]!.bounds ?? shares.map(() => '');
  return [...bounds, null].map((to, index) => ({ from: index === 0 ? null : bounds[index - 1]!, to }));
}
