import { z } from 'zod';
import { SEVERITIES, type Severity } from '../settings/severity.ts';
import { MEASURES } from '../settings/watch.ts';

/**
 * An event to report, independent of recipient and language. Money is in minor units, as text;
 * instants are as PostgreSQL writes them in UTC; regions are named as folders are (`other` for orders without one).
 */
export interface Alert {
  /** Identifies the event: a channel gets one message per key, however often the event is recorded. */
  readonly key: string;
  readonly severity: Severity;
  readonly facts: AlertFacts;
}

/** An instant as ISO 8601 (`2026-11-20T02:53:37Z`) or as PostgreSQL writes it (`2026-11-22 22:08:25.213+00`). */
export const instant = z.string().regex(/^\d{4,5}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00)$/);
const date = z.string().regex(/^\d{4,5}-\d\d-\d\d$/);
const count = z.int().min(0);
const minor = z.string().regex(/^-?\d+$/);
const currency = z.string().nullable().describe('Currency, in capitals; null where there is none');
const severity = z.enum(SEVERITIES);
const region = z.string().describe('Region, other for orders without one');
const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const sums = list(
  z.object({ currency: z.string(), minor: minor.describe('Minor units of the currency') }).readonly(),
);

/** Findings of one code, region and business date. */
const findingGroup = z
  .object({
    code: z.string().describe('Code of the finding'),
    severity,
    region,
    date: date.describe('Business date'),
    orders: count.describe('Number of orders'),
    differences: sums.describe('Paid minus requested of these orders, by currency, without zeros'),
    requested: sums.describe('Requested amounts of these orders, by currency'),
    examples: list(z.string()).describe('Order numbers of a few of them'),
  })
  .readonly();

const groups = {
  asOf: instant.describe('As-of of the run'),
  groups: list(findingGroup),
  more: z
    .exactOptional(count)
    .describe('Number of groups left out, of lower severity or older; absent for none'),
  total: z
    .exactOptional(count)
    .describe(
      'Number of findings of all groups, also of those left out; an order counts once for each of its findings. Absent in messages of earlier versions of the program',
    ),
};

const findings = z
  .object({ topic: z.literal('findings'), ...groups })
  .readonly()
  .describe('A run found something new');

const recovered = z
  .object({ topic: z.literal('recovered'), ...groups })
  .readonly()
  .describe('Findings that were reported earlier and have ended');

const outcomeSum = z
  .object({
    outcome: z.string(),
    currency: currency.describe('Currency that was requested; null where there is none'),
    orders: count,
    requestedMinor: minor,
    paidMinor: minor.describe('What was paid in that currency; payments in another are only in paid'),
  })
  .readonly();

const findingSum = z
  .object({
    code: z.string(),
    severity,
    orders: count,
    example: z.string().describe('Order number of one of them'),
  })
  .readonly();

const paidSum = z
  .object({
    paymentMethod: z.string().nullable(),
    currency: currency.describe('Currency of the payments; null where there is none'),
    orders: count,
    paidMinor: minor,
    refundedMinor: minor.describe('Part of paidMinor that belongs to orders reversed later'),
    unreadable: count.describe('Payments whose amount cannot be read; they are not in the sums'),
  })
  .readonly();

const expiredSum = z.object({ currency, orders: count, requestedMinor: minor }).readonly();
const restatedDate = z.object({ date, region, version: count }).readonly();

const gap = z
  .object({
    kind: z.enum(['pay-ins', 'callbacks', 'statements']).describe('Kind of the records'),
    from: instant.describe('The last record before, or when the expected file begins'),
    to: instant.describe('The first record after, or when the expected file ends'),
    expected: count.describe('How many records were to be expected'),
    file: z
      .string()
      .nullable()
      .describe('First expected file that is missing; null if only the silence shows the gap'),
    files: count.describe('How many files are missing'),
    waiting: list(z.object({ currency, orders: count, minor }).readonly()).describe(
      'Orders that wait for what may be missing, by currency',
    ),
  })
  .readonly();

const night = z
  .object({
    topic: z.literal('night'),
    date: date.describe('Date that was reconciled'),
    region,
    asOf: instant.describe('As-of of the run'),
    version: count.nullable().describe('Newest version; null where there is none'),
    isNew: z
      .boolean()
      .describe('Whether a night has published the date since the last night message of the region'),
    completeUntil: instant
      .nullable()
      .describe('Moment until which a provisional date has records; null if it is complete'),
    isProvisional: z.boolean().describe('Whether orders or payments of the date may be missing'),
    gaps: z
      .exactOptional(list(gap))
      .describe(
        'Stretches of the date without records that were to be expected; absent in messages of earlier versions of the program',
      ),
    isReached: z
      .exactOptional(z.boolean())
      .describe('Whether the records go on to the end of the date, so that only gaps make it provisional'),
    outcomes: list(outcomeSum),
    findings: list(findingSum),
    paid: z
      .exactOptional(list(paidSum))
      .describe('Payments of the date; absent in messages of earlier versions of the program'),
    stuckBefore: count.describe('STUCK orders of earlier dates'),
    expired: z
      .exactOptional(list(expiredSum))
      .describe(
        'Orders that expired since the last night message of the region; absent in messages of earlier versions of the program',
      ),
    restated: list(restatedDate).describe(
      'Versions of other dates that nights have published since the last night message of the region',
    ),
  })
  .readonly()
  .describe('A date of a region was reconciled');

