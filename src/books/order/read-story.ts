import { runSqlFile } from '../../database/sql-file.ts';
import { type Session, transaction } from '../../database/store.ts';
import type { OrderResultsTable } from '../../database/tables.ts';
import { Fault } from '../../errors.ts';
import { addSeconds, formatInstant, instantOfText, isoInstant } from '../../normalise/instant.ts';
import type { Settings } from '../../settings/schema.ts';
import { plain } from '../../terminal-text.ts';
import { readDecisions } from './decision-events.ts';
import { readCallbacks, readCalls } from './evidence-events.ts';
import type { LimitEvent, OrderStory, StoryEvent } from './order-story.ts';
import { ownEvents } from './own-events.ts';
import { readStated } from './stated-events.ts';
import type { OrderKey } from './story-values.ts';
import { currentPayments, currentVerdict, readResults, readVerdicts } from './verdict-events.ts';
import { readWithdrawals } from './withdrawal-events.ts';

const DAY_SECONDS = 86_400;
/** The last second of a story, as PostgreSQL writes it. */
const LAST_INSTANT = '9999-12-31 23:59:59+00';

/** The order of events at the same instant. */
const STEPS: readonly StoryEvent['kind'][] = [
  'request',
  'response',
  'callback',
  'statement',
  'payout',
  'bank',
  'expiry',
  'deadline',
  'horizon',
  'withdrawal',
  'verdict',
  'decision',
];

/** The histories of all orders with a number, one for each merchant, at one moment. Empty if there are none. */
export async function readStories(
  session: Session,
  settings: Settings,
  orderNo: string,
  merchant: string | undefined,
): Promise<OrderStory[]> {
  return transaction<OrderStory[]>(session, async () => {
    // A run that commits meanwhile must not appear in only half of a history.
    await session.script('set transaction isolation level repeatable read');
    return allStories(session, settings, orderNo, merchant === undefined ? undefined : [merchant]);
  });
}

/** {@link readStories}, but throws ORDER_UNKNOWN if there are none; it names the merchants with an order of that number. */
export async function knownStories(
  session: Session,
  settings: Settings,
  orderNo: string,
  merchant: string | undefined,
): Promise<OrderStory[]> {
  const stories = await readStories(session, settings, orderNo, merchant);
  if (stories.length > 0) return stories;
  const merchants = merchant === undefined ? [] : await merchantsOf(session, orderNo);
  throw new Fault('ORDER_UNKNOWN', {
    where: orderNo,
    ...(merchants.length === 0
      ? {}
      : {
          found: `no order of merchant ${plain(merchant!)}`,
          expected: `merchant ${merchants.map(plain).join(', ')}`,
        }),
  });
}

/**
 * The histories of the orders with a number, for a reader who may only see these merchants, or all: callbacks and rows of
 * statements that name an order of another merchant, or are counted there, are left out, rows that name none also until a
 * run has counted them, and so are payouts, which are of several merchants together. An order of which nothing is left is left
 * out too: only records of other merchants name it. Call it within a transaction.
 */
export async function storiesOf(
  session: Session,
  settings: Settings,
  orderNo: string,
  merchants: readonly string[] | undefined,
): Promise<OrderStory[]> {
  const stories = await allStories(session, settings, orderNo, merchants);
  if (merchants === undefined) return stories;
  return stories.flatMap(({ events, ...story }) => {
    const own = ownEvents(events, merchants);
    // Verdicts and decisions of before are events that are never taken out.
    const isOfOthers = own.length === 0 && events.length > 0 && story.verdict === null;
    return isOfOthers ? [] : [{ ...story, events: own }];
  });
}

/** The history of one merchant's order. */
export interface StoryAmongOthers {
  readonly story: OrderStory;
  /** Other merchants with an order of the number, of those that the reader sees. */
  readonly otherMerchants: readonly string[];
}

