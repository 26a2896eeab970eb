import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../src/normalise/instant.ts';
import { normaliseLine, normaliseRecord } from '../../src/normalise/normalise-line.ts';
import {
  interpretStatement,
  normaliseStatement,
  statedWord,
} from '../../src/normalise/normalise-statement.ts';
import type { StatementRecord, StatementTexts } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';
import type { Settings } from '../../src/settings/schema.ts';

const SETTINGS = parseSettings({});
const ROW = {
  row_id: 'R1',
  type: 'payment',
  status: 'paid',
  order_no: 'A00001',
  trade_no: 'T1',
  merchant_id: 'M1',
  sub_merchant_id: 'S1',
  payment_method: 'PIX',
  currency: 'BRL',
  gross: '150.50',
  fee: '1.50',
  net: '149.00',
  completed_at: '2026-11-19 10:05:00',
  settled_on: '2026-11-20',
  payout_id: 'P1',
};

const at = (text: string) => ({ seconds: Date.parse(text) / 1000, micros: 0 });

describe('a row of a statement', () => {
  it('keeps its values as its table writes them, and reads them', () => {
    expect(read(ROW)).toEqual({
      orderNo: 'A00001',
      merchantId: 'M1',
      rowId: 'R1',
      typeText: 'payment',
      statusText: 'paid',
      tradeNo: 'T1',
      subMerchantId: 'S1',
      paymentMethod: 'PIX',
      currency: 'BRL',
      grossText: '150.50',
      feeText: '1.50',
      netText: '149.00',
      completedAtText: '2026-11-19 10:05:00',
      settledOnText: '2026-11-20',
      payoutId: 'P1',
      region: 'BR',
      type: 'payment',
      status: 'paid',
      grossMinor: 15_050n,
      feeMinor: 150n,
      netMinor: 14_900n,
      completedAt: at('2026-11-19T13:05:00Z'),
      offsetSource: 'region',
      timeAmbiguous: false,
      settledOn: '2026-11-20',
      issuer: 'statement',
      rowKey: 'R1',
      // Stored rows are found again by it.
      digest: 'c528afdc3d6b2c37c7b260add372efb6',
      loggedAt: at('2026-11-19T10:05:00Z'),
    });
  });

  it('needs no value but one that names it and one that dates it; the others are absent', () => {
    const row = read({ payout_id: 'P1', settled_on: '2026-11-20' });
    expect(row).toMatchObject({ orderNo: '', merchantId: '', type: 'payment', status: 'paid', region: '' });
    expect(row).toMatchObject({ payoutId: 'P1', settledOn: '2026-11-20', offsetSource: 'none' });
    for (const name of [
      ...['rowId', 'typeText', 'statusText', 'tradeNo', 'subMerchantId', 'paymentMethod', 'currency'],
      ...['grossText', 'feeText', 'netText', 'completedAtText', 'grossMinor', 'feeMinor', 'netMinor'],
      'completedAt',
    ] as const)
      expect([name, row[name]]).toEqual([name, undefined]);
    expect(row.rowKey).toBe(row.digest);
    expect(row.loggedAt).toEqual(at('2026-11-20T00:00:00Z'));
  });

  it('is the same by itself, under the key statement, and with numbers for texts', () => {
    const whole = normaliseLine(JSON.stringify({ statement: ROW }), SETTINGS);
    expect(whole).toEqual(normaliseStatement(ROW, SETTINGS));
    expect(normaliseLine(JSON.stringify(ROW), SETTINGS, 'statement')).toEqual(whole);
    expect(read({ ...ROW, gross: 150.5 })).toMatchObject({ grossText: '150.5', grossMinor: 15_050n });
    expect(normaliseRecord({ statement: ROW }, [], SETTINGS, undefined, 'acquirer')).toMatchObject({
      record: { issuer: 'acquirer' },
    });
  });

  it('is none where the record is one of the interface, or has a row of no object', () => {
    const body = { orderNo: 'A00001', merchantId: 'M1', transactionTime: '2026-11-19T10:05:00' };
    for (const row of [{ statement: ROW }, { bank: ROW }]) {
      expect(normaliseLine(JSON.stringify({ ...row, body }), SETTINGS)).toMatchObject({ kind: 'callback' });
      expect(normaliseLine(JSON.stringify({ ...row, ...body }), SETTINGS)).toMatchObject({
        kind: 'callback',
      });
    }
    const rejection = {
      reason: 'unknown_kind',
      detail: 'an object without request, response, body or merchantId',
    };
    for (const record of [{ statement: 'x' }, { bank: null }, { other: ROW }])
      expect(normaliseLine(JSON.stringify(record), SETTINGS)).toEqual({ kind: 'rejected', rejection });
  });

  it.each([
    ...['row_id', 'type', 'status', 'order_no', 'trade_no', 'merchant_id', 'sub_merchant_id'],
    ...['payment_method', 'currency', 'gross', 'fee', 'net', 'completed_at', 'settled_on', 'payout_id'],
  ])('has another digest by another %s, or by none', (name) => {
    const rows = [ROW, { ...ROW, [name]: '7' }, { ...ROW, [name]: undefined }];
    expect(new Set(rows.map((row) => read(row).digest)).size).toBe(3);
  });

  it('has the same digest however an amount is spelled', () => {
    const amounts = { gross: '150.5', fee: '15e-1', net: '0149' };
    expect(read({ ...ROW, ...amounts }).digest).toBe(read(ROW).digest);
  });
});

