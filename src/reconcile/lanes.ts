import { sql } from 'kysely';
import { isCitus } from '../database/distribute.ts';
import { transactionOf, workForRun } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import type { Settings } from '../settings/schema.ts';
import type { Run } from './run.ts';
import { gatherEvidence, type Judging, runStep } from './run-steps.ts';
import { stepsOf, tablesFilled } from './steps.ts';

/** Fewer orders than this are judged faster than more connections are opened. */
export const ORDERS_A_LANE = 10_000;

/**
 * How long a lane waits for a lock on a table of the run, as an `alter table` holds one. Its holder may itself wait for the
 * run, and the run waits for the lane: no server detects this deadlock, because the run waits in Node.
 */
const PATIENCE = '5min';

const KEY_COLUMNS = ['order_no', 'merchant_id', 'round'] as const;
const UNMATCHED_COLUMNS = ['order_no', 'merchant_id', 'digest', 'trade_no', 'received_at'] as const;

/** The tables of one lane. They hide the shared tables of the same names, whose rows of this run only the run itself sees. */
const OWN_TABLES = ['work_keys', 'unmatched_callbacks', ...tablesFilled('lane')]
  .map((table) => `create temporary table ${table} (like ${table})`)
  .join('; ');

/** How many connections judge so many orders: one where the engine has only one, or distributes statements itself. */
export async function lanesFor(session: Session, { reconcile }: Settings, orders: number): Promise<number> {
  if (session.beside === undefined) return 1;
  const lanes = Math.min(reconcile.lanes, Math.floor(orders / ORDERS_A_LANE));
  return lanes > 1 && !(await isCitus(session)) ? lanes : 1;
}

/** How many lanes there are, and how many orders they share. */
interface Division {
  readonly lanes: number;
  readonly orders: number;
}

/**
 * Judges the orders of work_keys on several connections at once. Each lane judges a part of them, in work tables of its own,
 * and adds what it finds to the joint tables that say what the results should be. The run's own transaction then writes the
 * results, one table after the other, while the lanes fill the next joint table. A lane works only as long as the run's
 * transaction is open, and none works when these tables are emptied: what a cut-off run leaves behind is never taken for
 * the rows of another run.
 * @throws Fault SETTINGS_INVALID, BOOKS_DO_NOT_TIE, DATABASE_BUSY
 */
export async function judgeInLanes(session: Session, judging: Judging, division: Division): Promise<void> {
  const run = await transactionOf(session);
  const stop = new AbortController();
  const give = keysInTurns(session, judging, division);
  const results = stepsOf('results').map((step) => ({
    step,
    done: Array.from({ length: division.lanes }, () => Promise.withResolvers<void>()),
  }));
  const judgeLane = async (lane: Session, index: number) => {
    await inLane(lane, run, stop, async () => {
      await lane.script(OWN_TABLES);
      await give(lane, index);
      await lane.script('analyze work_keys; analyze unmatched_callbacks');
      await gatherEvidence(lane, judging);
    });
    for (const { step, done } of results.filter(({ step: { where } }) => where === 'joint')) {
      await inLane(lane, run, stop, async () => void (await runStep(lane, judging, step)));
      done[index]!.resolve();
    }
  };
  const working = session.beside!(division.lanes, judgeLane, stop);
  // If a lane fails while the run writes, the run finds out when it waits for that lane.
  working.catch(() => undefined);
  try {
    for (const { step, done } of results) {
      if (step.where === 'parent') await runStep(session, judging, step);
      else await Promise.race([Promise.all(done.map(({ promise }) => promise)), working]);
    }
  } catch (error) {
    stop.abort(error);
  }
  await working;
  stop.signal.throwIfAborted();
}

/** Runs work in a transaction of a lane, while the run is open; the lane's own tables hide the shared ones. */
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
    // For a search path that puts the temporary tables last.
    await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
      lane.db,
    );
    await work();
  });
}

/**
 * Gives each lane its orders, one lane after the other, because they come from the one connection of the run. Throws Error
 * if the lanes together were not given every order exactly once.
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
      const unmatched = await session.copyOut(
        session.db.selectFrom('unmatched_callbacks').select(UNMATCHED_COLUMNS),
      );
      await lane.copyAcross!('unmatched_callbacks', UNMATCHED_COLUMNS, unmatched);
      turns += 1;
      if (turns === lanes && given !== orders)
        throw new Error(`lanes were given ${given} of ${orders} orders`);
    };
    before = before.then(give);
    return before;
  };
}

/**
 * A lane's part of the orders, by a hash of the order number. Orders to which callbacks may belong by their tradeNo are
 * judged together with those callbacks, all of them by the first lane. Sources read meanwhile are left out, so that every
 * lane computes the same division.
 */
function keysOf({ lastSourceId }: Run, lanes: number, index: number) {
  return sql`
    with related as materialized (
      select order_no, merchant_id from unmatched_callbacks
      union
      select p.order_no, p.merchant_id
      from unmatched_callbacks s
      join pay_ins p on p.trade_no = s.trade_no and p.source_id <= ${sql.lit(lastSourceId)}
    )
    select k.order_no, k.merchant_id, k.round
    from work_keys k
    left join related r on r.order_no = k.order_no and r.merchant_id = k.merchant_id
    where case when r.order_no is not null then 0
               else (hashtext(k.order_no) & 2147483647) % ${sql.lit(lanes)} end = ${sql.lit(index)}`;
}
