import { highestSeverity, isAtLeast } from '../settings/severity.ts';
import type { Alert, AlertFacts, FindingGroup } from './alert.ts';
import type { Target } from './targets.ts';

/** A first run over a year of logs finds more than anybody reads in a message; the reports have all of it. */
const MOST_GROUPS = 100;

/**
 * The part of an alert that a target subscribes to, or undefined. Findings, new or solved, are filtered group by group:
 * by region, and by code where the channel names codes, otherwise by severity. `watch` is filtered by region and
 * severity; nights and jobs only by region. Alerts of all regions go to channels of any region.
 */
export function wanted(alert: Alert, { channel }: Target): Alert | undefined {
  const { facts } = alert;
  if (channel === undefined) return facts.topic === 'heartbeat' ? alert : undefined;
  if (facts.topic === 'heartbeat' || facts.topic === 'test') return undefined;
  if (channel.topics !== undefined && !channel.topics.includes(facts.topic)) return undefined;
  // Programs act on these, one message for each order.
  if (facts.topic === 'missed-payments' && channel.topics === undefined) return undefined;
  if (facts.topic === 'findings' || facts.topic === 'recovered') {
    return ofGroups(alert, facts, facts.groups.filter(wantsGroup));
  }
  if (facts.region !== 'all' && !wantsRegion(facts.region)) return undefined;
  return facts.topic === 'watch' && !isAtLeast(alert.severity, channel.severity) ? undefined : alert;

  function wantsGroup({ code, severity, region }: FindingGroup): boolean {
    const { rules, severity: least } = channel!;
    return wantsRegion(region) && (rules.length > 0 ? rules.includes(code) : isAtLeast(severity, least));
  }

  function wantsRegion(region: string): boolean {
    return channel!.regions.length === 0 || channel!.regions.includes(region);
  }
}

type GroupFacts = Extract<AlertFacts, { readonly topic: 'findings' | 'recovered' }>;

/** An alert about some of the groups of its findings; undefined without any. */
function ofGroups(alert: Alert, facts: GroupFacts, groups: readonly FindingGroup[]): Alert | undefined {
  if (groups.length === 0) return undefined;
  const more = groups.length - MOST_GROUPS;
  const shown = {
    ...facts,
    total: groups.reduce((sum, { orders }) => sum + orders, 0),
    groups: groups.slice(0, MOST_GROUPS),
    ...(more > 0 ? { more } : {}),
  };
  return { ...alert, severity: highestSeverity(groups), facts: shown };
}
