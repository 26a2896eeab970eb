import type { Outcome } from '../reconcile/rules/outcome.ts';
import type { Severity } from '../settings/severity.ts';
import type { Measure } from '../settings/watch.ts';
import type { Phrase } from './phrase.ts';

/** Place and date of a number of orders. Texts are already formatted in the language; numbers are not. */
export interface Place {
  readonly orders: number;
  readonly region: Phrase;
  readonly date: string;
}

/** A job in the words of a sentence. */
export interface JobWords {
  readonly job: string;
  readonly region: Phrase;
  readonly failures: number;
}

export interface WatchWords {
  readonly who: Phrase;
  /** Date and time of day; the date only where it differs from that of `at`. */
  readonly since: string;
  readonly at: string;
  /** As `since`: the first payment after a silence began; undefined where none is known. */
  readonly resumedAt: string | undefined;
  readonly observed: number;
  /** The total, where the value is a share. */
  readonly of: number | null;
  /** A whole number. */
  readonly expected: number;
}

/** A stretch without the records that were to be expected, and the orders that wait for them. */
export interface GapWords {
  readonly from: Phrase;
  readonly to: Phrase;
  readonly expected: string;
  readonly orders: number;
  /** What they are about; absent if nothing is known of it. */
  readonly money: Phrase | undefined;
}

/** All texts of messages in one language. */
export interface MessageTexts {
  readonly rightToLeft: boolean;
  readonly between: { readonly listed: string; readonly pairs: string; readonly label: string };
  readonly severities: Readonly<Record<Severity, string>>;
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly noRegion: string;
  readonly allRegions: string;
  /** An instant's date, time of day and zone. */
  moment(date: string, time: string, zone: string): Phrase;
  dayAndTime(date: string, time: string): string;
  readonly links: { readonly version: string; readonly reports: string };
  readonly findings: {
    subject(severity: string, findings: number, regions: Phrase): Phrase;
    intro(asOf: Phrase): Phrase;
    group(name: string, severity: string, place: Place): Phrase;
    requested(sums: Phrase): Phrase;
    differences(sums: Phrase): Phrase;
    examples(orders: Phrase): Phrase;
    /** Number of groups of findings that are not listed. */
    more(groups: number): Phrase;
  };
  readonly recovered: {
    subject(findings: number, regions: Phrase): Phrase;
    intro(asOf: Phrase): Phrase;
    /** Orders that were stuck. */
    paid(place: Place): Phrase;
    well(name: string, place: Place): Phrase;
  };
  readonly night: {
    subject(region: Phrase, date: string, orders: number): Phrase;
    provisionalSubject(region: Phrase, date: string, orders: number): Phrase;
    asOf(asOf: Phrase): Phrase;
    isNew(version: string): Phrase;
    isUnchanged(version: string): Phrase;
    readonly isNone: string;
    provisionalUntil(until: Phrase): Phrase;
    readonly provisional: string;
    gap(kind: 'pay-ins' | 'callbacks' | 'statements', gap: GapWords): Phrase;
    readonly nothing: string;
    /** Heading of the sums of orders by business date; what was paid in another currency than requested is not in them. */
    requestedOn(date: string): Phrase;
    /** Heading of the sums of payments by paid date, each in its own currency. */
    paidOn(date: string): Phrase;
    nothingPaidOn(date: string): Phrase;
    readonly noFindings: string;
    readonly columns: Readonly<
      Record<
        | 'currency'
        | 'method'
        | 'outcome'
        | 'orders'
        | 'requested'
        | 'paid'
        | 'refunded'
        | 'unreadable'
        | 'finding'
        | 'severity'
        | 'example',
        string
      >
    >;
    stuckBefore(orders: number): Phrase;
    /** Orders that expired unpaid, and their requested amounts where known. */
    expired(orders: number, sums: Phrase | undefined): Phrase;
    readonly restated: string;
    restatedDate(date: string, region: Phrase, version: string): Phrase;
    /** Reports that could not be attached: too large, or not found. */
    notAttached(reports: Phrase): Phrase;
  };
  readonly jobs: {
    failedSubject(words: JobWords, code: string): Phrase;
    failed(words: JobWords, dueAt: Phrase): Phrase;
    wellSubject(words: JobWords): Phrase;
    well(words: JobWords, dueAt: Phrase): Phrase;
    readonly labels: Readonly<
      Record<'date' | 'fault' | 'where' | 'found' | 'expected' | 'remedy' | 'retryAt', string>
    >;
  };
  readonly watch: {
    merchant(id: string): Phrase;
    readonly everything: string;
    raised: Readonly<Record<Measure, (words: WatchWords) => Phrase>>;
    ended: Readonly<Record<Measure, (words: WatchWords) => Phrase>>;
    /** Payments are unknown, because records were not read. */
    unread: Readonly<Record<'records' | 'pay-ins' | 'ended', (words: WatchWords) => Phrase>>;
    /** What an alarm is about, in {@link unjudged}. */
    readonly topics: Readonly<Record<Measure | 'unread', string>>;
    /** The alarm ended, but not because values are usual again. */
    unjudged(words: WatchWords, topic: string): Phrase;
    waiting(sums: Phrase): Phrase;
    concerned(sums: Phrase): Phrase;
    noticed(moment: Phrase): Phrase;
    chance(percent: string): Phrase;
  };
  readonly missedPayment: {
    subject(orderNo: string): Phrase;
    /** @param money what the statement says was paid, if it says it */
    body(orderNo: string, merchantId: string, money: Phrase | undefined): Phrase;
  };
  readonly test: { subject(channel: string): Phrase; body(channel: string): Phrase };
}
