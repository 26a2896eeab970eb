import { sql } from 'kysely';
import { isCitus } from '../database/distribute.ts';
import { transactionOf, workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import { WORK_STAGES } from '../database/work-tables.ts';
import type { Settings } from '../settings/schema.ts';
import { type Judging, judgeKeys, makeResults } from './judge-orders.ts';
import { RESULT_TABLES, type ResultTable } from './result-tables.ts';
import type { Run } from './run.ts';

/** Fewer orders than this are judged before more connections have been begun. */
export const ORDERS_A_LANE = 10_000;

/**
 * For how long a lane waits for who holds a table of the run, as an `alter table` does: what that waits for may be the run,
 * and the run waits for the lane, which no server finds out.
 */
const PATIENCE = '5min';

const KEY_COLUMNS = ['order_no', 'merchant_id', 'round'] as const;
const STRAY_COLUMNS = ['order_no', 'merchant_id', 'digest', 'trade_no', 'received_at'] as const;

/** The tables of one lane, in front of those of the same names; what the run has in these by now is seen by nobody else. */
const OWN_TABLES = ['work_keys', 'strays', ...WORK_STAGES]
  .map((table) => `create temporary table ${table} (like ${table})`)
  .join('; ');

/** Over how many connections so many orders are judged: one where the engine has but one, or spreads statements itself. */
export async function lanesFor(session: Session, { reconcile }: Settings, orders: number): Promise<number> {
  if (session.beside === undefined) return 1;
  const lanes = Math.min(reconcile.lanes, Math.floor(orders / ORDERS_A_LANE));
  return lanes > 1 && !(await isCitus(session)) ? lanes : 1;
}

/** Into how many parts how many orders are divided. */
interface Division {
  readonly lanes: number;
  readonly orders: number;
}

/**
 * Judges the orders of work_keys on several connections at once, each a part of them, in work tables of its own. What
 * they leave in the tables that say what the results should be is no result yet: that it becomes in the run's own
 * transaction, table after table, while the lanes make the next one. Each does so only as long as that transaction is under
 * way, and none is at work when these tables are emptied, so that what a run leaves behind that was cut off is never taken
 * for another's.
 * @param write makes the results what the work table says, in the run's own transaction
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE, DATABASE_BUSY
 */
export async function judgeInLanes(
  session: Session,
  judging: Judging,
  division: Division,
  write: (table: ResultTable) => Promise<void>,
): Promise<void> {
  const run = await transactionOf(session);
  const stop = new AbortController();
  const give = keysInTurns(session, judging, division);
  const tables = RESULT_TABLES.map((table) => ({
    table,
    made: Array.from({ length: division.lanes }, () => Promise.withResolvers<void>()),
  }));
  const judgeLane = async (lane: Session, index: number) => {
    await inLane(lane, run, stop, async () => {
      await lane.script(OWN_TABLES);
      await give(lane, index);
      await lane.script('analyze work_keys; analyze strays');
      await judgeKeys(lane, judging);
    });
    for (const { table, made } of tables) {
      await inLane(lane, run, stop, () => makeResults(lane, judging, table.work));
      made[index]!.resolve();
    }
  };
  const working = session.beside!(division.lanes, judgeLane, stop);
  // A lane that fails while the run writes is heard when the run comes to wait for it.
  working.catch(() => undefined);
  try {
    for (const { table, made } of tables) {
      await Promise.race([Promise.all(made.map(({ promise }) => promise)), working]);
      await write(table);
    }
  } catch (error) {
    stop.abort(error);
  }
  await working;
  stop.signal.throwIfAborted();
}

/** A transaction of a lane, in which the run is under way and the lane's own tables stand in front. */
function inLane(
  lane: Session,
  run: string,
  { signal }: AbortController,
  work: () => Promise<void>,
): Promise<void> {
  signal.throwIfAborted();
  return transaction(lane, async () => {
    await lane.script(`set local lock_timeout = '${PATIENCE}'`);
    await workForRun(lane, run, 'beside');
    // Also where a search path has the temporary tables last.
    await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
      lane.db,
    );
    await work();
  });
}

/**
 * Gives each lane its orders, one after the other: they come from the one connection of the run. Throws Error where an
 * order went to none of them or to several.
 */
function keysInTurns(
  session: Session,
  { run }: Judging,
  { lanes, orders }: Division,
): (lane: Session, index: number) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let turns = 0;
  let given = 0;
  return (lane, index) => {
    const give = async () => {
      const keys = await session.copyOut(keysOf(run, lanes, index));
      given += await lane.copyAcross!('work_keys', KEY_COLUMNS, keys);
      const strays = await session.copyOut(session.db.selectFrom('strays').select(STRAY_COLUMNS));
      await lane.copyAcross!('strays', STRAY_COLUMNS, strays);
      turns += 1;
      if (turns === lanes && given !== orders)
        throw new Error(`lanes were given ${given} of ${orders} orders`);
    };
    before = before.then(give);
    return before;
  };
}

/**
 * A lane's part of the orders, by a hash of their number. Orders that callbacks may belong to by their tradeNo are judged
 * beside those callbacks: all of them by the first. What is read meanwhile is not looked at, so that every lane finds the
 * same division.
 */
function keysOf({ lastSourceId }: Run, lanes: number, index: number) {
  return sql`
    with kin as materialized (
      select order_no, merchant_id from strays
      union
      select p.order_no, p.merchant_id
      from strays s
      join pay_ins p on p.trade_no = s.trade_no and p.source_id <= ${sql.lit(lastSourceId)}
    )
    select k.order_no, k.merchant_id, k.round
    from work_keys k
    left join kin on kin.order_no = k.order_no and kin.merchant_id = k.merchant_id
    where case when kin.order_no is not null then 0
               else (hashtext(k.order_no) & 2147483647) % ${sql.lit(lanes)} end = ${sql.lit(index)}`;
}
