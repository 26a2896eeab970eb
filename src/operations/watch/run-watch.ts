import type { Alert, WatchFacts } from '../../alerts/alert.ts';
import { type Session, type Store, transaction } from '../../database/store.ts';
import type { Instant } from '../../normalise/instant.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import { allRegions, type RegionSettings, type Settings } from '../../settings/schema.ts';
import { advanceCounts } from './advance-counts.ts';
import { changeAlarm, endedAlarms, endForgotten, keepAlarm, openAlarms, type StoredAlarm } from './alarms.ts';
import { countRegion } from './count.ts';
import { endedFactsOf, factsOf, type Seen, severityOf } from './facts.ts';
import { judgeRegion } from './judge-region.ts';
import { type Changes, changesOf } from './lifecycle.ts';
import type { Judgement } from './places.ts';
import { readUntil } from './read-until.ts';
import { type Group, weeksOf } from './tally.ts';
import { LEAST_WEEKS } from './watch-rule.ts';

export interface WatchRequest {
  /** Time of the watch; only records received until then count. */
  readonly at: Instant;
  /** Enqueues the messages in the transaction that stores the alarms. */
  readonly announce: (session: Session, alerts: readonly Alert[]) => Promise<void>;
}

export interface WatchResult {
  /** The number of groups (method and merchant) compared with earlier weeks, and of those too new to compare. */
  readonly compared: number;
  readonly tooNew: number;
  /** Open alarms, including new ones, and those that have ended. */
  readonly open: readonly WatchFacts[];
  readonly ended: readonly WatchFacts[];
}

interface RegionSeen extends Seen {
  readonly judgements: readonly Judgement[];
  readonly compared: number;
  readonly tooNew: number;
}

/**
 * Compares the last hours of every region, payment method and merchant with the same hours of the weeks before, and
 * stores an alarm for each deviation. It counts the ingested records and not the results, so it can run between nights.
 */
export async function watch(store: Store, settings: Settings, request: WatchRequest): Promise<WatchResult> {
  return store.session(async (session) => {
    const seen = await lookAtRegions(session, settings, request.at);
    const regions = allRegions(settings).map(nameOf);
    return transaction(session, async () => {
      await endForgotten(session, settings, request.at);
      const kept: Kept[] = [];
      for (const one of seen) kept.push(await keepRegion(session, settings, one));
      await request.announce(
        session,
        kept.flatMap(({ alerts }) => alerts),
      );
      const open: StoredAlarm[] = [];
      for (const region of regions) open.push(...(await openAlarms(session, region)));
      return {
        compared: seen.reduce((sum, { compared }) => sum + compared, 0),
        tooNew: seen.reduce((sum, { tooNew }) => sum + tooNew, 0),
        open: open.map(({ facts }) => facts),
        ended: kept.flatMap(({ ended }) => ended),
      };
    });
  });
}

/** Judges every region that has records. */
async function lookAtRegions(session: Session, settings: Settings, at: Instant): Promise<RegionSeen[]> {
  const lastSource = await advanceCounts(session, settings, at);
  const reaches = await readUntil(session, at, lastSource);
  const seen: RegionSeen[] = [];
  for (const region of allRegions(settings)) {
    const reach = reaches.get(region.name);
    if (reach === undefined) continue;
    const counted = await countRegion(session, settings, region, reach);
    const compared = counted.groups.filter(isKnown).length;
    seen.push({
      region,
      at,
      until: reach.until,
      dueSeconds: counted.dueSeconds,
      judgements: judgeRegion(counted, settings.watch.measures, settings.watch),
      compared,
      tooNew: counted.groups.length - compared,
    });
  }
  return seen;
}

function isKnown({ lines }: Group): boolean {
  return Math.max(weeksOf(lines.payments), weeksOf(lines.requested)) >= LEAST_WEEKS;
}

function nameOf({ name }: RegionSettings): string {
  return regionFolder(name);
}

interface Kept {
  readonly ended: readonly WatchFacts[];
  readonly alerts: readonly Alert[];
}

/** Stores the changes of a region's alarms and returns the messages about them. */
async function keepRegion(session: Session, settings: Settings, seen: RegionSeen): Promise<Kept> {
  const region = nameOf(seen.region);
  const changes: Changes<StoredAlarm> = changesOf(
    await openAlarms(session, region),
    await endedAlarms(session, region, seen.at),
    seen.judgements,
    seen.at,
  );
  const alerts: Alert[] = [];
  const ended: WatchFacts[] = [];
  for (const { alarm, isUsual } of changes.ended) {
    const facts = await endedFactsOf(session, settings, alarm.facts, seen, isUsual);
    await changeAlarm(session, alarm.alarmId, facts, seen.at);
    ended.push(facts);
    alerts.push(alertOf(alarm.alarmId, facts));
  }
  for (const { alarm, judgement } of changes.held) {
    const facts = await factsOf(session, settings, judgement, seen, alarm.facts.since);
    await changeAlarm(session, alarm.alarmId, facts);
  }
  for (const judgement of changes.raised) {
    const facts = await factsOf(session, settings, judgement, seen);
    alerts.push(alertOf(await keepAlarm(session, facts), facts));
  }
  return { ended, alerts };
}

function alertOf(alarmId: string, facts: WatchFacts): Alert {
  const key = `watch/${alarmId}/${facts.ended ? 'ended' : 'raised'}`;
  return { key, severity: severityOf(facts), facts };
}
