import type { CallbackEvent, OrderStory, ResponseEvent } from '../../books/order/order-story.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { OUTCOMES, type Outcome } from '../../reconcile/rules/outcome.ts';
import type { Settings } from '../../settings/schema.ts';
import { TEXTS } from '../../texts/languages.ts';
import type { StuckKind, UnjudgedKind, Why, WhyFacts } from '../../texts/page/why-parts.ts';
import { WHY_TEXTS } from '../../texts/page/why-texts.ts';
import { joined, type Phrase, say } from '../../texts/phrase.ts';
import type { SignedInVisit } from '../visit.ts';
import { differencePhrase, findingPhrase, momentPhrase, moneyPhrase } from './story-words.ts';

/** Why an order is what it is, and what could change it, in the language of the page. */
export function whyOf(visit: SignedInVisit, story: OrderStory, zone: string): Why {
  const texts = WHY_TEXTS[visit.language];
  const { verdict } = story;
  if (verdict === null) return texts.unjudged[unjudgedKind(story)];
  const facts = factsOf(visit, story, zone);
  const { outcome } = verdict;
  if (outcome === 'STUCK') return texts.stuck(stuckKind(story), facts);
  const { why, change } = isOther(outcome)
    ? texts.outcomes[outcome](facts)
    : { why: [say`${outcome}`], change: [] };
  if (!verdict.findings.includes('PAID_IN_STATEMENT_ONLY')) return { why, change };
  return { why: [...why, ...texts.statedOnly.why], change: [...texts.statedOnly.change, ...change] };
}

function isOther(outcome: string): outcome is Exclude<Outcome, 'STUCK'> {
  return outcome !== 'STUCK' && Object.hasOwn(OUTCOMES, outcome);
}

/** Why a number has no result. */
function unjudgedKind({ events }: OrderStory): UnjudgedKind {
  if (events.some(({ kind }) => kind === 'request' || kind === 'response')) return 'notYet';
  const callbacks = events.filter((event) => event.kind === 'callback');
  if (callbacks.some(({ attribution }) => attribution === 'own')) return 'notYet';
  if (callbacks.some(({ attribution }) => attribution === 'elsewhere')) return 'elsewhere';
  if (callbacks.length > 0) return 'unverified';
  return events.some(({ kind }) => kind === 'statement') ? 'stated' : 'gone';
}

/** As reports/stuck-explanation.ts has them. */
function stuckKind({ verdict, events }: OrderStory): StuckKind {
  const reason = verdict!.stuckReason;
  if (reason === 'paid_in_statement' || reason === 'unknown_status' || reason === 'processing') return reason;
  if (verdict!.findings.includes('UNVERIFIED_CALLBACK')) return 'unverified';
  if (reason === 'no_response') return reason;
  const isAccepted = responsesOf(events).some(({ code }) => code === '00');
  return isAccepted || responsesOf(events).length === 0 ? 'accepted' : 'refused';
}

function factsOf(visit: SignedInVisit, story: OrderStory, zone: string): WhyFacts {
  const { verdict, events, payments } = story;
  const moment = (at: string | null | undefined) => (at == null ? undefined : momentPhrase(visit, at, zone));
  const limitAt = (kind: string) => moment(events.find((event) => event.kind === kind)?.at);
  const blocking = new Set(RULES.filter((rule) => rule.contradictsPayment).map(({ code }) => code));
  const codes = verdict!.findings;
  const names = (list: readonly string[]) => listed(visit, list, (code) => findingPhrase(visit, code));
  const values = (list: readonly string[]) => listed(visit, [...new Set(list)], (value) => say`${value}`);
  return {
    requested: moneyPhrase(visit, verdict!.requested),
    paid: moneyPhrase(visit, verdict!.paid),
    difference: differencePhrase(visit, verdict!.difference),
    requestedAt: limitAt('request'),
    expiresAt: limitAt('expiry'),
    deadlineAt: limitAt('deadline'),
    horizonAt: limitAt('horizon'),
    paidAt: payments.length === 1 ? moment(payments[0]!.paidAt) : undefined,
    codes: values(responsesOf(events).flatMap(({ code }) => code ?? [])),
    statuses: values(statusesOf(events, visit.settings, verdict!.outcome)),
    blocking: names(codes.filter((code) => blocking.has(code))),
    others: names(codes.filter((code) => !blocking.has(code))),
  };
}

/** Whose callbacks count for the order: those with its number, and those with its tradeNo. */
const COUNTED: readonly string[] = ['own', 'trade-no'];

/** The statuses of callbacks that led to an outcome: of the list of that outcome, or of none. */
function statusesOf(events: OrderStory['events'], { statuses }: Settings, outcome: string): string[] {
  const all = Object.values(statuses).flat();
  const isMeant = (status: string) => {
    if (outcome === 'REVERSED') return statuses.reversed.includes(status);
    if (outcome === 'FAILED') return statuses.failed.includes(status);
    return !all.includes(status);
  };
  return events
    .filter((event): event is CallbackEvent => event.kind === 'callback')
    .flatMap(({ status, attribution }) =>
      status !== null && COUNTED.includes(attribution) && isMeant(status) ? [status] : [],
    );
}

function responsesOf(events: OrderStory['events']): ResponseEvent[] {
  return events.filter((event) => event.kind === 'response');
}

function listed<T>(
  { language }: SignedInVisit,
  values: readonly T[],
  phraseOf: (value: T) => Phrase,
): Phrase | undefined {
  return values.length === 0 ? undefined : joined(values.map(phraseOf), TEXTS[language].between.listed);
}
