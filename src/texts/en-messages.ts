import { formatsOf } from './formats.ts';
import type { MessageTexts, WatchWords } from './message-texts.ts';
import { type Phrase, say } from './phrase.ts';

const { count, plural } = formatsOf('en');

function counted(number: number, one: string, other: string): Phrase {
  return say`${count(number)} ${[plural(number) === 'one' ? one : other]}`;
}

const orders = (number: number) => counted(number, 'order', 'orders');
const findings = (number: number) => counted(number, 'finding', 'findings');

function part({ observed, of }: WatchWords, one: string, other: string): Phrase {
  return of === null ? counted(observed, one, other) : say`${count(observed)} of ${counted(of, one, other)}`;
}

function about({ expected }: WatchWords): Phrase {
  return say`about ${count(expected)} expected`;
}

/** A date has another preposition than a time of day. */
function atWhen(when: string): Phrase {
  return say`${[/^\d\d:/.test(when) ? 'at' : 'on']} ${when}`;
}

/** Texts of messages in English. */
export const enMessages: MessageTexts = {
  rightToLeft: false,
  between: { listed: ', ', pairs: '; ', label: ': ' },
  severities: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
  outcomes: {
    MATCHED: 'matched',
    MISMATCH: 'mismatched',
    ORPHAN: 'without an order',
    REVERSED: 'reversed',
    FAILED: 'failed',
    REJECTED: 'rejected',
    EXPIRED: 'expired',
    STUCK: 'stuck',
    PENDING: 'pending',
  },
  noRegion: 'no region',
  allRegions: 'all regions',
  moment: (date, time, zone) => say`${date}, ${time} (${zone})`,
  dayAndTime: (date, time) => `${date}, ${time}`,
  links: { version: 'The files of this version', reports: 'The reports' },
  findings: {
    subject: (severity, number, regions) =>
      say`New findings (${[severity]}): ${findings(number)}, ${regions}`,
    intro: (asOf) => say`New findings as of ${asOf}:`,
    group: (name, severity, { orders: number, region, date }) =>
      say`${[name]} (${[severity]}), ${region}, ${date}: ${orders(number)}`,
    requested: (sums) => say`requested: ${sums}`,
    differences: (sums) => say`paid differently by: ${sums}`,
    examples: (examples) => say`for example: ${examples}`,
    more: (groups) => say`${counted(groups, 'more line is', 'more lines are')} in the reports.`,
  },
  recovered: {
    subject: (number, regions) => say`Solved: ${findings(number)}, ${regions}`,
    intro: (asOf) => say`Reported earlier and solved as of ${asOf}:`,
    paid: ({ orders: number, region, date }) =>
      say`${counted(number, 'stuck order', 'stuck orders')} of ${date} (${region}) ${[
        plural(number) === 'one' ? 'has' : 'have',
      ]} been paid`,
    well: (name, { orders: number, region, date }) =>
      say`${[name]}, ${region}, ${date}: solved for ${orders(number)}`,
  },
  night: {
    subject: (region, date, number) => say`${region}, ${date}: ${orders(number)} reconciled`,
    provisionalSubject: (region, date, number) =>
      say`${region}, ${date}: ${orders(number)} reconciled, provisional`,
    asOf: (asOf) => say`As of ${asOf}.`,
    isNew: (version) => say`Version ${version} was published.`,
    isUnchanged: (version) => say`No changes: version ${version} remains current.`,
    isNone: 'No version of this date is published.',
    provisionalUntil: (until) => say`Provisional: records are complete only until ${until}.`,
    provisional: 'Provisional: it is not known how far the records are complete.',
    gap: (kind, { from, to, expected, orders: number, money }) =>
      say`Provisional: no ${[kind]} from ${from} to ${to}, of about ${expected} expected; waiting for them: ${orders(number)}${money === undefined ? [] : say` (${money})`}.`,
    nothing: 'There are no orders on this date.',
    requestedOn: (date) =>
      say`Orders requested on ${date} (business date), and what was paid of them in their own currency:`,
    paidOn: (date) =>
      say`Payments made on ${date} (paid date), in the currency paid, for orders of any date:`,
    nothingPaidOn: (date) => say`No payments were made on ${date} (paid date).`,
    noFindings: 'No findings.',
    columns: {
      currency: 'Currency',
      method: 'Method',
      outcome: 'Outcome',
      orders: 'Orders',
      requested: 'Requested',
      paid: 'Paid',
      refunded: 'Refunded',
      unreadable: 'Unreadable',
      finding: 'Finding',
      severity: 'Severity',
      example: 'Example',
    },
    stuckBefore: (number) =>
      say`${orders(number)} of earlier dates ${[plural(number) === 'one' ? 'is' : 'are']} still stuck.`,
    expired: (number, sums) =>
      say`${orders(number)} expired without a payment since the last nightly message${sums === undefined ? [] : say`: ${sums} requested`}.`,
    restated: 'Restated since the last nightly message:',
    restatedDate: (date, region, version) => say`${date}, ${region}: version ${version}`,
    notAttached: (reports) => say`Not attached, because too large or not found: ${reports}.`,
  },
  jobs: {
    failedSubject: ({ job, region }, code) => say`Job ${job} (${region}) fails: ${code}`,
    failed: ({ job, region, failures }, dueAt) =>
      say`The job ${job} (${region}), due at ${dueAt}, failed ${counted(failures, 'time', 'times')}.`,
    wellSubject: ({ job, region }) => say`Job ${job} (${region}) works again`,
    well: ({ job, region, failures }, dueAt) =>
      say`The job ${job} (${region}), due at ${dueAt}, succeeded after ${counted(failures, 'failure', 'failures')}.`,
    labels: {
      date: 'Date',
      fault: 'Error',
      where: 'Where',
      found: 'Found',
      expected: 'Expected',
      remedy: 'To do',
      retryAt: 'Next attempt',
    },
  },
  watch: {
    merchant: (id) => say`merchant ${id}`,
    everything: 'All payments',
    raised: {
      silent: (words) =>
        say`${words.who} silent since ${words.since}: about ${counted(words.expected, 'payment', 'payments')} expected, ${
          words.observed === 0 ? ['none received'] : say`${count(words.observed)} received`
        }`,
      paid_share: (words) =>
        say`${words.who}: ${part(words, 'order', 'orders')} paid since ${words.since}, ${about(words)}`,
      stuck: (words) =>
        say`${words.who}: ${part(words, 'order', 'orders')} stuck since ${words.since}, ${about(words)}`,
      late_share: (words) =>
        say`${words.who}: ${part(words, 'notification', 'notifications')} late since ${words.since}, ${about(words)}`,
      mismatches: (words) =>
        say`${words.who}: ${part(words, 'order', 'orders')} mismatched since ${words.since}, ${about(words)}`,
    },
    ended: {
      silent: ({ who, since, at, resumedAt }) =>
        resumedAt === undefined
          ? say`${who}: the alarm about silence since ${since} ended at ${at}`
          : say`${who}: payments resumed after silence since ${since}; the first since then came ${atWhen(resumedAt)}`,
      paid_share: ({ who, since, at }) =>
        say`${who}: the paid share was back to normal at ${at}, after too few paid orders since ${since}`,
      stuck: ({ who, since, at }) =>
        say`${who}: stuck orders were back to normal at ${at}, after too many since ${since}`,
      late_share: ({ who, since, at }) =>
        say`${who}: notifications were on time again at ${at}, after delays since ${since}`,
      mismatches: ({ who, since, at }) =>
        say`${who}: mismatches were back to normal at ${at}, after too many since ${since}`,
    },
    unread: {
      records: ({ who, since }) =>
        say`${who}: nothing was read since ${since}, neither pay-ins nor callbacks; check the sources first`,
      'pay-ins': ({ who, since }) =>
        say`${who}: no pay-ins were read since ${since}, though callbacks were; check their source first`,
      ended: ({ who, since, at }) => say`${who}: records were read again at ${at}, after none since ${since}`,
    },
    topics: {
      silent: 'silence',
      paid_share: 'too few paid orders',
      stuck: 'stuck orders',
      late_share: 'late notifications',
      mismatches: 'mismatches',
      unread: 'unread records',
    },
    unjudged: ({ who, since, at }, topic) =>
      say`${who}: the alarm about ${[topic]} since ${since} ended at ${at}, but not because all is back to normal`,
    waiting: (sums) => say`Waiting: ${sums}`,
    concerned: (sums) => say`Affected: ${sums}`,
    noticed: (moment) => say`Detected: ${moment}`,
    chance: (percent) => say`Probability by chance alone: ${percent}.`,
  },
  missedPayment: {
    subject: (orderNo) => say`Paid according to the statement: ${orderNo}`,
    body: (orderNo, merchantId, money) =>
      say`Order ${orderNo} of merchant ${merchantId} was paid according to the provider's statement${money === undefined ? [] : say`: ${money}`}. No callback was logged.`,
  },
  test: {
    subject: (channel) => say`Test of the channel ${channel}`,
    body: (channel) => say`This is a test of the channel ${channel}. No action is needed.`,
  },
};
