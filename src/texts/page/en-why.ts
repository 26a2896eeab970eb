import { type Phrase, say } from '../phrase.ts';
import { about, phrases, type StuckKind, type WhyFacts, type WhyTexts } from './why-parts.ts';

const SETTLES = say`A decision about its findings settles them and stays in the audit trail. The outcome stays the same.`;
const PAYS = say`A callback that reports the payment makes it matched or mismatched, however late it comes.`;
const STATED = say`A statement of the service says that it was paid, and no callback of the payment was logged.`;

const STUCK: Readonly<Record<StuckKind, (facts: WhyFacts) => Phrase>> = {
  paid_in_statement: () => STATED,
  accepted: () => say`The service accepted it, and no callback was logged since.`,
  refused: ({ codes }) =>
    say`The service refused it${about(codes, (known) => say` (code ${known})`) ?? []}, another request has no response, and no callback was logged since.`,
  no_response: () => say`No response and no callback was logged since.`,
  processing: () => say`Callbacks say that it is being processed. None says that it was paid.`,
  unknown_status: ({ statuses }) =>
    say`A callback has a status that no list of the settings names${about(statuses, (known) => say`: ${known}`) ?? []}.`,
  unverified: () => say`Only callbacks whose signature could not be verified were logged since.`,
};

const STUCK_REMEDY: Readonly<Record<StuckKind, Phrase>> = {
  paid_in_statement: say`Look for the callback in the logs of your endpoint. If there is none, ask the service to send it again.`,
  accepted: say`Ask the service for the result, and check that its callbacks arrive and are logged.`,
  refused: say`Ask the service whether the request without a response was accepted.`,
  no_response: say`Check that the responses and callbacks of this time were logged and read. The data page shows how far the logs reach.`,
  processing: say`Ask the service for the final result.`,
  unknown_status: say`If the status means paid, failed or reversed, add it to the setting ${'statuses'}. The next run judges the order again.`,
  unverified: say`If the callbacks are genuine, correct how signatures are verified, and log them again as verified.`,
};

