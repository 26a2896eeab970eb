import { stuckExplanation } from '../../../reports/stuck-explanation.ts';
import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import type { FindingResultsTable, OrderResultsTable, PaymentResultsTable } from '../../database/tables.ts';
import { isoInstant } from '../../normalise/instant.ts';
import { RULES } from '../../reconcile/rules/all.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { Settings } from '../../settings/schema.ts';
import { zoneOfRegion } from '../run/chosen-regions.ts';
import type {
  CurrentVerdict,
  StoryFinding,
  StoryPayment,
  StoryVersion,
  VerdictEvent,
} from './order-story.ts';
import { computedMoney, recordedMoney } from './story-money.ts';
import type { OrderKey } from './story-values.ts';

/** A row of results, valid from one run until another. */
interface Stretch {
  readonly from_run: number;
  readonly until_run: number | null;
}

/** The columns of a row that its verdict does not show. */
const NOT_SHOWN: ReadonlySet<keyof OrderResultsTable> = new Set([
  ...(['from_run', 'until_run', 'owed_since'] as const),
  // What statements say.
  ...(['stated_currency', 'stated_minor', 'fee_minor', 'net_minor', 'settled_on', 'payout_id'] as const),
  ...(['returned_currency', 'returned_minor'] as const),
]);

/** All results of an order, past and current. */
export interface FoundResults {
  readonly orders: readonly OrderResultsTable[];
  readonly findings: readonly FindingResultsTable[];
  readonly payments: readonly PaymentResultsTable[];
}

export async function readResults(session: Session, key: OrderKey): Promise<FoundResults> {
  const rowsOf = async <T>(table: 'order_results' | 'finding_results' | 'payment_results'): Promise<T[]> => {
    const rows = await session.db
      .selectFrom(table)
      .selectAll()
      .where('order_no', '=', key.orderNo)
      .where('merchant_id', '=', key.merchantId)
      .orderBy('from_run')
      .execute();
    return rows as T[];
  };
  const [orders, findings, payments] = [
    await rowsOf<OrderResultsTable>('order_results'),
    await rowsOf<FindingResultsTable>('finding_results'),
    await rowsOf<PaymentResultsTable>('payment_results'),
  ];
  return {
    orders,
    findings: findings.sort((a, b) => (a.code < b.code ? -1 : 1)),
    payments: payments.sort((a, b) => (a.payment < b.payment ? -1 : 1)),
  };
}

/** Returns one verdict for each run whose result differs from the run before. */
export async function readVerdicts(
  session: Session,
  key: OrderKey,
  results: FoundResults,
): Promise<VerdictEvent[]> {
  const runs = runsOf([...results.orders, ...results.findings, ...results.payments]);
  if (runs.length === 0) return [];
  const asOfs = await session.db
    .selectFrom('runs')
    .select(['run_id', 'as_of'])
    .where('run_id', 'in', runs)
    .execute();
  const { rows: versions } = await runSqlFile<StoryVersion & { readonly run_id: number }>(
    session,
    'order/040_publications.sql',
    { order_no: key.orderNo, merchant_id: key.merchantId },
  );
  return runs.flatMap((run) => {
    const asOf = asOfs.find(({ run_id }) => run_id === run);
    if (asOf === undefined) return [];
    const shown = versions
      .filter(({ run_id }) => run_id === run)
      .map(({ date, region, version }) => ({ date, region: regionFolder(region), version }));
    const event = verdictEvent(run, isoInstant(asOf.as_of), results, shown);
    return isOnlyStated(run, results) && !differs(event) ? [] : [event];
  });
}

/** The newest run's result of an order; null if it has none. */
export async function currentVerdict(
  session: Session,
  settings: Settings,
  { orders }: FoundResults,
): Promise<CurrentVerdict | null> {
  const order = orders.find(({ until_run }) => until_run === null);
  if (order === undefined) return null;
  const zone = zoneOfRegion(settings, order.region);
  const { explanation } = await session.db
    .selectFrom('order_results')
    .select(stuckExplanation(zone).as('explanation'))
    .where('order_no', '=', order.order_no)
    .where('merchant_id', '=', order.merchant_id)
    .where('until_run', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    outcome: order.outcome,
    stuckReason: order.stuck_reason,
    explanation,
    zone,
    findings: codesOf(order),
    businessDate: order.business_date,
    region: regionFolder(order.region),
    ...moneyOf(order),
  };
}

