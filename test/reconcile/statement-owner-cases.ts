import { callbackLine, payInLine } from '../support/records.ts';
import type { StatementRow } from './statement-evidence.ts';

/** When the orders are judged. */
export const NOW = '2026-11-20T12:00:00Z';
const LATER = '2026-11-20T12:00:00.000001Z';

interface Case {
  readonly records: readonly string[];
  readonly row: StatementRow;
  /** Order number and merchant; undefined where the row is of no order. */
  readonly owner: string | undefined;
}

export const asked = (orderNo: string, tradeNo: string, merchantId = 'M0001') =>
  payInLine({ orderNo, tradeNo, merchantId });
const askedAt = (orderNo: string, tradeNo: string, local: string, merchantId?: string) =>
  asked(orderNo, tradeNo, merchantId).replaceAll(
    /2026-11-19T1[03]:05:0\d(Z|-03:00)/g,
    `2026-11-20T${local}-03:00`,
  );
/** At the as-of, and after it. */
const askedNow = (orderNo: string, tradeNo: string, merchantId?: string) =>
  askedAt(orderNo, tradeNo, '09:00:00', merchantId);
const askedLater = (orderNo: string, tradeNo: string, merchantId?: string) =>
  askedAt(orderNo, tradeNo, '09:00:00.000001', merchantId);
export const called = (orderNo: string, tradeNo: string, merchantId = 'M0001', at?: string) =>
  callbackLine({ orderNo, tradeNo, merchantId, ...(at === undefined ? {} : { at }) });
const unverified = (line: string) => line.replace('"verified":true', '"verified":null');
const forged = (line: string) => line.replace('"verified":true', '"verified":false');

/** An order of another merchant that is asked for with another tradeNo, and its payment. */
const paidOtherwise = (orderNo: string, tradeNo: string, ask: typeof asked) => [
  ask(orderNo, `${tradeNo} of another`, 'M0002'),
  called(orderNo, tradeNo, 'M0002'),
];

