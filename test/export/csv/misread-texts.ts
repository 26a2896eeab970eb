import { callbackLine, payInLine } from '../../support/records.ts';

/** Numbers of orders that a spreadsheet takes for something else, and how it would show them. */
export const MISREAD_NUMBERS: Readonly<Record<string, string>> = {
  '12345678901234567': '1.23457E+16, and 12345678901234500 for good',
  '0012345678': '12345678',
  '1E5': '100000',
  DEC2025: 'the first of December',
  '1-2': 'the first of February',
  TRUE: 'a boolean',
  '=1+1': '2',
};

/** A paid order of each number, whose merchant has an accent; its second payment is less, its third too large. */
const BRAZIL: readonly string[] = Object.keys(MISREAD_NUMBERS).flatMap((orderNo, index) => {
  const order = { orderNo, merchantId: 'São João', tradeNo: `T${index}` };
  const amount = ['123456', '5', '123456789012345678'][index] ?? '20000';
  const paid = index === 1 ? '4' : amount;
  return [payInLine({ ...order, amount }), callbackLine({ ...order, amount: paid })];
});

const cairo = { merchantId: 'القاهرة', currency: 'EGP', method: 'FAWRY' };

/** A paid and an unpaid order of Egypt, in summer time of neither. */
const EGYPT: readonly string[] = [
  payInLine({ ...cairo, orderNo: '0000000003', tradeNo: 'E1', amount: '1234.5' }),
  callbackLine({ ...cairo, orderNo: '0000000003', tradeNo: 'E1', amount: '1234.50' }),
  payInLine({ ...cairo, orderNo: 'ORDER;"4"', tradeNo: 'E2', amount: '0.05' }),
  callbackLine({ ...cairo, orderNo: 'VERDADEIRO', tradeNo: 'E3', amount: '10' }),
];

/** Records of both regions that damage in a spreadsheet would show in. */
export const MISREAD_EVIDENCE: readonly string[] = [...BRAZIL, ...EGYPT, 'cut short'];
