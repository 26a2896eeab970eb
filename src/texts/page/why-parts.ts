import type { Outcome } from '../../reconcile/rules/outcome.ts';
import type { Phrase } from '../phrase.ts';

/** What an explanation is about: amounts, moments and names in the page's language. What is not known is absent. */
export interface WhyFacts {
  readonly requested?: Phrase | undefined;
  readonly paid?: Phrase | undefined;
  /** Absent where it is zero. */
  readonly difference?: Phrase | undefined;
  readonly requestedAt?: Phrase | undefined;
  readonly expiresAt?: Phrase | undefined;
  readonly deadlineAt?: Phrase | undefined;
  readonly horizonAt?: Phrase | undefined;
  readonly paidAt?: Phrase | undefined;
  /** Codes of the responses. */
  readonly codes?: Phrase | undefined;
  /** Statuses of the callbacks that decide. */
  readonly statuses?: Phrase | undefined;
  /** Names of the findings that block a match. */
  readonly blocking?: Phrase | undefined;
  /** Names of its other findings. */
  readonly others?: Phrase | undefined;
}

/** Why an order has no result: the reasons of a run, with two that it has for the same code. */
export type StuckKind =
  | 'paid_in_statement'
  | 'accepted'
  | 'refused'
  | 'no_response'
  | 'processing'
  | 'unknown_status'
  | 'unverified';

/** Why something has no outcome. */
export type UnjudgedKind = 'notYet' | 'elsewhere' | 'unverified' | 'stated' | 'gone';

/** Paragraphs: why it is so, and what could change it. */
export interface Why {
  readonly why: readonly Phrase[];
  readonly change: readonly Phrase[];
}

/** The explanations of outcomes in one language. */
export interface WhyTexts {
  readonly heading: string;
  readonly why: string;
  readonly change: string;
  readonly nextRun: string;
  readonly outcomes: Readonly<Record<Exclude<Outcome, 'STUCK'>, (facts: WhyFacts) => Why>>;
  stuck(kind: StuckKind, facts: WhyFacts): Why;
  /** What is added to an order of another outcome that only a statement shows as paid. */
  readonly statedOnly: Why;
  readonly unjudged: Readonly<Record<UnjudgedKind, Why>>;
}

/** The phrases that are not left out. */
export function phrases(...all: ReadonlyArray<Phrase | undefined>): Phrase[] {
  return all.filter((one) => one !== undefined);
}

/** A phrase about a fact; undefined where the fact is not known. */
export function about(fact: Phrase | undefined, words: (known: Phrase) => Phrase): Phrase | undefined {
  return fact === undefined ? undefined : words(fact);
}
