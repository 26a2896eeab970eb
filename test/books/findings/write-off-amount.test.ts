/** The amount of a write-off, and whether one person may write it off alone. */
import { describe, expect, it } from 'vitest';
import { decideAll, decideFindings } from '../../../src/books/findings/decide.ts';
import {
  amountAboveLimit,
  amountText,
  writeOffAmounts,
} from '../../../src/books/findings/write-off-amount.ts';
import { parseSettings } from '../../../src/settings/load-settings.ts';
import { putStatement } from '../../reconcile/statement-evidence.ts';
import { onEngines } from '../../support/engines.ts';
import { callbackLine, payInLine } from '../../support/records.ts';
import { approvalBooks, decider } from './approval-books.ts';
import { caseBooks, MOMENTS, ORDER, payment } from './case-books.ts';

const EARLIER = '2026-11-20T10:00:00Z';
const AT = '2026-11-20T11:00:00Z';

/** A payment of {@link ORDER} with a trade number and a currency. */
function paid(tradeNo: string, currency: string, amount: string, at: string): string {
  return callbackLine({ orderNo: ORDER.order, tradeNo, currency, amount, at });
}

/** Records of ORDER00002 or of orders of their own, and what writing off a finding of the order gives up. */
const CASES: ReadonlyArray<readonly [what: string, order: string, lines: string[], amounts: string[]]> = [
  ['an order that was never paid', 'ORDER00002', [], ['BRL 123.45']],
  ['an order that was paid too little', 'ORDER00002', [payment('12300', AT)], ['BRL 0.45']],
  ['an order that was paid too much', 'ORDER00002', [payment('99945', AT)], ['BRL 876.00']],
  ['an order that was paid exactly', 'ORDER00002', [payment('12345', AT)], ['BRL 123.45']],
  [
    'an order that was paid in another currency',
    'ORDER00002',
    [paid('T2', 'USD', '500', AT)],
    ['BRL 123.45', 'USD 5.00'],
  ],
  [
    'an order that was paid an unreadable amount',
    'ORDER00002',
    [payment('"x"', AT)],
    ['an amount that cannot be read'],
  ],
  [
    'an order that was paid an unreadable amount before it was paid exactly',
    'ORDER00002',
    [paid('T9', 'BRL', '"x"', EARLIER), payment('12345', AT)],
    ['an amount that cannot be read'],
  ],
  [
    'an order that was paid in another currency before it was paid exactly',
    'ORDER00002',
    [paid('T9', 'USD', '5000000', EARLIER), payment('12345', AT)],
    ['BRL 123.45', 'USD 50,000.00'],
  ],
  [
    'an order that was paid in another currency before it was paid too little',
    'ORDER00002',
    [paid('T9', 'USD', '5000000', EARLIER), paid('T8', 'USD', '100', EARLIER), payment('12300', AT)],
    ['BRL 0.45', 'USD 50,001.00'],
  ],
  [
    'an order that was paid an unreadable amount in another currency before it was paid too little',
    'ORDER00002',
    [paid('T9', 'USD', '"x"', EARLIER), payment('12300', AT)],
    ['BRL 0.45', 'an amount that cannot be read'],
  ],
  [
    'an order that was paid too little before it was paid in another currency',
    'ORDER00002',
    [paid('T9', 'BRL', '100', EARLIER), paid('T8', 'BRL', '20000', EARLIER), paid('T2', 'USD', '500', AT)],
    ['BRL 201.00', 'USD 5.00'],
  ],
  ['a callback without an order', 'ORDER00004', [], ['BRL 7.00']],
  [
    'a callback without an order that was delivered twice, and one of another payment',
    'ORDER00004',
    [
      callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '700', at: AT }),
      callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T5', amount: '100', at: AT }),
    ],
    ['BRL 8.00'],
  ],
  [
    'a callback without an order with an unreadable amount',
    'ORDER00005',
    [callbackLine({ orderNo: 'ORDER00005', tradeNo: 'T5', amount: '"x"', at: AT })],
    ['an amount that cannot be read'],
  ],
  [
    'a callback without an order with one amount of two that cannot be read',
    'ORDER00004',
    [
      callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '700', at: AT }),
      callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T5', amount: '"x"', at: AT }),
    ],
    ['an amount that cannot be read'],
  ],
  [
    'a callback without an order that was delivered with an unreadable amount too',
    'ORDER00004',
    [callbackLine({ orderNo: 'ORDER00004', tradeNo: 'T4', amount: '"x"', at: AT })],
    ['an amount that cannot be read'],
  ],
  [
    'an order of an unreadable amount that was never paid',
    'ORDER00005',
    [payInLine({ orderNo: 'ORDER00005', tradeNo: 'T5', amount: '"x"' })],
    ['an amount that cannot be read'],
  ],
  ['an order that is not known', 'ORDER00009', [], ['an amount that cannot be read']],
];

