import { runSqlFile } from '../../database/sql-file.ts';
import type { Session } from '../../database/store.ts';
import type { CallbacksTable, PayInsTable } from '../../database/tables.ts';
import { isoInstant } from '../../normalise/instant.ts';
import type { TimeFlag } from '../../normalise/read-time.ts';
import { type AbsentSettings, isOfAbsent } from '../../settings/absent.ts';
import { regionFolder } from '../../settings/region-folder.ts';
import type { CallbackEvent, RequestEvent, ResponseEvent } from './order-story.ts';
import { recordedMoney } from './story-money.ts';
import { type BrokenRule, isSame, type OrderKey, type RecordPlace } from './story-values.ts';

/** The rules that each record breaks, by the record's digest. */
type BrokenRules = ReadonlyMap<string, readonly BrokenRule[]>;

interface CallRow extends Omit<PayInsTable, 'merchant_id' | 'source_id' | 'has_request'> {
  readonly has_request: boolean;
  /** Digest of the other half of the same call. */
  readonly partner: string | null;
  readonly source: string;
}

interface DeliveryRow extends Omit<CallbacksTable, 'source_id'> {
  readonly counted_order_no: string | null;
  readonly counted_merchant_id: string | null;
  readonly source: string;
}

/** Requests and responses of an order. */
export async function readCalls(
  session: Session,
  key: OrderKey,
  settings: AbsentSettings,
): Promise<Array<RequestEvent | ResponseEvent>> {
  const parameters = { order_no: key.orderNo, merchant_id: key.merchantId };
  const { rows } = await runSqlFile<CallRow>(session, 'order/020_calls.sql', parameters);
  const broken = await brokenRulesOf(session, rows, settings);
  const places = new Map(rows.map((row) => [row.digest, placeOf(row)]));
  return rows.flatMap((row) => [
    ...(row.has_request ? [requestEvent(row, broken)] : []),
    ...(row.has_response ? [responseEvent(row, broken, places)] : []),
  ]);
}

/** Callbacks that name an order or carry a tradeNo from its responses. */
export async function readCallbacks(
  session: Session,
  key: OrderKey,
  settings: AbsentSettings,
): Promise<CallbackEvent[]> {
  const parameters = { order_no: key.orderNo, merchant_id: key.merchantId };
  const { rows } = await runSqlFile<DeliveryRow>(session, 'order/030_deliveries.sql', parameters);
  const broken = await brokenRulesOf(session, rows, settings);
  return rows.map((row) => callbackEvent(row, key, broken));
}

async function brokenRulesOf(
  session: Session,
  records: ReadonlyArray<Pick<PayInsTable, 'order_no' | 'logged_at' | 'digest'>>,
  settings: AbsentSettings,
): Promise<BrokenRules> {
  const broken = new Map<string, BrokenRule[]>();
  if (records.length === 0) return broken;
  const { rows } = await runSqlFile<BrokenRule & Pick<PayInsTable, 'digest'>>(
    session,
    'order/025_broken_rules.sql',
    {
      order_nos: records.map(({ order_no }) => order_no),
      logged_ats: records.map(({ logged_at }) => logged_at),
      digests: records.map(({ digest }) => digest),
    },
  );
  for (const { digest, ...rule } of rows) {
    // A field that is never stored cannot break a rule. sql/reconcile skips these rules too.
    if (isOfAbsent(rule, settings)) continue;
    broken.set(digest, [...(broken.get(digest) ?? []), rule]);
  }
  return broken;
}

function requestEvent(row: CallRow, broken: BrokenRules): RequestEvent {
  return {
    kind: 'request',
    at: isoInstant(row.requested_at),
    place: placeOf(row),
    region: regionFolder(row.region),
    subMerchantId: row.sub_merchant_id,
    paymentMethod: row.payment_method,
    money: recordedMoney(row.currency, row.amount_minor, row.amount_text),
    expiresAt: isoInstant(row.expires_at),
    expiryPeriodText: row.expiry_period_text,
    sentAtText: row.sent_at_text,
    timestampText: row.timestamp_text,
    response: row.has_response ? 'same-line' : row.partner === null ? null : 'own-line',
    timeFlags: timeFlagsOf(row),
    brokenRules: broken.get(row.digest) ?? [],
  };
}

/**
 * Makes a response's event. Flags and broken rules of the whole record are shown once, at the request if there is one.
 */
function responseEvent(
  row: CallRow,
  broken: BrokenRules,
  places: ReadonlyMap<string, RecordPlace>,
): ResponseEvent {
  const ownLine = !row.has_request;
  const place = placeOf(row);
  return {
    kind: 'response',
    at: isoInstant(row.answered_at ?? (ownLine ? row.requested_at : row.created_at)),
    place,
    code: row.response_code,
    status: row.response_status,
    tradeNo: row.trade_no,
    accountNo: row.account_no,
    echo: {
      orderNo: row.response_order_no,
      merchantId: row.response_merchant_id,
      subMerchantId: row.response_sub_merchant_id,
      paymentMethod: row.response_method,
      money: recordedMoney(row.response_currency, row.response_amount_minor, row.response_amount_text),
    },
    transactionTimeText: row.response_time_text,
    ownLine,
    answers: ownLine ? (row.partner === null ? null : places.get(row.partner)!) : place,
    timeFlags: ownLine ? timeFlagsOf(row) : [],
    brokenRules: ownLine ? (broken.get(row.digest) ?? []) : [],
  };
}

function callbackEvent(row: DeliveryRow, key: OrderKey, broken: BrokenRules): CallbackEvent {
  const names = { orderNo: row.order_no, merchantId: row.merchant_id };
  const countedAt =
    row.counted_order_no === null
      ? null
      : { orderNo: row.counted_order_no, merchantId: row.counted_merchant_id! };
  return {
    kind: 'callback',
    at: isoInstant(row.received_at),
    place: placeOf(row),
    names,
    attribution: attributionOf(key, names, countedAt),
    countedAt,
    status: row.status,
    tradeNo: row.trade_no,
    subMerchantId: row.sub_merchant_id,
    paymentMethod: row.payment_method,
    money: recordedMoney(row.currency, row.amount_minor, row.amount_text),
    completedAt: row.completed_at === null ? null : isoInstant(row.completed_at),
    transactionTimeText: row.transaction_time_text,
    offsetSource: row.offset_source,
    completedImpossible: row.completed_impossible,
    receivedAtText: row.received_at_text,
    timestampText: row.timestamp_text,
    verified: row.verified,
    ack: row.ack,
    timeFlags: timeFlagsOf(row),
    brokenRules: broken.get(row.digest) ?? [],
  };
}

function attributionOf(
  key: OrderKey,
  names: OrderKey,
  countedAt: OrderKey | null,
): CallbackEvent['attribution'] {
  if (countedAt === null) return 'unverified';
  if (!isSame(countedAt, key)) return 'elsewhere';
  return isSame(names, key) ? 'own' : 'trade-no';
}

function placeOf({ source, line }: { readonly source: string; readonly line: string }): RecordPlace {
  return { source, line: Number(line) };
}

function timeFlagsOf(row: {
  readonly time_unreadable: boolean;
  readonly time_ambiguous: boolean;
  readonly offset_disagrees: boolean;
}): TimeFlag[] {
  const flags: TimeFlag[] = [];
  if (row.time_unreadable) flags.push('TIME_UNREADABLE');
  if (row.time_ambiguous) flags.push('TIME_AMBIGUOUS');
  if (row.offset_disagrees) flags.push('OFFSET_DISAGREES');
  return flags;
}
