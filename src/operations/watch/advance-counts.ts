import { sql } from 'kysely';
import { betweenSources } from '../../database/locks.ts';
import { runSqlFile, sqlPart } from '../../database/sql-file.ts';
import { type Session, transaction } from '../../database/store.ts';
import {
  addSeconds,
  formatInstant,
  type Instant,
  instantOfText,
  secondsBetween,
} from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import { sha256Of } from '../../sha256.ts';
import { LONGEST_DUE_SECONDS, SLOT_SECONDS, SLOTS } from './stretches.ts';

const DAY_SECONDS = 86_400;

/** How far the counts go: which settings they depend on, from when on they count, and up to which source. */
interface Progress {
  readonly rules: string;
  readonly from: Instant;
  readonly lastSource: number;
}

/**
 * Brings the counts that the watch compares up to date with the evidence. It reads only orders that sources have brought
 * records of since the last look. Everything that may be compared is counted again if a setting that the counts depend on
 * is another, if evidence was changed or removed, or if the look goes further back.
 * @returns the newest source that the counts include
 */
export async function advanceCounts(session: Session, settings: Settings, at: Instant): Promise<number> {
  const rules = rulesOf(settings);
  return transaction(session, async () => {
    const known = await lockProgress(session);
    const lastSource = await betweenSources(session, () => newestSource(session));
    const needed = neededFrom(settings, at);
    if (known.rules !== rules || secondsBetween(needed, known.from) > 0) {
      const from = addSeconds(needed, -DAY_SECONDS);
      await forget(session, 'infinity');
      await count(session, settings, { rules, from, lastSource }, 0);
      await session.script('analyze order_counts; analyze payment_counts');
      await keepProgress(session, { rules, from, lastSource });
    } else {
      const isLong = secondsBetween(known.from, needed) > 2 * DAY_SECONDS;
      const from = isLong ? addSeconds(needed, -DAY_SECONDS) : known.from;
      if (lastSource > known.lastSource)
        await count(session, settings, { rules, from, lastSource }, known.lastSource);
      if (isLong) await forget(session, formatInstant(from));
      await keepProgress(session, { rules, from, lastSource });
    }
    return lastSource;
  });
}

/** The settings that decide which payments count, and which of them are late or of another amount, as parameters of SQL files. */
export function paymentParameters({ statuses, tolerances, lateCallbackSeconds }: Settings) {
  return {
    late_seconds: lateCallbackSeconds,
    paid: statuses.paid,
    currencies: Object.keys(tolerances),
    tolerances: Object.values(tolerances),
  };
}

/** Raise it with every change after which the same evidence has other counts. */
const COUNTING_RULES = 2;

/** A digest of the rules and of the settings, other than those by which logs are read, on which the counts depend. */
function rulesOf({ statuses, tolerances, graceSeconds, lateCallbackSeconds }: Settings): string {
  const parts = [COUNTING_RULES, statuses.paid, tolerances, graceSeconds, lateCallbackSeconds];
  return sha256Of(JSON.stringify(parts));
}

/** Waits for another look at the same store, and for what changes evidence. */
async function lockProgress(session: Session): Promise<Progress> {
  const { rows } = await sql<{ rules: string; from_at: string; last_source_id: number }>`
    insert into counting_progress (rules, from_at, last_source_id)
    values ('', ${formatInstant({ seconds: 0, micros: 0 })}::timestamptz, 0)
    on conflict (single) do update set single = true
    returning rules, from_at, last_source_id`.execute(session.db);
  const { rules, from_at: from, last_source_id: lastSource } = rows[0]!;
  return { rules, from: instantOfText(from), lastSource };
}

async function newestSource(session: Session): Promise<number> {
  const { newest } = await session.db
    .selectFrom('sources')
    .select(({ fn }) => fn.max('source_id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** The earliest time that a look compares, with a day more for changes of the clock. In whole slots. */
function neededFrom({ watch }: Settings, at: Instant): Instant {
  const back = (watch.weeks * 7 + 1) * DAY_SECONDS + LONGEST_DUE_SECONDS + SLOTS * SLOT_SECONDS;
  return { seconds: Math.floor((at.seconds - back) / SLOT_SECONDS) * SLOT_SECONDS, micros: 0 };
}

async function count(
  session: Session,
  settings: Settings,
  { from, lastSource }: Progress,
  knownSource: number,
): Promise<void> {
  const parameters = {
    from_at: formatInstant(from),
    grace_seconds: settings.graceSeconds,
    ...paymentParameters(settings),
  };
  const changed = (byRequests: boolean) =>
    sqlPart('watch/counts/005_changed_orders.sql', {
      known_source: knownSource,
      last_source: lastSource,
      from_at: parameters.from_at,
      by_requests: byRequests,
    });
  const orders = { ...parameters, changed: changed(true) };
  await sqlPart('watch/counts/010_orders.sql', orders).execute(session.db);
  const payments = { ...parameters, changed: changed(false) };
  await sqlPart('watch/counts/020_payments.sql', payments).execute(session.db);
}

async function forget(session: Session, before: string): Promise<void> {
  await runSqlFile(session, 'watch/counts/030_forget_orders.sql', { from_at: before });
  await runSqlFile(session, 'watch/counts/040_forget_payments.sql', { from_at: before });
}

async function keepProgress(session: Session, { rules, from, lastSource }: Progress): Promise<void> {
  await session.db
    .updateTable('counting_progress')
    .set({ rules, from_at: formatInstant(from), last_source_id: lastSource })
    .execute();
}