describe('a row of a statement is rejected', () => {
  const rejection = (row: object) => {
    const found = normaliseStatement(row as never, SETTINGS);
    return found.kind === 'rejected' ? found.rejection : undefined;
  };

  it('where nothing says which order or payout it is of', () => {
    for (const row of [{}, { ...ROW, order_no: '', trade_no: null, payout_id: undefined }]) {
      expect(rejection(row)).toEqual({
        reason: 'no_statement_key',
        detail: 'no order_no, trade_no or payout_id',
      });
    }
    for (const name of ['order_no', 'trade_no', 'payout_id'])
      expect(rejection({ [name]: 'X', settled_on: '2026-11-20' })).toBeUndefined();
  });

  it.each(['order_no', 'merchant_id', 'row_id', 'trade_no', 'payout_id'])(
    'where its %s is too long to be stored',
    (name) => {
      expect(rejection({ ...ROW, [name]: 'é'.repeat(501) })).toEqual({
        reason: 'no_statement_key',
        detail: 'an identifier of 501 characters, at most 1000 bytes',
      });
      expect(rejection({ ...ROW, [name]: 'é'.repeat(500) })).toBeUndefined();
    },
  );

  it.each([
    [undefined, undefined, 'neither completed_at nor settled_on'],
    ['noon', undefined, 'completed_at is no time, and settled_on no date'],
    [undefined, '20/11/2026', 'completed_at is no time, and settled_on no date'],
    ['noon', '2026-02-30', 'completed_at is no time, and settled_on no date'],
    ['2026-11-19', undefined, 'completed_at is a date without a time, which only settled_on may be'],
  ])('without a time: completed_at %s, settled_on %s', (completed_at, settled_on, detail) => {
    expect(rejection({ ...ROW, completed_at, settled_on })).toEqual({ reason: 'no_statement_time', detail });
  });
});

