import { expect, it } from 'vitest';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import { type PayInTextRow, payInTexts } from '../../src/normalise/pay-in-texts.ts';
import type { PayInTexts } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

const ROW: { readonly [Name in keyof PayInTextRow]: string } = {
  order_no: 'A00001',
  merchant_id: 'M1',
  sub_merchant_id: 'S1',
  payment_method: 'PIX',
  currency: 'BRL',
  amount_text: '20000',
  expiry_period_text: '3600',
  sent_at_text: '2026-11-19T13:05:00Z',
  timestamp_text: '2026-11-19T10:05:00-03:00',
  response_timestamp_text: '2026-11-19T10:05:02-03:00',
  response_time_text: '2026-11-19T10:05:01-03:00',
  response_code: '00',
  response_status: 'PROCESSING',
  response_order_no: 'A00002',
  response_merchant_id: 'M2',
  response_sub_merchant_id: 'S2',
  response_currency: 'EGP',
  response_amount_text: '200.50',
  response_method: 'FAWRY',
  trade_no: 'T1',
  account_no: '900',
};

const TEXTS: PayInTexts = {
  orderNo: 'A00001',
  merchantId: 'M1',
  subMerchantId: 'S1',
  paymentMethod: 'PIX',
  currency: 'BRL',
  amountText: '20000',
  expiryPeriodText: '3600',
  sentAtText: '2026-11-19T13:05:00Z',
  timestampText: '2026-11-19T10:05:00-03:00',
  responseTimestampText: '2026-11-19T10:05:02-03:00',
  responseTimeText: '2026-11-19T10:05:01-03:00',
  responseCode: '00',
  responseStatus: 'PROCESSING',
  responseOrderNo: 'A00002',
  responseMerchantId: 'M2',
  responseSubMerchantId: 'S2',
  responseCurrency: 'EGP',
  responseAmountText: '200.50',
  responseMethod: 'FAWRY',
  tradeNo: 'T1',
  accountNo: '900',
};

it('a stored row gives back the texts that were kept of a record', () => {
  expect(payInTexts(ROW)).toEqual(TEXTS);
  const line = JSON.stringify({
    sentAt: ROW.sent_at_text,
    request: {
      headers: { 'X-TIMESTAMP': ROW.timestamp_text },
      body: {
        orderNo: 'A00001',
        merchant: { merchantId: 'M1', subMerchantId: 'S1' },
        money: { currency: 'BRL', amount: 20000 },
        paymentMethod: 'PIX',
        expiryPeriod: 3600,
      },
    },
    response: {
      headers: { 'X-TIMESTAMP': ROW.response_timestamp_text },
      body: {
        code: '00',
        orderNo: 'A00002',
        tradeNo: 'T1',
        merchant: { merchantId: 'M2', subMerchantId: 'S2', accountNo: '900' },
        money: { currency: 'EGP', amount: '200.50' },
        transactionTime: ROW.response_time_text,
        channel: { paymentMethod: 'FAWRY' },
        status: 'PROCESSING',
      },
    },
  });
  expect(normaliseLine(line, parseSettings({}))).toMatchObject({ kind: 'pay-in', record: TEXTS });
});

it('a value that the store does not have is absent', () => {
  const nothing = Object.fromEntries(Object.keys(ROW).map((name) => [name, null]));
  const row = { ...nothing, order_no: 'A00001', merchant_id: 'M1' } as unknown as PayInTextRow;
  const { orderNo, merchantId, ...others } = payInTexts(row);
  expect([orderNo, merchantId]).toEqual(['A00001', 'M1']);
  expect(Object.keys(others)).toHaveLength(Object.keys(ROW).length - 2);
  for (const [name, text] of Object.entries(others)) expect([name, text]).toEqual([name, undefined]);
});
