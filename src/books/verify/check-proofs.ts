import { sql } from 'kysely';
import { runSqlFile, sqlFiles } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import { JUDGING_RULES } from '../../reconcile/rules/all.ts';
import { counted } from '../../terminal-text.ts';
import { recordDeviations } from './check-records.ts';
import type { Verification } from './verification.ts';
import { BOOKS, type Deviation, type Verified, verified } from './verified.ts';

/**
 * Proofs of what the rules of this program make of statements. Results of an earlier edition of the rules may differ from it
 * until a run has judged them again.
 */
const PROOFS_OF_RULES: ReadonlySet<string> = new Set([
  '140_stated_orders_tie.sql',
  '150_payouts_tie.sql',
  '160_owed.sql',
  '170_refunds_tie.sql',
]);

/** Proofs that read texts of the audit trail, which are as this program writes them only while the trail is not broken. */
const PROOFS_OF_TRAIL: ReadonlySet<string> = new Set([
  '120_cases_follow_trail.sql',
  '122_closings_follow_trail.sql',
  '124_purged_dates_follow_trail.sql',
]);

const NOT_COMPARED =
  'Decisions, closed periods and purged dates were not compared with the audit trail, since an entry of it was changed.';

const JUDGED_EARLIER =
  'Judged by the rules of an earlier edition of this program. To do: payin-recon reconcile, which judges every order again.';

/** What a proof found, and what mends it besides a backup. */
interface ProofRow extends Pick<Deviation, 'what' | 'expected' | 'actual'> {
  readonly remedy?: string | null;
}

/**
 * Runs the consistency checks in sql/proofs over the whole store, each of which returns no row if the books balance, and
 * computes every record from its kept texts. Evidence that no run has judged yet is counted and is not an error.
 * @param isTrailBroken leaves out the proofs that read the audit trail
 */
export async function checkProofs(verification: Verification, isTrailBroken: boolean): Promise<Verified> {
  const { session, progress } = verification;
  const proofs = sqlFiles('proofs').filter((proof) => !(isTrailBroken && PROOFS_OF_TRAIL.has(proof)));
  const isEarlier = await isJudgedByEarlierRules(session);
  const deviations: Deviation[] = [];
  const pending: Deviation[] = [];
  const remedies = new Set<string>();
  progress.begin('Proving the books', proofs.length, 'proof');
  for (const proof of proofs) {
    const { rows } = await runSqlFile<ProofRow>(session, `proofs/${proof}`);
    const found = rows.map(({ what, expected, actual }) => ({ where: 'store', what, expected, actual }));
    if (isEarlier && PROOFS_OF_RULES.has(proof)) pending.push(...found);
    else {
      deviations.push(...found);
      for (const { remedy } of rows) if (typeof remedy === 'string') remedies.add(remedy);
    }
    progress.advance(1);
  }
  progress.end();
  const size = await sizeOf(session);
  deviations.push(...(await recordDeviations(verification, size.records)));
  const waiting = await countWaiting(session);
  const remarks = [...remedies];
  if (waiting > 0)
    remarks.push(
      `${counted(waiting, 'record')} not judged yet: read, or dated, after the newest run of their region.`,
    );
  if (pending.length > 0) remarks.push(JUDGED_EARLIER);
  if (isTrailBroken) remarks.push(NOT_COMPARED);
  const found = [
    counted(proofs.length, 'proof'),
    counted(size.sources, 'source'),
    counted(size.records, 'record'),
    counted(size.orders, 'order'),
  ].join(', ');
  if (deviations.length > 0 || pending.length === 0) return verified(BOOKS, found, deviations, remarks);
  return { ...verified(BOOKS, found, pending, remarks), state: 'pending' };
}

/** Whether an earlier edition of the rules judged what the store has: a run of this one judges every order again. */
async function isJudgedByEarlierRules(session: Session): Promise<boolean> {
  const newest = await session.db
    .selectFrom('judgings')
    .select('judging_rules')
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && newest.judging_rules < JUDGING_RULES;
}

/**
 * Counts records that the newest run of their region did not include. A record of a region that no run has judged, such
 * as a callback without a region, counts as included if its order was judged.
 */
async function countWaiting(session: Session): Promise<number> {
  const { rows } = await sql<{ records: string }>`
    with records as (
      select order_no, merchant_id, region, source_id, requested_at as counts_from from pay_ins
      union all
      select order_no, merchant_id, region, source_id, received_at
      from callbacks
      where verified is distinct from false
    )
    select count(*) as records
    from records r
    left join judgings l on l.region = r.region
    left join order_results o
      on o.order_no = r.order_no and o.merchant_id = r.merchant_id and o.until_run is null and l.region is null
    where r.source_id > l.last_source_id
       or r.counts_from > l.as_of
       or (l.region is null and o.order_no is null)`.execute(session.db);
  return Number(rows[0]!.records);
}

async function sizeOf(session: Session): Promise<{ sources: number; records: number; orders: number }> {
  const { rows } = await sql<{ sources: string; records: string; orders: string }>`
    select (select count(*) from sources) as sources,
           (select count(*) from pay_ins) + (select count(*) from callbacks)
             + (select count(*) from statements) + (select count(*) from bank_rows) as records,
           (select count(*) from order_results where until_run is null) as orders`.execute(session.db);
  const { sources, records, orders } = rows[0]!;
  return { sources: Number(sources), records: Number(records), orders: Number(orders) };
}