onEngines('the amount of a write-off', (engine) => {
  it.each(CASES)('of %s', async (_what, order, lines, amounts) => {
    const books = await caseBooks(engine);
    if (lines.length > 0) await books.feed('more.ndjson', lines, MOMENTS.first);
    await books.publish(MOMENTS.first);
    const key = { order_no: order, merchant_id: ORDER.merchant, code: 'AMOUNT_MISMATCH' };
    const amountsOf = await books.store.session((session) => writeOffAmounts(session, [key]));
    expect(amountsOf(key).map(amountText)).toEqual(amounts);
  });

  it('goes by what the finding is about', async () => {
    const books = await caseBooks(engine);
    await books.feed('more.ndjson', [payment('12346', AT)], MOMENTS.first);
    await books.store.session((session) =>
      putStatement(session, [
        { orderNo: 'ORDER00002', merchantId: ORDER.merchant, type: 'refund', gross: 900_000 },
      ]),
    );
    await books.publish(MOMENTS.first);
    const of = (code: string) => ({ order_no: 'ORDER00002', merchant_id: ORDER.merchant, code });
    const codes = ['AMOUNT_MISMATCH', 'MULTIPLE_PAYMENTS', 'PAID_AFTER_REJECTION', 'REFUND_EXCEEDS_PAYMENT'];
    const amountsOf = await books.store.session((session) => writeOffAmounts(session, codes.map(of)));
    expect(codes.map((code) => amountsOf(of(code)).map(amountText))).toEqual([
      ['BRL 0.01'],
      ['BRL 0.01'],
      ['BRL 123.46'],
      ['BRL 9,000.00'],
    ]);
  });

  it.each([
    ['of a paid order', 'ORDER00002', [payment('12345', AT)], ['BRL 10.00', 'USD 500.00']],
    [
      'of a callback without an order',
      'ORDER00008',
      [callbackLine({ orderNo: 'ORDER00008', tradeNo: 'T8', amount: '700', at: AT })],
      ['BRL 10.00', 'USD 500.00'],
    ],
    ['of an order that is not known', 'ORDER00009', [], ['an amount that cannot be read']],
  ])('of refunds is what was returned in each currency: %s', async (_what, order, lines, amounts) => {
    const books = await caseBooks(engine);
    if (lines.length > 0) await books.feed('more.ndjson', lines, MOMENTS.first);
    const refund = { orderNo: order, merchantId: ORDER.merchant, type: 'refund' } as const;
    await books.store.session((session) =>
      putStatement(session, [
        { ...refund, currency: 'BRL', gross: 1_000 },
        { ...refund, currency: 'USD', gross: 50_000 },
      ]),
    );
    await books.publish(MOMENTS.first);
    const key = { order_no: order, merchant_id: ORDER.merchant, code: 'REFUND_EXCEEDS_PAYMENT' };
    const amountsOf = await books.store.session((session) => writeOffAmounts(session, [key]));
    expect(amountsOf(key).map(amountText)).toEqual(amounts);
  });

  it.each([
    ['another currency', paid('T9', 'USD', '5000000', EARLIER), { currency: 'USD', amountMinor: '5000000' }],
    ['an unreadable amount', paid('T9', 'BRL', '"x"', EARLIER), { currency: 'BRL', amountMinor: null }],
  ])('needs approval for a payment before the deciding one in %s', async (_what, earlier, awaiting) => {
    const books = await caseBooks(engine);
    await books.feed('more.ndjson', [earlier, payment('12345', AT)], MOMENTS.first);
    await books.publish(MOMENTS.first);
    const settings = parseSettings({ decisions: { writeOffLimits: { BRL: 20_000, USD: 100 } } });
    const changes = await decideFindings(books.store, { ...decider('ana'), settings }, (session) =>
      decideAll(session, { code: 'MULTIPLE_PAYMENTS' }, { action: 'write-off', text: 'small' }),
    );
    expect(changes.map(({ after }) => after.awaiting)).toEqual([{ by: 'ana', reason: 'small', ...awaiting }]);
  });

  it.each([
    ['a difference above it', 'AMOUNT_MISMATCH', { BRL: 44 }, '45'],
    ['a difference that is not above it', 'AMOUNT_MISMATCH', { BRL: 45 }, undefined],
    ['a limit of another currency', 'AMOUNT_MISMATCH', { EGP: 0 }, undefined],
    ['a callback without an order', 'ORPHAN_CALLBACK', { BRL: 699 }, '700'],
    ['a callback without an order, not above it', 'ORPHAN_CALLBACK', { BRL: 700 }, undefined],
  ])('is compared with the limit: %s', async (_what, code, writeOffLimits, expected) => {
    const { store } = await approvalBooks(engine);
    const settings = parseSettings({ decisions: { writeOffLimits } });
    const changes = await decideFindings(store, { ...decider('ana'), settings }, (session) =>
      decideAll(session, { code }, { action: 'write-off', text: 'small' }),
    );
    expect(changes.map(({ after }) => after.awaiting?.amountMinor)).toEqual([expected]);
  });
});

describe('approval', () => {
  const brl = (amountMinor: string | null) => ({ currency: 'BRL', amountMinor });
  const usd = { currency: 'USD', amountMinor: '5' };
  const unreadable = { currency: null, amountMinor: null };

  it('is needed above the limit of the currency, for either of two currencies', () => {
    expect(amountAboveLimit([brl('100')], { BRL: 100 })).toBeUndefined();
    expect(amountAboveLimit([brl('101')], { BRL: 100 })).toEqual(brl('101'));
    expect(amountAboveLimit([brl('1')], { BRL: 0 })).toEqual(brl('1'));
    expect(amountAboveLimit([brl('101'), usd], { USD: 4 })).toEqual(usd);
    expect(amountAboveLimit([brl('90071992547409930001')], { BRL: Number.MAX_SAFE_INTEGER })).toBeDefined();
  });

  it('is needed for what cannot be read where it could be above a limit', () => {
    expect(amountAboveLimit([brl(null)], { BRL: 100 })).toEqual(brl(null));
    expect(amountAboveLimit([brl(null)], { EGP: 100 })).toBeUndefined();
    expect(amountAboveLimit([unreadable], { EGP: 100 })).toEqual(unreadable);
  });

  it('is never needed without limits', () => {
    expect(amountAboveLimit([brl('101'), brl(null), unreadable], {})).toBeUndefined();
  });
});
