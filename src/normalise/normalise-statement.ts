import { isJsonObject, type JsonObject, ownValue, readText } from '../contract/json.ts';
import { ROW_WORDS, type RowStatus, type RowType } from '../contract/statement-fields.ts';
import type { RegionSettings, Settings } from '../settings/schema.ts';
import type { TableFormat } from '../settings/table-format.ts';
import {
  amountForDigest,
  findRegion,
  isTooLong,
  LONGEST_IDENTIFIER_BYTES,
  recordDigest,
} from './identify.ts';
import type { Instant } from './instant.ts';
import { issuerFormat, issuerOfNoTable, statedMinor } from './issuer.ts';
import { readEpoch, readOwnPlainly, readTime, type TimeReading, UNREADABLE } from './read-time.ts';
import type { Normalised, StatementReading, StatementRecord, StatementTexts } from './record.ts';
import type { Rejection } from './rejection.ts';
import { dateInstant, readDate } from './stated-date.ts';

/**
 * A row of a statement as a record in our units; else the reason why it belongs to no order, payout or date.
 * @param value the row, or an object that has it under `statement`
 * @param issuer the table or source by which the row was read
 */
export function normaliseStatement(
  value: JsonObject,
  settings: Settings,
  issuer: string = issuerOfNoTable(settings, 'statement'),
): Normalised {
  const wrapped = ownValue(value, 'statement');
  const row = isJsonObject(wrapped) ? wrapped : value;
  const text = (field: string) => readText(ownValue(row, field));
  const texts: StatementTexts = {
    orderNo: text('order_no') ?? '',
    merchantId: text('merchant_id') ?? '',
    rowId: text('row_id'),
    typeText: text('type'),
    statusText: text('status'),
    tradeNo: text('trade_no'),
    subMerchantId: text('sub_merchant_id'),
    paymentMethod: text('payment_method'),
    currency: text('currency'),
    grossText: text('gross'),
    feeText: text('fee'),
    netText: text('net'),
    completedAtText: text('completed_at'),
    settledOnText: text('settled_on'),
    payoutId: text('payout_id'),
  };
  const rejection = unattributed(texts);
  if (rejection !== undefined) return { kind: 'rejected', rejection };
  const format = issuerFormat(settings, issuer, 'statement') ?? {};
  const reading = interpretStatement(texts, format, settings);
  const loggedAt = readOwnPlainly(texts.completedAtText) ?? dateInstant(reading.settledOn);
  if (loggedAt === undefined)
    return { kind: 'rejected', rejection: { reason: 'no_statement_time', detail: untimed(texts) } };
  const digest = statementDigest(texts);
  const record: StatementRecord = {
    ...texts,
    ...reading,
    issuer,
    rowKey: texts.rowId ?? digest,
    digest,
    loggedAt,
  };
  return { kind: 'statement', record, violations: [] };
}

function unattributed(texts: StatementTexts): Rejection | undefined {
  const { orderNo, merchantId, rowId, tradeNo, payoutId } = texts;
  const long = [orderNo, merchantId, rowId, tradeNo, payoutId].find(
    (one) => one !== undefined && isTooLong(one),
  );
  if (long !== undefined) {
    const detail = `an identifier of ${long.length} characters, at most ${LONGEST_IDENTIFIER_BYTES} bytes`;
    return { reason: 'no_statement_key', detail };
  }
  const isNamed = orderNo !== '' || tradeNo !== undefined || payoutId !== undefined;
  return isNamed ? undefined : { reason: 'no_statement_key', detail: 'no order_no, trade_no or payout_id' };
}

function untimed({ completedAtText, settledOnText }: StatementTexts): string {
  if (completedAtText === undefined && settledOnText === undefined)
    return 'neither completed_at nor settled_on';
  return readDate(completedAtText) === undefined
    ? 'completed_at is no time, and settled_on no date'
    : 'completed_at is a date without a time, which only settled_on may be';
}

export function statementDigest(texts: StatementTexts): string {
  return recordDigest('statement', [
    texts.orderNo || undefined,
    texts.merchantId || undefined,
    texts.rowId,
    texts.typeText,
    texts.statusText,
    texts.tradeNo,
    texts.subMerchantId,
    texts.paymentMethod,
    texts.currency,
    amountForDigest(texts.grossText),
    amountForDigest(texts.feeText),
    amountForDigest(texts.netText),
    texts.completedAtText,
    texts.settledOnText,
    texts.payoutId,
  ]);
}

