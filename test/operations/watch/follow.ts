import { judgeRegion } from '../../../src/operations/watch/judge-region.ts';
import { changesOf, type EndedAlarm, type OpenAlarm } from '../../../src/operations/watch/lifecycle.ts';
import type { Judgement } from '../../../src/operations/watch/places.ts';
import { SLOT_SECONDS } from '../../../src/operations/watch/stretches.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { MEASURES } from '../../../src/settings/watch.ts';
import { countTraffic } from './counted.ts';
import type { Traffic } from './traffic.ts';

export const WEEKS = parseSettings({}).watch.weeks;

/** An alarm as it is raised, at a slot of the traffic. */
export interface Raised {
  readonly slot: number;
  readonly judgement: Judgement;
}

/**
 * Watches the traffic every quarter of an hour, as the job does with the settings as they are.
 * @returns every alarm that is raised, in order; with `until`, no more after one that it takes
 */
export function follow(
  traffic: Traffic,
  from: number,
  end: number,
  until: (raised: Raised) => boolean = () => false,
): Raised[] {
  const bounds = parseSettings({}).watch;
  const all: Raised[] = [];
  let open: OpenAlarm[] = [];
  let ended: EndedAlarm[] = [];
  for (let slot = from; slot < end; slot += 3) {
    const at = { seconds: traffic.start + slot * SLOT_SECONDS, micros: 0 };
    const judgements = judgeRegion(countTraffic(traffic, slot, WEEKS), MEASURES, bounds);
    const changes = changesOf(open, ended, judgements, at);
    const gone = new Set(changes.ended.map(({ alarm }) => alarm));
    const held = new Set(changes.held.map(({ alarm }) => alarm));
    ended = [...ended, ...[...gone].map((alarm) => ({ ...alarm, endedAt: at }))];
    open = [
      ...open
        .filter((alarm) => !gone.has(alarm))
        .map((alarm) => (held.has(alarm) ? { ...alarm, heldAt: at } : alarm)),
      ...changes.raised.map((one) => ({ ...one, heldAt: at })),
    ];
    for (const judgement of changes.raised) {
      all.push({ slot, judgement });
      if (until({ slot, judgement })) return all;
    }
  }
  return all;
}
