import { describe, expect, it } from 'vitest';
import { normaliseBankRow } from '../../src/normalise/normalise-bank-row.ts';
import { normaliseLine } from '../../src/normalise/normalise-line.ts';
import type { BankRecord } from '../../src/normalise/record.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

const SETTINGS = parseSettings({});
const ROW = {
  row_id: 'B1',
  booked_on: '2026-11-20',
  currency: 'BRL',
  amount: '-149.00',
  reference: 'TED MARIA SOUZA PO-77',
};

describe('a row of a bank', () => {
  it('keeps its values as its table writes them, but for names in its reference, and reads them', () => {
    expect(read(ROW)).toEqual({
      rowId: 'B1',
      bookedOnText: '2026-11-20',
      currency: 'BRL',
      amountText: '-149.00',
      reference: 'TED * PO-77',
      region: 'BR',
      bookedOn: '2026-11-20',
      amountMinor: -14_900n,
      issuer: 'bank',
      rowKey: 'B1 2026-11-20',
      // Stored rows are found again by it.
      digest: 'fd4ddc0eb27fccfd526a4965abc2a04d',
      loggedAt: { seconds: Date.parse('2026-11-20T00:00:00Z') / 1000, micros: 0 },
    });
  });

  it('needs its date alone', () => {
    const row = read({ booked_on: '2026-11-20T23:59:59-03:00' });
    expect(row).toMatchObject({ bookedOn: '2026-11-20', region: '', rowKey: row.digest });
    for (const name of ['rowId', 'currency', 'amountText', 'reference', 'amountMinor'] as const)
      expect([name, row[name]]).toEqual([name, undefined]);
  });

  it('is the same by itself and under the key bank', () => {
    const whole = normaliseLine(JSON.stringify({ bank: ROW }), SETTINGS);
    expect(whole).toEqual(normaliseBankRow(ROW, SETTINGS));
    expect(normaliseLine(JSON.stringify(ROW), SETTINGS, 'bank')).toEqual(whole);
  });

  it.each(['529.982.247-25', '11.222.333/0001-81'])(
    'does not keep %s, the number of a person, as its row_id',
    (row_id) => {
      const { row_id: _, ...without } = ROW;
      expect(read({ ...ROW, row_id })).toEqual(read(without));
    },
  );

  it.each(['529.982.247-26', '52998224725', '20261119000001', '29901011234567', '1234/1234567'])(
    'keeps %s as its row_id',
    (row_id) => {
      expect(read({ ...ROW, row_id }).rowId).toBe(row_id);
    },
  );

  it('is read in the unit of its table', () => {
    const settings = parseSettings({ map: { itau: { kind: 'bank', columns: {}, unit: 'minor' } } });
    expect(normaliseBankRow({ ...ROW, amount: '14900' }, settings, 'itau')).toMatchObject({
      record: { issuer: 'itau', amountMinor: 14_900n },
    });
    expect(read({ ...ROW, amount: '14900' }).amountMinor).toBe(1_490_000n);
    expect(read({ ...ROW, currency: 'JPY', amount: '14900' })).toMatchObject({
      region: 'EG',
      amountMinor: 14_900n,
    });
  });

  it.each(['row_id', 'booked_on', 'currency', 'amount', 'reference'])(
    'has another digest by another %s',
    (name) => {
      const other = name === 'booked_on' ? '2026-11-21' : '77';
      expect(read({ ...ROW, [name]: other }).digest).not.toBe(read(ROW).digest);
    },
  );

  it('has the same digest however its amount is spelled', () => {
    expect(read({ ...ROW, amount: '-149' }).digest).toBe(read(ROW).digest);
  });

  it('is rejected without a readable date, and where its row_id is too long to be stored', () => {
    for (const booked_on of [undefined, '', '20/11/2026', '2026-02-30', '0000-01-01', 'noon']) {
      expect(normaliseBankRow({ ...ROW, booked_on }, SETTINGS)).toEqual({
        kind: 'rejected',
        rejection: { reason: 'no_statement_time', detail: 'no booked_on' },
      });
    }
    expect(normaliseBankRow({ ...ROW, row_id: 'x'.repeat(1001) }, SETTINGS)).toEqual({
      kind: 'rejected',
      rejection: { reason: 'no_statement_key', detail: 'a row_id of 1001 characters, at most 1000 bytes' },
    });
    expect(read({ ...ROW, row_id: 'x'.repeat(1000) }).rowId).toHaveLength(1000);
  });
});

function read(row: object): BankRecord {
  const found = normaliseBankRow(row as never, SETTINGS);
  if (found.kind !== 'bank') throw new Error(JSON.stringify(found));
  expect(found.violations).toEqual([]);
  return found.record;
}
