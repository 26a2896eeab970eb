import type { WatchFacts } from '../../alerts/alert.ts';
import type { Session } from '../../database/store.ts';
import { addSeconds, formatInstant, type Instant, instantOfText } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type Settings } from '../../settings/schema.ts';
import type { EndedAlarm, OpenAlarm } from './lifecycle.ts';

/** An open alarm, as stored. */
export interface StoredAlarm extends OpenAlarm {
  readonly alarmId: string;
  readonly facts: WatchFacts;
}

const REMEMBERED_SECONDS = 2 * 86_400;

/** The open alarms of a region, the oldest first. Regions have the names of their folders. */
export async function openAlarms(session: Session, region: string): Promise<StoredAlarm[]> {
  const rows = await session.db
    .selectFrom('watch_alarms')
    .select(['alarm_id', 'facts'])
    .where('region', '=', region)
    .where('ended_at', 'is', null)
    .orderBy('alarm_id')
    .execute();
  return rows.map(({ alarm_id: alarmId, facts: text }) => {
    const facts: WatchFacts = JSON.parse(text);
    const { measure, paymentMethod, merchantId, unread } = facts;
    return {
      alarmId,
      measure,
      paymentMethod,
      merchantId,
      ...(unread === undefined ? {} : { unread }),
      facts,
      heldAt: instantOfText(facts.at),
    };
  });
}

/** The alarms of a region that ended in the last two days. */
export async function endedAlarms(session: Session, region: string, at: Instant): Promise<EndedAlarm[]> {
  const rows = await session.db
    .selectFrom('watch_alarms')
    .select(['measure', 'payment_method', 'merchant_id', 'ended_at'])
    .where('region', '=', region)
    .where('ended_at', '>', formatInstant(addSeconds(at, -REMEMBERED_SECONDS)))
    .orderBy('alarm_id')
    .execute();
  return rows.map((row) => ({
    measure: row.measure,
    paymentMethod: row.payment_method,
    merchantId: row.merchant_id,
    endedAt: instantOfText(row.ended_at!),
  }));
}

/** Stores a new alarm and returns its number. */
export async function keepAlarm(session: Session, facts: WatchFacts): Promise<string> {
  const { alarm_id: alarmId } = await session.db
    .insertInto('watch_alarms')
    .values({
      measure: facts.measure,
      region: facts.region,
      merchant_id: facts.merchantId,
      payment_method: facts.paymentMethod,
      since: facts.since,
      raised_at: facts.at,
      ended_at: null,
      facts: JSON.stringify(facts),
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow();
  return alarmId;
}

/** Stores the current facts of an alarm, and its end if it is over. */
export async function changeAlarm(
  session: Session,
  alarmId: string,
  facts: WatchFacts,
  endedAt: Instant | null = null,
): Promise<void> {
  await session.db
    .updateTable('watch_alarms')
    .set({ facts: JSON.stringify(facts), ended_at: endedAt === null ? null : formatInstant(endedAt) })
    .where('alarm_id', '=', alarmId)
    .execute();
}

/** Ends alarms of regions or measures that are no longer watched. No message is sent about it. */
export async function endForgotten(session: Session, settings: Settings, at: Instant): Promise<void> {
  const regions = allRegions(settings).map(({ name }) => regionFolder(name));
  await session.db
    .updateTable('watch_alarms')
    .set({ ended_at: formatInstant(at) })
    .where('ended_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('region', 'not in', regions), eb('measure', 'not in', [...settings.watch.measures, ''])]),
    )
    .execute();
}
