import type { WatchWords } from '../../texts/message-texts.ts';
import { joined, type Phrase, say } from '../../texts/phrase.ts';
import { ALL, type WatchFacts } from '../alert.ts';
import type { MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/** Smaller probabilities are not shown as a number, which would pretend a precision that they do not have. */
const LEAST_CHANCE = 0.000_001;

/** Sentences of a message about an anomaly: the alarm, details, and its probability by chance. */
interface WatchSentences {
  /** Without a full stop, because it is used as a subject. */
  readonly alarm: Phrase;
  readonly details: readonly Phrase[];
  /** Absent once the alarm has ended. */
  readonly chance: Phrase | undefined;
}

/** An anomaly begins or ends; the subject is the sentence that describes it. */
export function watchBody(facts: WatchFacts, wording: Wording): MessageBody {
  const { alarm, details, chance } = watchSentences(facts, wording);
  const lines = [...details, ...(chance === undefined ? [] : [chance])];
  return { subject: alarm, blocks: lines.map((words) => ({ kind: 'words', words })) };
}

/** The sentences about an alarm, which its message and the command line share. */
export function watchSentences(facts: WatchFacts, wording: Wording): WatchSentences {
  const { texts, formats } = wording;
  const { watch } = texts;
  const words: WatchWords = {
    who: facts.unread === undefined ? whoOf(facts, wording) : wording.region(facts.region),
    ...timesOf(facts, wording),
    observed: facts.observed,
    of: facts.of,
    expected: Math.round(facts.expected),
  };
  const isWaiting = !facts.ended && (facts.measure === 'silent' || facts.measure === 'stuck');
  const money = wording.sums(facts.money);
  const chance =
    facts.probability < LEAST_CHANCE
      ? `< ${formats.percent(LEAST_CHANCE)}`
      : formats.percent(facts.probability);
  return {
    alarm: sentenceOf(facts, watch)(words),
    details: [
      ...(facts.money.length === 0 ? [] : [(isWaiting ? watch.waiting : watch.concerned)(money)]),
      watch.noticed(wording.moment(facts.at, facts.zone)),
    ],
    chance: facts.ended ? undefined : watch.chance(chance),
  };
}

function sentenceOf(
  { measure, ended, unjudged, unread }: WatchFacts,
  watch: Wording['texts']['watch'],
): (words: WatchWords) => Phrase {
  if (unjudged)
    return (words) => watch.unjudged(words, watch.topics[unread === undefined ? measure : 'unread']);
  if (unread !== undefined) return watch.unread[ended ? 'ended' : unread];
  return (ended ? watch.ended : watch.raised)[measure];
}

/** Times of day in the facts' zone, with their date where it differs from the date of the alarm. */
function timesOf({ since, at, resumedAt, zone }: WatchFacts, { texts, formats }: Wording) {
  const whenOf = (instant: string) => {
    const date = formats.dateOf(instant, zone);
    const time = formats.time(instant, zone);
    return date === formats.dateOf(at, zone) ? time : texts.dayAndTime(date, time);
  };
  return {
    since: whenOf(since),
    at: formats.time(at, zone),
    resumedAt: resumedAt === undefined ? undefined : whenOf(resumedAt),
  };
}

function whoOf({ merchantId, paymentMethod, region }: WatchFacts, { texts, region: named }: Wording): Phrase {
  const parts = [
    ...(isAny(merchantId) ? [] : [texts.watch.merchant(merchantId)]),
    ...(isAny(paymentMethod) ? [] : [say`${paymentMethod}`]),
  ];
  const own = parts.length === 0 ? [texts.watch.everything] : joined(parts, texts.between.listed);
  return region === 'all' ? own : say`${own} (${named(region)})`;
}

/** Whether a merchant or method is not one by name: the alarm is about all of them, or about those without one. */
function isAny(name: string): boolean {
  return name === ALL || name === '';
}