/** Interprets the kept texts of a row by what the settings say of its table. */
export function interpretStatement(
  texts: StatementTexts,
  format: TableFormat,
  settings: Settings,
): StatementReading {
  const { currency, completedAtText } = texts;
  const region = findRegion(settings, currency, texts.paymentMethod);
  const type = readType(texts.typeText, format);
  const completed =
    completedAtText === undefined ? UNREADABLE : readCompleted(completedAtText, format, region, settings);
  const [gross, fee, net] = [texts.grossText, texts.feeText, texts.netText].map((text) =>
    statedMinor(text, currency, format.unit),
  );
  return {
    region: region.name,
    type,
    status: readStatus(texts.statusText, format),
    grossMinor: grossOf(gross, type),
    feeMinor: feeOf(gross, fee, net, type),
    netMinor: net,
    completedAt: completed.instant,
    offsetSource: completed.source,
    timeAmbiguous: completed.flags.includes('TIME_AMBIGUOUS'),
    settledOn: readDate(texts.settledOnText),
  };
}

function readCompleted(
  text: string,
  format: TableFormat,
  region: RegionSettings,
  { allowedSkewSeconds }: Settings,
): TimeReading {
  const counted: Instant | undefined = readEpoch(text);
  if (counted !== undefined) return { instant: counted, source: 'explicit', flags: [] };
  return readTime(text, { zone: format.zone ?? region.zone, allowedSkewSeconds });
}

const MAGNITUDES: ReadonlySet<RowType> = new Set(['refund', 'chargeback', 'fee']);

/** Money that goes back is negative in many files, and kept without its sign. A payment is never negative. */
function grossOf(gross: bigint | undefined, type: RowType): bigint | undefined {
  if (gross === undefined || gross >= 0n) return gross;
  if (MAGNITUDES.has(type)) return -gross;
  return type === 'payment' ? undefined : gross;
}

/**
 * A fee is negative in files that list it as a deduction. One that was added to the net is a fee given back, and kept negative:
 * of a payment only if it is negative, as a net that is too high is a difference otherwise.
 */
function feeOf(
  gross: bigint | undefined,
  fee: bigint | undefined,
  net: bigint | undefined,
  type: RowType,
): bigint | undefined {
  if (fee === undefined) return undefined;
  const size = fee < 0n ? -fee : fee;
  const own = type === 'fee' && gross === 0n ? undefined : gross;
  const before = beforeFee(own, type);
  const mayBeGivenBack = fee < 0n || (type !== 'payment' && own !== undefined);
  return mayBeGivenBack && before !== undefined && net === before + size ? -size : size;
}

/** What a row adds to what is paid out, but for its fee. A row without a gross amount may be of a fee alone. */
function beforeFee(gross: bigint | undefined, type: RowType): bigint | undefined {
  if (gross === undefined) return type === 'fee' || type === 'other' ? 0n : undefined;
  return MAGNITUDES.has(type) && gross > 0n ? -gross : gross;
}

/** Absent is a payment; a word that nobody mapped is something else. */
function readType(text: string | undefined, format: TableFormat): RowType {
  if (text === undefined) return 'payment';
  return statedWord(text, format, 'type') ?? 'other';
}

/** Absent is paid; a word that nobody mapped decides nothing. */
function readStatus(text: string | undefined, format: TableFormat): RowStatus {
  if (text === undefined) return 'paid';
  return statedWord(text, format, 'status') ?? 'unknown';
}

/** What a word of a statement means by the words of its table; undefined for one that nobody mapped. */
export function statedWord<Field extends keyof typeof ROW_WORDS>(
  text: string,
  { words }: TableFormat,
  field: Field,
): (typeof ROW_WORDS)[Field][number] | undefined {
  const found = Object.entries(words ?? {}).find(([name]) => name.toLowerCase() === field)?.[1];
  const mapped = found !== undefined && Object.hasOwn(found, text) ? found[text]! : text;
  return ROW_WORDS[field].find((word) => word === mapped.toLowerCase());
}