describe('when a row was completed', () => {
  const completed = (completed_at: string, settings = SETTINGS, issuer?: string) => {
    const found = normaliseStatement({ ...ROW, completed_at }, settings, issuer);
    if (found.kind !== 'statement') throw new Error(found.kind);
    const { completedAt, offsetSource, timeAmbiguous, loggedAt } = found.record;
    return [completedAt && formatInstant(completedAt), offsetSource, timeAmbiguous, formatInstant(loggedAt)];
  };

  it.each([
    ['2026-11-19T10:05:00+02:00', '2026-11-19 08:05:00+00', 'explicit', false, '2026-11-19 08:05:00+00'],
    ['2026-11-19T10:05:00', '2026-11-19 13:05:00+00', 'region', false, '2026-11-19 10:05:00+00'],
    ['1763557500', '2025-11-19 13:05:00+00', 'explicit', false, '2025-11-19 13:05:00+00'],
    ['1763557500123', '2025-11-19 13:05:00.123000+00', 'explicit', false, '2025-11-19 13:05:00.123000+00'],
    // This hour was there twice, and the other not at all.
    ['2018-02-17 23:30:00', '2018-02-18 01:30:00+00', 'region', true, '2018-02-17 23:30:00+00'],
    ['2018-11-04 00:30:00', '2018-11-04 03:30:00+00', 'region', true, '2018-11-04 00:30:00+00'],
    ['noon', undefined, 'none', false, '2026-11-20 00:00:00+00'],
  ])('by %s: %s', (text, ...expected) => {
    expect(completed(text)).toEqual(expected);
  });

  it('is in the zone of its table, where that has one', () => {
    const settings = parseSettings({
      map: { acquirer: { kind: 'statement', columns: {}, zone: 'Africa/Cairo' } },
    });
    expect(completed('2026-11-19T10:05:00', settings, 'acquirer')[0]).toBe('2026-11-19 08:05:00+00');
    expect(completed('2026-11-19T10:05:00', settings)[0]).toBe('2026-11-19 13:05:00+00');
  });
});

describe('the money of a row', () => {
  it.each([
    // [type, gross, fee, net, the three in minor units]
    ['payment', '150.50', '1.50', '149.00', 15_050n, 150n, 14_900n],
    ['payment', '150.50', '-1.50', '149.00', 15_050n, 150n, 14_900n],
    ['payment', '150.50', '-1.50', '152.00', 15_050n, -150n, 15_200n],
    ['payment', '150.50', '-1.50', undefined, 15_050n, 150n, undefined],
    ['payment', undefined, '-1.50', undefined, undefined, 150n, undefined],
    ['refund', '-100', '-1.50', '-98.50', 10_000n, -150n, -9_850n],
    ['refund', '100', '-1.50', '-98.50', 10_000n, -150n, -9_850n],
    ['refund', '100', '-1.50', '98.50', 10_000n, 150n, 9_850n],
    ['refund', '-100', '1.50', '-98.50', 10_000n, -150n, -9_850n],
    ['refund', undefined, '1.50', '-98.50', undefined, 150n, -9_850n],
    ['payment', '150.50', '1.50', '152.00', 15_050n, 150n, 15_200n],
    ['refund', undefined, '-1.50', '-98.50', undefined, 150n, -9_850n],
    ['chargeback', '-100', '-1.50', '-98.50', 10_000n, -150n, -9_850n],
    ['payment', '-150.50', '0', '-150.50', undefined, 0n, -15_050n],
    ['payment', '0', '-1.50', '-1.50', 0n, 150n, -150n],
    ['payment', '1.005', 'x', '', undefined, undefined, undefined],
    ['refund', '-100.00', '0', '-100.00', 10_000n, 0n, -10_000n],
    ['refund', '100.00', undefined, '-100.00', 10_000n, undefined, -10_000n],
    ['refund', '-100.00', '-1.50', '-101.50', 10_000n, 150n, -10_150n],
    ['refund', undefined, '1.50', '-101.50', undefined, 150n, -10_150n],
    ['chargeback', '-100', undefined, undefined, 10_000n, undefined, undefined],
    ['fee', '-3', undefined, '-3', 300n, undefined, -300n],
    ['payout', '-100', undefined, undefined, -10_000n, undefined, undefined],
    ['other', '-100', undefined, undefined, -10_000n, undefined, undefined],
    ['fee', undefined, '-3', '3', undefined, -300n, 300n],
    ['fee', undefined, '-3', '-3', undefined, 300n, -300n],
    ['fee', undefined, '-3', undefined, undefined, 300n, undefined],
    ['other', '5', '-2', '7', 500n, -200n, 700n],
    ['other', '5', '-2', '3', 500n, 200n, 300n],
    ['other', '-5', '-2', '-3', -500n, -200n, -300n],
    ['other', '-5', '2', '-3', -500n, -200n, -300n],
    ['other', undefined, '2', '2', undefined, 200n, 200n],
    ['fee', undefined, '3', '3', undefined, 300n, 300n],
    ['fee', '0', '3', '3', 0n, 300n, 300n],
    ['fee', '0', '-3', '3', 0n, -300n, 300n],
    ['other', undefined, '-2', '2', undefined, -200n, 200n],
    ['other', undefined, '-2', '-2', undefined, 200n, -200n],
    ['other', '5', '-2', undefined, 500n, 200n, undefined],
  ])('of a %s with gross %s, fee %s, net %s', (type, gross, fee, net, ...minor) => {
    const { grossMinor, feeMinor, netMinor } = read({ ...ROW, type, gross, fee, net });
    expect([grossMinor, feeMinor, netMinor]).toEqual(minor);
  });

  it('is in the unit of its table, and unreadable without a currency', () => {
    const settings = parseSettings({ map: { acquirer: { kind: 'statement', columns: {}, unit: 'minor' } } });
    const inMinor = normaliseStatement({ ...ROW, gross: '15050' }, settings, 'acquirer');
    expect(inMinor).toMatchObject({ record: { grossMinor: 15_050n } });
    expect(normaliseStatement({ ...ROW, gross: '15050' }, settings)).toMatchObject({
      record: { grossMinor: 1_505_000n },
    });
    expect(read({ ...ROW, currency: undefined })).toMatchObject({ region: 'BR', grossMinor: undefined });
    expect(read({ ...ROW, currency: 'KWD' })).toMatchObject({ grossMinor: 150_500n });
  });
});