const fault = z
  .object({
    code: z.string(),
    title: z.string(),
    where: z.exactOptional(z.string()),
    found: z.exactOptional(z.string()),
    expected: z
      .exactOptional(z.string())
      .describe('Absent where nothing is said of it, and in messages of earlier versions of the program'),
    remedy: z.string(),
  })
  .readonly();

const jobs = z
  .object({
    topic: z.literal('jobs'),
    job: z.string(),
    region: z.string().describe('Region of the job, or all'),
    date: date.nullable().describe('Date of the job; null where it has none'),
    dueAt: instant,
    failures: count.describe('Failed attempts'),
    fault: z.exactOptional(fault).describe('Absent where the job works again'),
    retryAt: z.exactOptional(instant).describe('Time of the next attempt; absent where the job works again'),
  })
  .readonly()
  .describe('A job fails, or works again after failures');

const watch = z
  .object({
    topic: z.literal('watch'),
    measure: z.enum(MEASURES),
    region: z.string().describe('Region, or all'),
    zone: z.string().describe('IANA zone of the region'),
    merchantId: z.string().describe('Merchant, or all'),
    paymentMethod: z.string().describe('Method, or all'),
    since: instant,
    at: instant,
    ended: z.boolean(),
    unjudged: z
      .exactOptional(z.literal(true))
      .describe('The alarm ended, but not because values are usual again; otherwise absent'),
    resumedAt: z
      .exactOptional(instant)
      .describe(
        'When the first payment after the silence began was notified; only at the end of a silence, absent if none came or if records were not read',
      ),
    unread: z
      .exactOptional(z.enum(['records', 'pay-ins']))
      .describe('For a silence of all methods: the kind of record that was not read at all'),
    observed: z.number().describe('Observed count'),
    of: z.number().nullable().describe('The total that it is part of'),
    expected: z.number().describe('Count expected from earlier weeks'),
    probability: z.number().describe('Probability of a count at least as unusual if nothing had changed'),
    money: sums.describe('Money that is not paid yet, or affected otherwise'),
  })
  .readonly()
  .describe('An anomaly begins or ends');

const missedPayment = z
  .object({
    topic: z.literal('missed-payments'),
    key: z.string().describe('Names the order, the same in every message: merchant, slash, order number'),
    merchantId: z.string(),
    subMerchantId: z.string().nullable(),
    orderNo: z.string(),
    tradeNo: z.string().nullable().describe("The service's number"),
    region,
    date: date.describe('Business date of the order'),
    currency,
    minor: minor
      .nullable()
      .describe('Paid according to the statement, in minor units; null where the statement has no amount'),
    completedAt: instant.nullable().describe('Completion according to the statement; null without a time'),
    settledOn: date.nullable(),
    payoutId: z.string().nullable(),
  })
  .readonly()
  .describe('Only a statement shows an order as paid: no callback was logged');

const test = z
  .object({ topic: z.literal('test'), channel: z.string() })
  .readonly()
  .describe('A test message for a channel');

/** Facts of messages to people and programs, by topic. */
export const MESSAGE_FACTS = {
  findings,
  recovered,
  night,
  jobs,
  watch,
  'missed-payments': missedPayment,
  test,
} as const;

export type FindingGroup = z.infer<typeof findingGroup>;
export type FindingsFacts = z.infer<typeof findings>;
export type RecoveredFacts = z.infer<typeof recovered>;
export type NightFacts = z.infer<typeof night>;
export type JobFacts = z.infer<typeof jobs>;
export type WatchFacts = z.infer<typeof watch>;
export type MissedPaymentFacts = z.infer<typeof missedPayment>;
type TestFacts = z.infer<typeof test>;

/** Every region's night of a date succeeded. */
export interface HeartbeatFacts {
  readonly topic: 'heartbeat';
  readonly date: string;
  readonly region: string;
}

export type AlertFacts =
  | FindingsFacts
  | RecoveredFacts
  | NightFacts
  | JobFacts
  | WatchFacts
  | MissedPaymentFacts
  | HeartbeatFacts
  | TestFacts;

export const ALL = 'all';