export function currentPayments({ payments }: FoundResults): StoryPayment[] {
  return payments
    .filter(({ until_run }) => until_run === null)
    .map((payment) => ({
      tradeNo: payment.trade_no,
      paymentMethod: payment.payment_method,
      money: recordedMoney(payment.currency, payment.paid_minor, null),
      paidAt: payment.paid_at === null ? null : isoInstant(payment.paid_at),
      paidDate: payment.paid_date,
      receivedAt: isoInstant(payment.received_at),
    }));
}

function verdictEvent(
  run: number,
  at: string,
  { orders, findings }: FoundResults,
  versions: readonly StoryVersion[],
): VerdictEvent {
  const before = orders.find((row) => heldBefore(row, run));
  const order = orders.find((row) => holdsFrom(row, run));
  const had = findings.filter((row) => heldBefore(row, run));
  const has = findings.filter((row) => holdsFrom(row, run));
  const among = (rows: readonly FindingResultsTable[], code: string) => rows.find((row) => row.code === code);
  return {
    kind: 'verdict',
    at,
    run,
    outcome: order?.outcome ?? null,
    outcomeBefore: before?.outcome ?? null,
    stuckReason: order?.stuck_reason ?? null,
    businessDate: order?.business_date ?? null,
    region: order === undefined ? null : regionFolder(order.region),
    ...(order === undefined ? { requested: null, paid: null, difference: null } : moneyOf(order)),
    payments: order?.payments ?? 0,
    findings: order === undefined ? [] : codesOf(order),
    findingsCame: has.filter(({ code }) => among(had, code) === undefined).map(findingOf),
    findingsWent: had.filter(({ code }) => among(has, code) === undefined).map(findingOf),
    findingsChanged: has
      .filter((row) => {
        const other = among(had, row.code);
        return other !== undefined && !saysTheSame(row, other);
      })
      .map(findingOf),
    versions,
  };
}

/** Whether in a run the order's row changed in what statements say; its rows of statements tell that. */
function isOnlyStated(run: number, { orders }: FoundResults): boolean {
  const before = orders.find((row) => row.until_run === run);
  const after = orders.find((row) => row.from_run === run);
  if (before === undefined || after === undefined) return false;
  const names = Object.keys(after) as (keyof OrderResultsTable)[];
  const others = names.filter((name) => !NOT_SHOWN.has(name));
  return others.every((name) => before[name] === after[name]);
}

function differs({ findingsCame, findingsWent, findingsChanged }: VerdictEvent): boolean {
  return findingsCame.length + findingsWent.length + findingsChanged.length > 0;
}

function runsOf(stretches: readonly Stretch[]): number[] {
  const runs = stretches.flatMap(({ from_run, until_run }) =>
    until_run === null ? [from_run] : [from_run, until_run],
  );
  return [...new Set(runs)].sort((a, b) => a - b);
}

function holdsFrom({ from_run, until_run }: Stretch, run: number): boolean {
  return from_run <= run && (until_run === null || until_run > run);
}

function heldBefore({ from_run, until_run }: Stretch, run: number): boolean {
  return from_run < run && (until_run === null || until_run >= run);
}

function saysTheSame(one: FindingResultsTable, other: FindingResultsTable): boolean {
  return one.expected === other.expected && one.actual === other.actual && one.reason === other.reason;
}

function findingOf({ code, reason, expected, actual }: FindingResultsTable): StoryFinding {
  const severity = RULES.find((rule) => rule.code === code)?.severity ?? null;
  return { code, severity, reason, expected, actual };
}

function codesOf({ findings }: OrderResultsTable): string[] {
  return findings === '' ? [] : findings.split(' ');
}

function moneyOf(order: OrderResultsTable): Pick<CurrentVerdict, 'requested' | 'paid' | 'difference'> {
  const { requested_currency, requested_minor, requested_text } = order;
  // The original text is of one payment, so it is not shown for a sum of several.
  const isSum = order.payments > 1 && order.paid_minor !== null;
  return {
    requested:
      requested_minor === null && requested_text === null
        ? null
        : recordedMoney(requested_currency, requested_minor, requested_text),
    paid:
      order.paid_minor === null && order.paid_text === null
        ? null
        : recordedMoney(order.paid_currency, order.paid_minor, isSum ? null : order.paid_text),
    difference: computedMoney(order.paid_currency ?? requested_currency, order.difference_minor),
  };
}
