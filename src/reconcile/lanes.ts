import { sql } from 'kysely';
import { isCitus } from '../database/distribute.ts';
import { LOCKS } from '../database/locks.ts';
import { type Session, transaction } from '../database/store.ts';
import { WORK_STAGES } from '../database/work-tables.ts';
import type { Settings } from '../settings.ts';
import { checkJudged, gatherEvidence, type Judging, makeResults, OUTPUTS } from './judge-keys.ts';
import { RESULT_TABLES, type ResultTable } from './result-tables.ts';

/** Fewer orders than this are judged before more connections have been begun. */
export const ORDERS_A_LANE = 10_000;

const KEY_COLUMNS = ['order_no', 'merchant_id', 'round'] as const;
const STRAY_COLUMNS = ['order_no', 'merchant_id', 'digest', 'trade_no', 'received_at'] as const;

/**
 * The tables of one lane, in front of those of the same names. That of its orders is not made like the run's, which the
 * run keeps locked; what the run knows of strays by now is seen by nobody else.
 */
const OWN_TABLES = [
  `create temporary table work_keys (
    order_no text collate "C" not null, merchant_id text collate "C" not null, round integer not null
  )`,
  'create temporary table strays (like strays)',
  ...WORK_STAGES.map((table) => `create temporary table ${table} (like ${table})`),
].join('; ');

/** Over how many connections so many orders are judged: one where the engine has but one, or spreads statements itself. */
export async function lanesFor(session: Session, { reconcile }: Settings, orders: number): Promise<number> {
  if (session.beside === undefined) return 1;
  const lanes = Math.min(reconcile.lanes, Math.floor(orders / ORDERS_A_LANE));
  return lanes > 1 && !(await isCitus(session)) ? lanes : 1;
}

/**
 * Judges the orders of work_keys on several connections at once, each a part of them, in work tables of its own. What
 * they leave in the tables that say what the results should be is no result yet: that it becomes in the run's own
 * transaction, table after table, while the lanes make the next one. Each does so only as long as that transaction is under
 * way, and none is at work when these tables are emptied, so that what a run leaves behind that was cut off is never taken
 * for another's.
 * @param write makes the results what the work table says, in the run's own transaction
 */
export async function judgeInLanes(
  session: Session,
  judging: Judging,
  lanes: number,
  write: (table: ResultTable) => Promise<void>,
): Promise<void> {
  const run = await transactionOf(session);
  await session.beside!(1, (lane) =>
    transaction(lane, async () => {
      await sql`select pg_advisory_xact_lock(${LOCKS.lanes}::bigint)`.execute(lane.db);
      await checkUnderWay(lane, run);
      await lane.script(`truncate ${OUTPUTS.join(', ')}`);
    }),
  );
  // One after the other: they come from the one connection of the run.
  const turns = keysInTurns(session, lanes);
  const made = RESULT_TABLES.map(() => Array.from({ length: lanes }, () => Promise.withResolvers<void>()));
  const working = session.beside!(lanes, async (lane, index) => {
    await inLane(lane, run, async () => {
      await lane.script(OWN_TABLES);
      await turns(lane, index);
      await lane.script('analyze work_keys; analyze strays');
      await gatherEvidence(lane, judging);
    });
    for (const [position, { work }] of RESULT_TABLES.entries()) {
      await inLane(lane, run, () => makeResults(lane, judging, work));
      made[position]![index]!.resolve();
    }
    await inLane(lane, run, () => checkJudged(lane, judging));
  });
  // A lane that fails while the run writes is heard when the run comes to wait for it.
  working.catch(() => undefined);
  try {
    for (const [position, table] of RESULT_TABLES.entries()) {
      await Promise.race([Promise.all(made[position]!.map(({ promise }) => promise)), working]);
      await write(table);
    }
  } finally {
    await working.catch(() => undefined);
  }
  await working;
}

/** A transaction of a lane, in which the run is under way and the lane's own tables stand in front. */
function inLane(lane: Session, run: string, work: () => Promise<void>): Promise<void> {
  return transaction(lane, async () => {
    await sql`select pg_advisory_xact_lock_shared(${LOCKS.lanes}::bigint)`.execute(lane.db);
    await checkUnderWay(lane, run);
    // Also where a search path has the temporary tables last.
    await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
      lane.db,
    );
    await work();
  });
}

/** Gives each lane its orders, as soon as those before it have theirs. */
function keysInTurns(session: Session, lanes: number): (lane: Session, index: number) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  return (lane, index) => {
    const give = async () => {
      const keys = await session.copyOut(keysOf(lanes, index));
      await lane.copyAcross!('work_keys', KEY_COLUMNS, keys);
      const strays = await session.copyOut(session.db.selectFrom('strays').select(STRAY_COLUMNS));
      await lane.copyAcross!('strays', STRAY_COLUMNS, strays);
    };
    before = before.then(give);
    return before;
  };
}

/**
 * A lane's part of the orders, by a hash of their number. Orders that callbacks may belong to by their tradeNo are judged
 * beside those callbacks: all of them by the first.
 */
function keysOf(lanes: number, index: number) {
  return sql`
    with kin as materialized (
      select order_no, merchant_id from strays
      union
      select p.order_no, p.merchant_id
      from strays s
      join pay_ins p on p.trade_no = s.trade_no
    )
    select k.order_no, k.merchant_id, k.round
    from work_keys k
    left join kin on kin.order_no = k.order_no and kin.merchant_id = k.merchant_id
    where case when kin.order_no is not null then 0
               else (hashtext(k.order_no) & 2147483647) % ${sql.lit(lanes)} end = ${sql.lit(index)}`;
}

/** Number of the transaction at hand, which has written something. */
async function transactionOf(session: Session): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(session.db);
  return rows[0]!.id;
}

async function checkUnderWay(lane: Session, transaction: string): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select pg_xact_status(${transaction}::text::xid8) as status`.execute(lane.db);
  if (rows[0]?.status !== 'in progress') throw new Error('the run whose orders were to be judged has ended');
}
