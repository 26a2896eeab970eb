import type { OrderStory } from '../../books/order/order-story.ts';
import type { StoryMoney } from '../../books/order/story-values.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { FINDING_NAMES } from '../../texts/finding-names.ts';
import { FRAME_TEXTS } from '../../texts/page/frame-texts.ts';
import { ORDER_TEXTS } from '../../texts/page/order-texts.ts';
import { type Phrase, say } from '../../texts/phrase.ts';
import { zoneOf } from '../parts/moment.tsx';
import type { SignedInVisit, Visit } from '../visit.ts';

export type Words = Pick<Visit, 'language' | 'formats'>;

/** What every part of an order's page needs. */
export interface StoryProps {
  readonly visit: SignedInVisit;
  readonly story: OrderStory;
  /** IANA zone of its region. */
  readonly zone: string;
}

/** The zone of an order: of its result, or of its first request before a run has judged it. */
export function zoneOfStory({ settings }: Pick<Visit, 'settings'>, story: OrderStory): string {
  const request = story.events.find((event) => event.kind === 'request');
  return story.verdict?.zone ?? zoneOf(settings, request?.kind === 'request' ? request.region : '');
}

/** An instant within a sentence: local time with its zone, and UTC. */
export function momentPhrase({ language, formats }: Words, at: string, zone: string): Phrase {
  const instant = isoInstant(at);
  const utc = FRAME_TEXTS[language].utc;
  const [local, other] = [formats.dateOf(instant, zone), formats.dateOf(instant, 'UTC')];
  const inUtc = `${local === other ? '' : `${other} `}${formats.clock(instant, 'UTC')} ${utc}`;
  if (zone === 'UTC') return say`${other} ${`${formats.clock(instant, 'UTC')} ${utc}`}`;
  return say`${local} ${`${formats.clock(instant, zone)} ${zone}`} (${inUtc})`;
}

/** An amount; undefined where there is none. */
export function moneyPhrase({ language, formats }: Words, money: StoryMoney | null): Phrase | undefined {
  if (money === null) return undefined;
  const { currency, minor, major, text } = money;
  const texts = ORDER_TEXTS[language];
  if (currency === null) {
    const amount = text ?? major;
    return amount === null ? undefined : say`${amount} (${[texts.noCurrency]})`;
  }
  if (minor !== null) return say`${formats.money({ currency, minor })}`;
  return text === null ? undefined : say`${currency} ${text} (${[texts.unreadable]})`;
}

/** A difference with its sign, also where it is zero; undefined where it is not known. */
export function knownDifferencePhrase({ formats }: Words, money: StoryMoney | null): Phrase | undefined {
  if (money === null || money.currency === null || money.minor === null) return undefined;
  return say`${formats.difference({ currency: money.currency, minor: money.minor })}`;
}

/** A difference with its sign; undefined where it is not known, or where it is zero. */
export function differencePhrase(words: Words, money: StoryMoney | null): Phrase | undefined {
  return money?.minor === '0' ? undefined : knownDifferencePhrase(words, money);
}

/** Name of a finding with its code. */
export function findingPhrase({ language }: Pick<Visit, 'language'>, code: string): Phrase {
  const name = FINDING_NAMES[code]?.[language];
  return name === undefined ? say`${code}` : say`${[name]} (${code})`;
}