/** Why an order is what it is, in English. */
export const enWhy: WhyTexts = {
  heading: 'Why it has this outcome, and what could change it',
  why: 'Why',
  change: 'What could change it',
  nextRun: 'What is read or corrected after the newest run counts from the next run on.',
  outcomes: {
    MATCHED: ({ requested, paid, difference, paidAt, others }) => ({
      why: phrases(
        about(paid, (known) =>
          difference === undefined
            ? say`${known} was paid${about(paidAt, (at) => say` at ${at}`) ?? []}, as requested.`
            : say`${known} was paid${about(requested, (asked) => say` of ${asked} requested`) ?? []}. The difference of ${difference} is within the setting ${'tolerances'}.`,
        ),
        say`No finding blocks a match.`,
        about(others, (known) => say`Findings that do not block it: ${known}.`),
      ),
      change: [
        say`Another payment, or a callback that contradicts this one, makes it mismatched. A callback with a reversed status makes it reversed.`,
        say`A change of the settings ${'tolerances'} or ${'statuses'} applies to it, too.`,
      ],
    }),
    MISMATCH: ({ requested, paid, difference, paidAt, blocking }) => ({
      why: phrases(
        requested === undefined || paid === undefined
          ? say`It was paid, but the amounts cannot be compared.`
          : say`${requested} was requested, and ${paid} was paid${about(paidAt, (at) => say` at ${at}`) ?? []}${about(difference, (known) => say`: a difference of ${known}`) ?? []}.`,
        about(blocking, (known) => say`These findings block a match: ${known}.`),
      ),
      change: [
        say`Records that are read later, such as a missing request, a correcting callback or a reversal, can change the outcome.`,
        say`If the difference is agreed, for example a rounding, a larger value in the setting ${'tolerances'} makes it matched. If a status is misread, correct the setting ${'statuses'}.`,
        SETTLES,
      ],
    }),
    ORPHAN: ({ paid, paidAt }) => ({
      why: phrases(
        about(
          paid,
          (known) => say`A callback reports ${known}${about(paidAt, (at) => say` paid at ${at}`) ?? []}.`,
        ),
        say`No pay-in record with this order number and merchant was read.`,
      ),
      change: [
        say`If its pay-in record is read later, it becomes an order and is judged as one. Check on the data page that the pay-in logs are complete.`,
        say`If the request was logged under another number or merchant, capitals and leading zeros included, correct that where it is logged.`,
        SETTLES,
      ],
    }),
    REVERSED: ({ paid, statuses }) => ({
      why: phrases(
        say`A callback has a reversed status${about(statuses, (known) => say` (${known})`) ?? []}: the payment was reversed.`,
        about(paid, (known) => say`${known} had been paid.`),
      ),
      change: [
        say`As long as that callback is among the records, later payments do not change the outcome.`,
        say`If the status does not mean that a payment was reversed, correct the setting ${'statuses.reversed'}.`,
        SETTLES,
      ],
    }),
    FAILED: ({ statuses }) => ({
      why: [
        say`A callback has a failed status${about(statuses, (known) => say` (${known})`) ?? []}, and no payment is known.`,
      ],
      change: [
        PAYS,
        say`If the status does not mean that a payment failed, correct the setting ${'statuses.failed'}.`,
      ],
    }),
    REJECTED: ({ codes }) => ({
      why: [
        say`The service refused it: every request has a response, and none has code ${'00'}${about(codes, (known) => say` (found: ${known})`) ?? []}.`,
      ],
      change: [
        say`A later request that is accepted makes it pending, and then stuck if it is not paid.`,
        say`A callback that reports a payment makes it mismatched, because it was paid although it was rejected.`,
      ],
    }),
    EXPIRED: ({ requested, requestedAt, deadlineAt, horizonAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) => say`${requested ?? ['It']} was requested at ${at}, and no payment was notified.`,
        ),
        about(deadlineAt, (at) => say`Its deadline passed at ${at}.`),
        about(
          horizonAt,
          (at) => say`At ${at} it expired: that is ${'expiryHorizonDays'} days after the deadline.`,
        ),
      ),
      change: [
        say`A callback or another record of it that is read later reopens it. ${PAYS}`,
        say`If payments often come later than that, raise the setting ${'expiryHorizonDays'}.`,
      ],
    }),
    PENDING: ({ requested, requestedAt, expiresAt, deadlineAt }) => ({
      why: phrases(
        about(
          requestedAt,
          (at) => say`${requested ?? ['It']} was requested at ${at}. No payment was notified yet.`,
        ),
        about(expiresAt, (at) => say`The payer has until ${at}.`),
        about(deadlineAt, (at) => say`Its result is awaited until ${at} (setting ${'graceSeconds'}).`),
      ),
      change: phrases(
        about(
          deadlineAt,
          (at) =>
            say`A callback before ${at} that reports the payment makes it matched or mismatched. Without one it is stuck from then on.`,
        ),
        say`A callback with a failed status makes it failed.`,
      ),
    }),
  },
  statedOnly: { why: [STATED], change: [STUCK_REMEDY.paid_in_statement] },
  stuck: (kind, facts) => ({
    why: phrases(
      about(
        facts.requestedAt,
        (at) => say`${facts.requested ?? ['It']} was requested at ${at} and is not known to be paid.`,
      ),
      STUCK[kind](facts),
      about(facts.expiresAt, (at) => say`The payer had until ${at}.`),
      about(facts.deadlineAt, (at) => say`Its deadline passed at ${at}.`),
    ),
    change: phrases(
      PAYS,
      STUCK_REMEDY[kind],
      about(facts.horizonAt, (at) => say`Without a payment it expires at ${at}.`),
    ),
  }),
  unjudged: {
    notYet: {
      why: [say`Its records are read, but no run has judged it yet.`],
      change: [say`The next run judges it.`],
    },
    elsewhere: {
      why: [
        say`This number has no order of its own: its callbacks carry the trade number of another order and are counted there.`,
      ],
      change: [say`If a pay-in record with this number is read, the next run judges it as an order.`],
    },
    unverified: {
      why: [
        say`This number is known only by callbacks whose signature was not verified. Anybody may have sent them, so they decide nothing.`,
      ],
      change: [STUCK_REMEDY.unverified],
    },
    stated: {
      why: [
        say`This number is known only by rows of statements. No request and no callback of it was logged.`,
      ],
      change: [say`If its logs are read, the next run judges it.`],
    },
    gone: {
      why: [say`No record of it is stored any more. Its decisions stay in the audit trail.`],
      change: [say`If its logs are read again, the next run judges it.`],
    },
  },
};
