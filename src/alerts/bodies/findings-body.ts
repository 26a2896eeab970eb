import { highestSeverity } from '../../settings/severity.ts';
import type { Place } from '../../texts/message-texts.ts';
import { joined, type Phrase } from '../../texts/phrase.ts';
import type { FindingGroup, FindingsFacts, RecoveredFacts } from '../alert.ts';
import type { Block, Item, MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/** Nobody reads more, and channels limit the length; the reports have the rest. */
const MOST_GROUPS = 30;

/** New findings of a run, group by group in the order of the facts. */
export function findingsBody(facts: FindingsFacts, wording: Wording): MessageBody {
  const { asOf, groups, more = 0 } = facts;
  const { texts } = wording;
  const items = groups.slice(0, MOST_GROUPS).map((group): Item => {
    const { code, severity, requested, differences, examples } = group;
    return {
      title: texts.findings.group(wording.finding(code), texts.severities[severity], placeOf(group, wording)),
      lines: [
        ...(requested.length === 0 ? [] : [texts.findings.requested(wording.sums(requested))]),
        ...(differences.length === 0 ? [] : [texts.findings.differences(wording.differences(differences))]),
        ...(examples.length === 0 ? [] : [texts.findings.examples(wording.listed(examples))]),
      ],
    };
  });
  const severity = texts.severities[highestSeverity(groups)];
  return {
    subject: texts.findings.subject(severity, findingsOf(facts), regionsOf(groups, wording)),
    blocks: [
      { kind: 'words', words: texts.findings.intro(momentOf(asOf, groups, wording)) },
      { kind: 'list', items },
      ...moreOf(groups.length - items.length + more, wording),
      ...reportsLink(wording),
    ],
  };
}

/** Findings that were reported earlier and are solved. */
export function recoveredBody(facts: RecoveredFacts, wording: Wording): MessageBody {
  const { asOf, groups, more = 0 } = facts;
  const { texts } = wording;
  const items = groups.slice(0, MOST_GROUPS).map((group): Item => {
    const { code, requested, examples } = group;
    const place = placeOf(group, wording);
    return {
      title:
        code === 'STUCK_PROCESSING'
          ? texts.recovered.paid(place)
          : texts.recovered.well(wording.finding(code), place),
      lines: [
        ...(requested.length === 0 ? [] : [texts.findings.requested(wording.sums(requested))]),
        ...(examples.length === 0 ? [] : [texts.findings.examples(wording.listed(examples))]),
      ],
    };
  });
  return {
    subject: texts.recovered.subject(findingsOf(facts), regionsOf(groups, wording)),
    blocks: [
      { kind: 'words', words: texts.recovered.intro(momentOf(asOf, groups, wording)) },
      { kind: 'list', items },
      ...moreOf(groups.length - items.length + more, wording),
      ...reportsLink(wording),
    ],
  };
}

/** Says that there are more than the listed ones. */
function moreOf(groups: number, { texts }: Wording): Block[] {
  return groups === 0 ? [] : [{ kind: 'words', words: texts.findings.more(groups) }];
}

/** A link to the folder of reports, where there is one. */
export function reportsLink(wording: Wording): Block[] {
  const url = wording.link();
  return url === undefined ? [] : [{ kind: 'link', label: wording.texts.links.reports, url }];
}

function placeOf({ orders, region, date }: FindingGroup, wording: Wording): Place {
  return { orders, region: wording.region(region), date: wording.formats.date(date) };
}

function momentOf(asOf: string, groups: readonly FindingGroup[], wording: Wording): Phrase {
  return wording.moment(asOf, wording.zoneOfAll(groups.map(({ region }) => region)));
}

/** An order can be in several groups, so that this is no number of orders. */
function findingsOf({ groups, total }: FindingsFacts | RecoveredFacts): number {
  return total ?? groups.reduce((sum, { orders }) => sum + orders, 0);
}

function regionsOf(groups: readonly FindingGroup[], { region, texts }: Wording): Phrase {
  const names = [...new Set(groups.map((group) => group.region))];
  return joined(names.map(region), texts.between.listed);
}