/** One of {@link storiesOf}; undefined if it is not among them. Call it within a transaction. */
export async function storyOf(
  session: Session,
  settings: Settings,
  key: OrderKey,
  merchants: readonly string[] | undefined,
): Promise<StoryAmongOthers | undefined> {
  const othersOf = (all: readonly string[]) => all.filter((one) => one !== key.merchantId && one !== '');
  if (merchants === undefined) {
    // Hundreds of merchants may use the number: only the names of the others are read.
    const all = await merchantsOf(session, key.orderNo);
    if (!all.includes(key.merchantId)) return undefined;
    const story = await readStory(session, settings, key, await newestAsOf(session));
    return { story, otherMerchants: othersOf(all) };
  }
  const stories = await storiesOf(session, settings, key.orderNo, merchants);
  const story = stories.find(({ merchantId }) => merchantId === key.merchantId);
  if (story === undefined) return undefined;
  return { story, otherMerchants: othersOf(stories.map(({ merchantId }) => merchantId)) };
}

async function allStories(
  session: Session,
  settings: Settings,
  orderNo: string,
  limit: readonly string[] | undefined,
): Promise<OrderStory[]> {
  const merchants = await merchantsOf(session, orderNo);
  const asOf = await newestAsOf(session);
  const stories: OrderStory[] = [];
  for (const merchantId of merchants) {
    if (limit !== undefined && !limit.includes(merchantId)) continue;
    stories.push(await readStory(session, settings, { orderNo, merchantId }, asOf));
  }
  return stories;
}

async function newestAsOf(session: Session): Promise<string | null> {
  const newest = await session.db
    .selectFrom('runs')
    .select('as_of')
    .orderBy('run_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest === undefined ? null : isoInstant(newest.as_of);
}

/** The merchants with an order of this number. */
async function merchantsOf(session: Session, orderNo: string): Promise<string[]> {
  const { rows } = await runSqlFile<{ merchant_id: string }>(session, 'order/010_merchants.sql', {
    order_no: orderNo,
  });
  return rows.map(({ merchant_id }) => merchant_id);
}

async function readStory(
  session: Session,
  settings: Settings,
  key: OrderKey,
  asOf: string | null,
): Promise<OrderStory> {
  const results = await readResults(session, key);
  const current = results.orders.find(({ until_run }) => until_run === null);
  const events: StoryEvent[] = [
    ...(await readCalls(session, key, settings)),
    ...(await readCallbacks(session, key, settings)),
    ...(await readStated(session, settings, key)),
    ...(current === undefined ? [] : limitsOf(current, settings)),
    ...(await readWithdrawals(session, key)),
    ...(await readVerdicts(session, key, results)),
    ...(await readDecisions(session, key)),
  ];
  return {
    ...key,
    verdict: await currentVerdict(session, settings, results),
    asOf,
    events: inTimeOrder(events),
    payments: currentPayments(results),
  };
}

/** Expiry and deadline and, for an order without a known payment, the horizon. */
function limitsOf(
  { outcome, expires_at, deadline_at }: OrderResultsTable,
  { expiryHorizonDays }: Pick<Settings, 'expiryHorizonDays' | 'absent' | 'responses'>,
): LimitEvent[] {
  const limits: LimitEvent[] = [];
  if (expires_at !== null) limits.push({ kind: 'expiry', at: isoInstant(expires_at) });
  if (deadline_at === null) return limits;
  // By its grace it can be in the year 10000, where no other time is.
  const deadline = /^\d{5}/.test(deadline_at) ? LAST_INSTANT : deadline_at;
  limits.push({ kind: 'deadline', at: isoInstant(deadline) });
  if (['PENDING', 'STUCK', 'EXPIRED'].includes(outcome)) {
    const horizon = addSeconds(instantOfText(deadline), expiryHorizonDays * DAY_SECONDS);
    limits.push({ kind: 'horizon', at: isoInstant(formatInstant(horizon)) });
  }
  return limits;
}

/** Sorts by time. Events at the same instant keep the order in which they were selected. */
function inTimeOrder(events: readonly StoryEvent[]): StoryEvent[] {
  const keyed = events.map((event) => ({ event, at: instantOfText(event.at) }));
  keyed.sort(
    (a, b) =>
      a.at.seconds - b.at.seconds ||
      a.at.micros - b.at.micros ||
      STEPS.indexOf(a.event.kind) - STEPS.indexOf(b.event.kind),
  );
  return keyed.map(({ event }) => event);
}