/** By what the row has, and the orders that may be meant. Order numbers begin with the letter of their part. */
export const OWNER_CASES: Readonly<Record<string, Case>> = {
  'the number of an unknown order, whose callback has the tradeNo of one order that was asked for twice': {
    records: [
      called('XA00000001', 'TA'),
      asked('YA00000001', 'TA'),
      asked('YA00000001', 'TA').replace('13:05:00Z', '13:05:09Z'),
    ],
    row: { orderNo: 'XA00000001' },
    owner: undefined,
  },
  'the number of an unknown order, whose callback has the tradeNo of two orders of its merchant': {
    records: [called('XB00000001', 'TB'), asked('YB00000001', 'TB'), asked('YB00000002', 'TB')],
    row: { orderNo: 'XB00000001' },
    owner: 'XB00000001 M0001',
  },
  'the number of an unknown order, whose callback has the tradeNo of two orders of one number': {
    records: [called('XC00000001', 'TC'), asked('YC00000001', 'TC'), asked('YC00000001', 'TC', 'M0002')],
    row: { orderNo: 'XC00000001' },
    owner: 'XC00000001 M0001',
  },
  'the number of an unknown order, whose callback has the tradeNo of an order of another merchant': {
    records: [called('XD00000001', 'TD', 'M0002'), asked('YD00000001', 'TD')],
    row: { orderNo: 'XD00000001' },
    owner: 'XD00000001 M0002',
  },
  'the number of an unknown order, whose callback has the tradeNo of an order that is asked for later': {
    records: [called('XE00000001', 'TE'), askedLater('YE00000001', 'TE')],
    row: { orderNo: 'XE00000001' },
    owner: 'XE00000001 M0001',
  },
  'the number of an order, and a merchant whose callback for it belongs to the order of another': {
    records: [called('XF00000001', 'TF', 'M0002'), asked('XF00000001', 'TF')],
    row: { orderNo: 'XF00000001', merchantId: 'M0002' },
    owner: 'XF00000001 M0001',
  },
  'the tradeNo of two orders, and the number of one of them': {
    records: [asked('XG00000001', 'TG'), asked('XG00000002', 'TG')],
    row: { orderNo: 'XG00000002', tradeNo: 'TG' },
    owner: 'XG00000002 M0001',
  },
  'the tradeNo of two orders, one of which was paid by it, and the number of a third': {
    records: [
      asked('XH00000001', 'TH'),
      asked('XH00000002', 'TH'),
      called('XH00000001', 'TH'),
      called('XH00000001', 'TH', 'M0001', '2026-11-19T14:00:00Z'),
      asked('XH00000003', 'OTHER'),
    ],
    row: { orderNo: 'XH00000003', tradeNo: 'TH' },
    owner: 'XH00000001 M0001',
  },
  'the tradeNo of a callback that is no payment': {
    records: [asked('XI00000001', 'OTHER'), called('XI00000001', 'TI').replace('SUCCESS', 'PROCESSING')],
    row: { tradeNo: 'TI' },
    owner: undefined,
  },
  'the tradeNo of another merchant, and the number of an order of its own': {
    records: [asked('XJ00000001', 'TJ'), asked('XJ00000002', 'OTHER', 'M0002'), called('XJ00000001', 'TJ')],
    row: { orderNo: 'XJ00000002', merchantId: 'M0002', tradeNo: 'TJ' },
    owner: 'XJ00000002 M0002',
  },
  'the tradeNo and the number of two orders': {
    records: [asked('XW00000001', 'TW'), asked('XW00000001', 'TW', 'M0002')],
    row: { orderNo: 'XW00000001', tradeNo: 'TW' },
    owner: undefined,
  },
  'the number of two orders': {
    records: [asked('XK00000001', 'OTHER'), asked('XK00000001', 'OTHER', 'M0002')],
    row: { orderNo: 'XK00000001' },
    owner: undefined,
  },
  'the number of an order that is asked for later': {
    records: [askedLater('XL00000001', 'OTHER')],
    row: { orderNo: 'XL00000001' },
    owner: undefined,
  },
  'the tradeNo of an order that is asked for later': {
    records: [askedLater('XM00000001', 'TM')],
    row: { tradeNo: 'TM' },
    owner: undefined,
  },
  'the number of an order that is called back later': {
    records: [called('XN00000001', 'TN', 'M0001', LATER)],
    row: { orderNo: 'XN00000001' },
    owner: undefined,
  },
  'the tradeNo of a callback that comes later': {
    records: [asked('XO00000001', 'OTHER'), called('XO00000001', 'TO', 'M0001', LATER)],
    row: { tradeNo: 'TO' },
    owner: undefined,
  },
  'the number of an order that is asked for at the as-of': {
    records: [askedNow('XS00000001', 'OTHER')],
    row: { orderNo: 'XS00000001' },
    owner: 'XS00000001 M0001',
  },
  'the number of an order that is called back at the as-of': {
    records: [called('XT00000001', 'TT', 'M0001', NOW)],
    row: { orderNo: 'XT00000001' },
    owner: 'XT00000001 M0001',
  },
  'the tradeNo of an order that is asked for at the as-of': {
    records: [askedNow('XU00000001', 'TU')],
    row: { tradeNo: 'TU' },
    owner: 'XU00000001 M0001',
  },
  'the tradeNo of a callback that comes at the as-of': {
    records: [asked('XV00000001', 'OTHER'), called('XV00000001', 'TV', 'M0001', NOW)],
    row: { tradeNo: 'TV' },
    owner: 'XV00000001 M0001',
  },
  'the number of an order with a forged callback alone': {
    records: [forged(called('XP00000001', 'TP'))],
    row: { orderNo: 'XP00000001' },
    owner: undefined,
  },
  'the tradeNo of a forged callback': {
    records: [asked('XQ00000001', 'OTHER'), forged(called('XQ00000001', 'TQ'))],
    row: { tradeNo: 'TQ' },
    owner: undefined,
  },
  'the tradeNo of a callback that was not verified': {
    records: [asked('XR00000001', 'OTHER'), unverified(called('XR00000001', 'TR'))],
    row: { tradeNo: 'TR' },
    owner: 'XR00000001 M0001',
  },
  'the number of an unknown order, whose callback has the tradeNo of an order that is asked for at the as-of':
    {
      records: [called('ZA00000001', 'UA'), askedNow('ZA00000002', 'UA')],
      row: { orderNo: 'ZA00000001' },
      owner: undefined,
    },
  'the tradeNo and the merchant of a payment, and the tradeNo of an order of the same number': {
    records: [asked('ZB00000001', 'UB'), ...paidOtherwise('ZB00000001', 'UB', asked)],
    row: { merchantId: 'M0002', tradeNo: 'UB' },
    owner: 'ZB00000001 M0002',
  },
  'the tradeNo and the merchant of a payment of an order that is asked for at the as-of': {
    records: [asked('ZC00000001', 'UC'), ...paidOtherwise('ZC00000001', 'UC', askedNow)],
    row: { merchantId: 'M0002', tradeNo: 'UC' },
    owner: 'ZC00000001 M0002',
  },
  'the tradeNo and the merchant of a payment of an order that is asked for later': {
    records: [asked('ZD00000001', 'UD'), ...paidOtherwise('ZD00000001', 'UD', askedLater)],
    row: { merchantId: 'M0002', tradeNo: 'UD' },
    owner: undefined,
  },
  'the number of an order with a callback that is no payment': {
    records: [],
    row: { orderNo: 'XI00000001' },
    owner: 'XI00000001 M0001',
  },
  'the number of an order with a callback alone that was not verified': {
    records: [unverified(called('ZE00000001', 'UE'))],
    row: { orderNo: 'ZE00000001' },
    owner: 'ZE00000001 M0001',
  },
  'the number of two orders without a request, and the merchant of one': {
    records: [called('ZF00000001', 'UF'), called('ZF00000001', 'UF2', 'M0002')],
    row: { orderNo: 'ZF00000001', merchantId: 'M0002' },
    owner: 'ZF00000001 M0002',
  },
  'the number of two orders, the merchant of one, and an unknown tradeNo': {
    records: [],
    row: { orderNo: 'XK00000001', merchantId: 'M0002', tradeNo: 'UNKNOWN' },
    owner: 'XK00000001 M0002',
  },
  'the tradeNo of two orders of its merchant, one of which was paid by it, and the number of a third': {
    records: [],
    row: { orderNo: 'XH00000003', merchantId: 'M0001', tradeNo: 'TH' },
    owner: 'XH00000001 M0001',
  },
};
