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
    ['- /', '- /'],
    ['   ', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is kept as %s', (text, kept) => {
    expect(bankReference(text)).toBe(kept);
    expect(bankReference(kept)).toBe(kept);
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
