import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankReference, mayBePersonNumber } from '../../src/normalise/bank-reference.ts';

describe('the text of a bank', () => {
  it.each([
    ['PIX RECEBIDO MARIA SOUZA 123.456.789-09 PO-77', 'PIX RECEBIDO * PO-77'],
    ['Liquidação  lote\t2026/11', 'Liquidação lote 2026/11'],
    ['maria PO-77 souza', '* PO-77 *'],
    ['Settlement (ref): payout-fee', 'Settlement (ref): payout-fee'],
    ['Settlement-Maria', '*'],
    ['تحويل رقم ٧٧', 'تحويل رقم ٧٧'],
    ['m@x.eg payment77@x', '*'],
    ['+201001234567 PO1', '* PO1'],
    ['(+20)100', '*'],
    ['52998224725 52998224726', '* 52998224726'],
    ['529.982.247-25 529.982.24725 1529.982.247-25', '* 1529.982.247-25'],
    ['11222333000181 11222333000182', '* 11222333000182'],
    ['11.222.333/0001-81, 11.222.333/000181.', '*'],
    ['PIX CPF:52998224725 PO-1', 'PIX * PO-1'],
    ['CPF:529.982.247-25 CPF/CNPJ:11.222.333/0001-81', '*'],
    ['52998224725-MARIA MARIA-52998224725 (52998224725)', '*'],
    ['(11)98765-4321 tel:+201001234567', '*'],
    ['PO:52998224726 PO-52998224726 2026-11-20', 'PO:52998224726 PO-52998224726 2026-11-20'],
    ['12345', '12345'],
    ['PIX (11) 98765-4321 PO-77', 'PIX * PO-77'],
    ['PIX (11) 987654321, PO-77', 'PIX * PO-77'],
    ['TED (011) 3456 7890 PO-77', 'TED * PO-77'],
    ['PIX +55 11 98765-4321 PO-77', 'PIX * PO-77'],
    ['PIX +55 (11) 98765 4321 20261130-0001', 'PIX * 20261130-0001'],
    ['PIX 11 98765-4321 PO-77', 'PIX 11 * PO-77'],
    ['PIX 11-98765-4321 PO-77', 'PIX * PO-77'],
    ['TRANSFER 01012345678 PO-1', 'TRANSFER * PO-1'],
    ['TRANSFER 0111-234-5678 012 3456 7890 0150.123.4567 PO-1', 'TRANSFER * PO-1'],
    ['TRANSFER +20 10 1234 5678 00201001234567 20261130-0001', 'TRANSFER * 20261130-0001'],
    ['+20 2 2735 1234 PO-1', '* PO-1'],
    ['INSTAPAY ٠١٠١٢٣٤٥٦٧٨ PO-1', 'INSTAPAY * PO-1'],
    ['INSTAPAY 29001011234567 PO-1', 'INSTAPAY * PO-1'],
    ['INSTAPAY 2 900101 12 34567 PO-1 2900101-1234567', 'INSTAPAY * PO-1 *'],
    ['INSTAPAY ٢٩٠٠١٠١١٢٣٤٥٦٧ PO-1', 'INSTAPAY * PO-1'],
    ['PIX 529982247-25 PO-1', 'PIX * PO-1'],
    ['PIX 529.982247-25 529-982-247-25 529.982.247/25 529_982_247_25', 'PIX *'],
    ['CPF 529 982 247 25', '*'],
    ['PIX CPF52998224725 PO52998224725', 'PIX * PO52998224725'],
    ['TED CPF/52998224725 ٥٢٩٩٨٢٢٤٧٢٥ PO-1', 'TED * PO-1'],
    ['TED 11222333/0001-81 PO-1', 'TED * PO-1'],
    ['TED 11 222 333 0001 81 PO-1 11222333-0001-81', 'TED * PO-1 *'],
    ['LOTE 78 529 982 247 25 PO-1', 'LOTE 78 * PO-1'],
    ['LOTE 78 529 982 247 26 PO-1', 'LOTE 78 529 982 247 26 PO-1'],
    // Payouts that are numbered by date, and have the check digits of a CPF or CNPJ by chance.
    ['LOTE 20261130-099 2026-11-30-099', 'LOTE 20261130-099 2026-11-30-099'],
    ['LOTE 20261130-000195 20261130-0001-95', 'LOTE 20261130-000195 20261130-0001-95'],
    ['LOTE (11) 20261130-0001', 'LOTE (11) 20261130-0001'],
    ['LOTE 20121130-0001', 'LOTE 20121130-0001'],
    ['LOTE (11) 20261130', 'LOTE (11) 20261130'],
    ['PAYOUT 010 20261130', 'PAYOUT 010 20261130'],
    ['LOTE 77 20261130-0001 1.234.567,89 150.50', 'LOTE 77 20261130-0001 1.234.567,89 150.50'],
    ['- /', '- /'],
    ['   ', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is kept as %s', (text, kept) => {
    expect(bankReference(text)).toBe(kept);
    expect(bankReference(kept)).toBe(kept);
  });

  it('keeps identifiers of payouts, dates and amounts, and loses numbers of persons around them', () => {
    const number = (digits: number) =>
      fc.integer({ min: 1, max: 10 ** digits - 1 }).map((value) => String(value).padStart(digits, '0'));
    const date = fc.date({ min: new Date('2000-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
    const day = date.map((value) => value.toISOString().slice(0, 10));
    const bareDay = day.map((text) => text.replaceAll('-', ''));
    const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));
    const hyphen = fc.constantFrom('-', '/', '.');
    const payout = fc.oneof(
      joined(
        fc.constantFrom('PO-', 'PO', 'P', 'LOTE-', 'A#', '#'),
        fc.oneof(number(1), number(4), number(8)),
      ),
      joined(fc.constantFrom('PO-77-', 'PO-1117-'), number(2)),
      joined(fc.constantFrom('', 'PO-'), bareDay, fc.constantFrom('', '-1', '-01', '-001', '-0001')),
      joined(bareDay, fc.constant('-'), fc.oneof(number(3), number(4), number(6))),
      joined(day, hyphen, number(3)),
      day,
      day.map((text) => text.split('-').toReversed().join('/')),
      joined(number(3), fc.constant('.'), number(3), fc.constant(','), number(2)),
      joined(number(6), fc.constant('.'), number(2)),
    );
    const person = fc.constantFrom(
      ...['529.982.247-25', '529982247-25', '529 982 247 25', '52998224725', '11222333/0001-81'],
      ...['11 222 333 0001 81', '29001011234567', '2 900101 1234567', '01012345678', '010 1234 5678'],
      ...['(11) 98765-4321', '+55 11 98765-4321', '+201012345678', '+20 10 1234 5678', 'Maria Souza'],
    );
    const word = fc.constantFrom('PIX', 'LOTE', 'payout:', 'دفعة');
    fc.assert(
      fc.property(person, word, payout, word, person, (before, first, id, second, after) => {
        const kept = bankReference(`${before} ${first} ${id} ${second} ${after}`);
        expect(kept).toBe(`* ${first} ${id} ${second} *`);
        expect(bankReference(`${first} ${id}`)).toBe(`${first} ${id}`);
        expect(bankReference(`${id} ${second}`)).toBe(`${id} ${second}`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['529.982.247-25', true],
    ['52998224725', true],
    ['52998224724', false],
    ['٥٢٩٩٨٢٢٤٧٢٥', true],
    ['11.222.333/0001-81', true],
    ['29001011234567', true],
    ['2900101 1234567', true],
    ['290010112345678', false],
    ['2900101123456', false],
    ['00000000000', true],
    ['PO52998224725', false],
    ['', false],
  ])('%s may be the number of a person: %s', (text, may) => {
    expect(mayBePersonNumber(text)).toBe(may);
  });
});