describe('the words of a row', () => {
  it.each([
    ['REFUND', 'refund'],
    ['Chargeback', 'chargeback'],
    ['venda', 'other'],
    ['paid', 'other'],
    ['constructor', 'other'],
    [undefined, 'payment'],
  ])('type %s is %s', (type, meaning) => {
    expect(read({ ...ROW, type }).type).toBe(meaning);
  });

  it.each([
    ['Paid', 'paid'],
    ['PENDING', 'pending'],
    ['failed', 'failed'],
    ['Reversed', 'reversed'],
    ['aprovado', 'unknown'],
    ['refund', 'unknown'],
    [undefined, 'paid'],
  ])('status %s is %s', (status, meaning) => {
    expect(read({ ...ROW, status }).status).toBe(meaning);
  });

  it('are those of its table first: by the exact word, of the field of any letter case', () => {
    const words = { TYPE: { Venda: 'Payment', refund: 'chargeback' }, status: { Venda: 'failed' } };
    expect(statedWord('Venda', { words }, 'type')).toBe('payment');
    expect(statedWord('refund', { words }, 'type')).toBe('chargeback');
    expect(statedWord('REFUND', { words }, 'type')).toBe('refund');
    expect(statedWord('venda', { words }, 'type')).toBeUndefined();
    expect(statedWord('Venda', { words }, 'status')).toBe('failed');
    expect(statedWord('paid', { words }, 'status')).toBe('paid');
    expect(statedWord('toString', { words }, 'type')).toBeUndefined();
    expect(statedWord('fee', {}, 'type')).toBe('fee');
  });

  it('are read by the table that the settings have now', () => {
    const texts: StatementTexts = { ...read(ROW), typeText: 'Venda', statusText: 'OK' };
    const words = { type: { Venda: 'fee' }, status: { OK: 'pending' } };
    expect(interpretStatement(texts, { words }, SETTINGS)).toMatchObject({ type: 'fee', status: 'pending' });
    expect(interpretStatement(texts, {}, SETTINGS)).toMatchObject({ type: 'other', status: 'unknown' });
  });
});

function read(row: object, settings: Settings = SETTINGS): StatementRecord {
  const found = normaliseStatement(row as never, settings);
  if (found.kind !== 'statement') throw new Error(JSON.stringify(found));
  expect(found.violations).toEqual([]);
  return found.record;
}
