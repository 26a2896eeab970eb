import { ALL, type WatchFacts } from '../../alerts/alert.ts';
import { moneyText } from '../../money-text.ts';
import { formatInstant, instantOfText } from '../../normalise/instant.ts';
import { zoneOffsetSeconds } from '../../normalise/zone.ts';
import { counted, grouped, plain } from '../../terminal-text.ts';
import type { WatchResult } from './run-watch.ts';

/** What the watch found, for a person: the alarms, or that there is none. */
export function watchText({ compared, tooNew, open, ended }: WatchResult): string {
  const lines = ended.map(
    (facts) => `Usual again: ${placeText(facts)}, ${whatText(facts)} since ${sinceText(facts)}.`,
  );
  if (open.length > 0) lines.push('Unusual now:', ...open.map((facts) => `  ${alarmText(facts)}`));
  const fresh = tooNew === 0 ? '' : `, ${grouped(tooNew)} too new for that`;
  const groups = `${counted(compared, 'group')} of method and merchant compared with the weeks before${fresh}`;
  lines.push(open.length === 0 ? `Nothing unusual: ${groups}.` : `${groups}.`);
  return lines.join('\n');
}

/** An alarm as a sentence, with times by the clock of its region. */
export function alarmText(facts: WatchFacts): string {
  const since = sinceText(facts);
  const about = grouped(Math.round(facts.expected));
  const waiting = facts.money
    .map(({ currency, minor }) => `${currency} ${moneyText(minor, currency)}`)
    .join(', ');
  const numbers = `${grouped(facts.observed)} of ${grouped(facts.of ?? 0)}`;
  if (facts.unread === 'records')
    return `${facts.region}: nothing was read since ${since}, neither pay-ins nor callbacks, about ${about} payments expected; look at the sources first.`;
  if (facts.unread === 'pay-ins')
    return `${facts.region}: no pay-ins were read since ${since}, about ${about} expected, though callbacks were; look at their source first.`;
  const place = placeText(facts);
  switch (facts.measure) {
    case 'silent':
      return `${place}: silent since ${since}, about ${about} payments expected${waiting === '' ? '' : `, ${waiting} waiting`}.`;
    case 'paid_share':
      return `${place}: ${numbers} orders requested since ${since} are paid, about ${about} expected; ${waiting || 'no money'} waiting.`;
    case 'stuck':
      return `${place}: ${numbers} orders due since ${since} are unpaid, about ${about} expected; ${waiting || 'no money'} waiting.`;
    case 'late_share':
      return `${place}: ${numbers} callbacks since ${since} came late, about ${about} expected; ${waiting} told late.`;
    case 'mismatches':
      return `${place}: ${numbers} payments since ${since} are of another amount or currency than requested, about ${about} expected; ${waiting} paid so.`;
  }
}

const WHAT: Readonly<Record<WatchFacts['measure'], string>> = {
  silent: 'silent',
  paid_share: 'fewer paid',
  stuck: 'more stuck',
  late_share: 'more late callbacks',
  mismatches: 'more of another amount or currency',
};

function whatText({ measure, unread }: WatchFacts): string {
  if (unread === undefined) return WHAT[measure];
  return unread === 'records' ? 'nothing read' : 'no pay-ins read';
}

function placeText({ region, paymentMethod, merchantId }: WatchFacts): string {
  const method = paymentMethod === ALL ? 'all methods' : plain(paymentMethod);
  return merchantId === ALL ? `${region} ${method}` : `${region} ${method} of ${plain(merchantId)}`;
}

/** `14:05`, with the date where that is not the day of the watch, and the zone. */
function sinceText({ since, at, zone }: WatchFacts): string {
  const [date, clock] = localText(since, zone);
  const [today] = localText(at, zone);
  return `${date === today ? '' : `${date} `}${clock} (${zone})`;
}

function localText(utcText: string, zone: string): [date: string, clock: string] {
  const { seconds } = instantOfText(utcText);
  const local = formatInstant({ seconds: seconds + zoneOffsetSeconds(zone, seconds), micros: 0 });
  return [local.slice(0, 10), local.slice(11, 16)];
}
