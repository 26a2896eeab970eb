import { ALL, type WatchFacts } from '../alert.ts';
import { joined, type Phrase, say } from '../templates/phrase.ts';
import type { WatchWords } from '../templates/texts.ts';
import type { MessageBody } from './message-body.ts';
import type { Wording } from './wording.ts';

/** Below this a chance is not told as a number: nobody measures it so exactly. */
const LEAST_CHANCE = 0.000_001;

/** What a message about the watch says: the alarm, what else is known of it, and how likely it is by chance. */
interface WatchSentences {
  /** Without a full stop, as a subject has none. */
  readonly alarm: Phrase;
  readonly details: readonly Phrase[];
  /** Absent once the alarm has ended. */
  readonly chance: Phrase | undefined;
}

/** Something is unusual, or usual again; the subject is the sentence that says it. */
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
  { measure, ended, unread }: WatchFacts,
  watch: Wording['texts']['watch'],
): (words: WatchWords) => Phrase {
  if (unread !== undefined) return watch.unread[ended ? 'ended' : unread];
  return (ended ? watch.ended : watch.raised)[measure];
}

/** Times of day in the facts' zone; with the date where that is not the date of the noticing. */
function timesOf({ since, at, zone }: WatchFacts, { texts, formats }: Wording) {
  const date = formats.dateOf(since, zone);
  const time = formats.time(since, zone);
  const isSameDate = date === formats.dateOf(at, zone);
  return {
    since: isSameDate ? time : texts.dayAndTime(date, time),
    at: formats.time(at, zone),
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

/** Of all there are, or of what is not told. */
function isAny(name: string): boolean {
  return name === ALL || name === '';
}
