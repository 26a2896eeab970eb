import { createHash } from 'node:crypto';

/** Values for building log records. Omitted values are those of a paid PIX order of BRL 200.00. */
export interface RecordChoice {
  readonly orderNo?: unknown;
  readonly merchantId?: unknown;
  readonly tradeNo?: unknown;
  readonly currency?: string;
  readonly method?: string;
  /** JSON text, so that the spelling can be chosen: `2e4`, `"20000"`. */
  readonly amount?: string;
  /** Value of sentAt or receivedAt. */
  readonly at?: string;
  readonly status?: string;
  readonly payer?: Readonly<Record<string, unknown>>;
}

/** Of 4,096 bytes that nothing compresses: no index can have it. */
export const LONG_TEXT = Array.from({ length: 64 }, (_, at) =>
  createHash('sha384').update(String(at)).digest('base64'),
).join('');

const AMOUNT = '@amount@';

/** A line of a pay-in log: a request with its successful response. */
export function payInLine(choice: RecordChoice = {}): string {
  const {
    orderNo = 'ORDER00001',
    merchantId = 'M0001',
    tradeNo = 'T1',
    currency = 'BRL',
    method = 'PIX',
  } = choice;
  const money = { currency, amount: AMOUNT };
  // The same instants in the region's local time.
  const [sent, answered] =
    currency === 'EGP'
      ? ['2026-11-19T15:05:00+02:00', '2026-11-19T15:05:01+02:00']
      : ['2026-11-19T10:05:00-03:00', '2026-11-19T10:05:01-03:00'];
  const record = {
    sentAt: choice.at ?? '2026-11-19T13:05:00Z',
    request: {
      headers: { 'X-TIMESTAMP': sent, 'X-PARTNER-ID': String(merchantId) },
      body: {
        orderNo,
        purpose: 'Order',
        merchant: { merchantId },
        money,
        payer: choice.payer ?? { pixAccount: '12345678901' },
        paymentMethod: method,
      },
    },
    response: {
      status: 200,
      headers: { 'X-TIMESTAMP': answered },
      body: {
        code: '00',
        message: 'Success',
        orderNo,
        tradeNo,
        merchant: { merchantId },
        money,
        transactionTime: answered,
        channel: { paymentMethod: method },
        status: 'PROCESSING',
      },
    },
  };
  return withAmount(record, choice.amount);
}

/** A line of a callback log: a verified and acknowledged notification. */
export function callbackLine(choice: RecordChoice = {}): string {
  const {
    orderNo = 'ORDER00001',
    merchantId = 'M0001',
    tradeNo = 'T1',
    currency = 'BRL',
    method = 'PIX',
  } = choice;
  const record = {
    receivedAt: choice.at ?? '2026-11-19T13:06:02Z',
    headers: { 'X-TIMESTAMP': '2026-11-19T10:06:01-03:00' },
    body: {
      orderNo,
      tradeNo,
      merchantId,
      merchantName: 'Shop',
      paymentMethod: method,
      transactionTime: '2026-11-19T10:06:00-03:00',
      status: choice.status ?? 'SUCCESS',
      money: { currency, amount: AMOUNT },
      ...(choice.payer === undefined ? {} : { payer: choice.payer }),
    },
    ack: 'SUCCESS',
    verified: true,
  };
  return withAmount(record, choice.amount);
}

function withAmount(record: unknown, amount = '20000'): string {
  return JSON.stringify(record).replaceAll(`"${AMOUNT}"`, amount);
}
