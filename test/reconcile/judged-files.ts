/** Random worlds of records in several files, each of which is judged when it has been read. */
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Session } from '../../src/database/store.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import type { JudgedRun } from '../../src/reconcile/run.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import { dayLines } from '../../src/simulate/day.ts';
import { instantOf } from './run-scenario.ts';
import { shuffledInto, WORLD_END, world, worldTime } from './world.ts';

export const WORLD_SETTINGS = parseSettings({ statuses: { failed: ['FAILED'], reversed: ['REFUNDED'] } });
const WORLD_SECONDS = 30 * 3600;
const TABLES = [
  'order_rows',
  'finding_rows',
  'separate_payments',
  'orphan_results',
  'flow_changes',
  'delay_changes',
  'payment_changes',
  'changed_dates',
] as const;

/** Nearly all orders of a day have one request and at most one callback, unlike those of a world. */
const DAY = [...dayLines({ date: '2026-10-30', orders: 30, seed: 1 })].map(({ line }) => line);

/** A world's lines and a day's in files, each judged when it has been read, as of moments in any order but for the last. */
export const judgedFiles = world.chain((lines) =>
  fc.record({
    files: shuffledInto([...lines, ...DAY]),
    moments: fc.array(fc.nat({ max: WORLD_SECONDS }), { minLength: 6, maxLength: 6 }),
  }),
);
export type JudgedFiles = typeof judgedFiles extends fc.Arbitrary<infer T> ? T : never;

/** As of when each file is judged. */
export function asOfsOf({ files, moments }: JudgedFiles): string[] {
  return files.map((_file, index) =>
    index === files.length - 1 ? WORLD_END : worldTime(moments[index % moments.length]!),
  );
}

/** Judges what was read, within the caller's transaction: as it would be, or as if each order had been chosen. */
export async function judgeRead(session: Session, asOf: string, isEachChosen: boolean): Promise<JudgedRun> {
  if (isEachChosen) await chooseEach(session);
  const request = { asOf: instantOf(asOf), startedAt: instantOf(WORLD_END), withdraws: isEachChosen };
  const run = await reconcile(session, WORLD_SETTINGS, request);
  await session.script('truncate work_changed_orders');
  return run;
}

/** As if evidence of every order had been changed: each is compared with its results. */
async function chooseEach(session: Session): Promise<void> {
  await session.script(`
    insert into work_changed_orders (order_no, merchant_id)
    select order_no, merchant_id from pay_ins union select order_no, merchant_id from callbacks`);
}

/** Rows of all results and changes, with runs counted from the first. */
export async function allRows(session: Session): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(r) - 'source_id' - 'from_run' - 'until_run' - 'run_id' || jsonb_build_object(
          'began', coalesce(to_jsonb(r) ->> 'from_run', to_jsonb(r) ->> 'run_id')::integer - first.run,
          'ended', (to_jsonb(r) ->> 'until_run')::integer - first.run
        ) as row
      from ${sql.table(table)} r, (select min(run_id) as run from runs) first
      order by 1`.execute(session.db);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}
