import fc from 'fast-check';
import { createStaticPix, hasError, isStaticPix, type PixStaticObject, parsePix } from 'pix-utils';
import { describe, expect, it } from 'vitest';
import { brCode, checksum, type PixPayment } from '../../src/sandbox/br-code.ts';
import { brazilOrder, MERCHANT } from './pay-in-requests.ts';
import { serveSandbox } from './served-sandbox.ts';

const PAYMENT: PixPayment = {
  key: '123e4567-e12b-41d3-a456-426614174000',
  amountCentavos: 20_000n,
  merchantName: 'LOJA CENTRAL',
  merchantCity: 'SAO PAULO',
  transactionId: '2026111900010000000010',
};

/** What the other implementation reads in a code. */
function parsed(code: string): PixStaticObject {
  const pix = parsePix(code);
  if (hasError(pix)) throw new Error(`${pix.message}: ${code}`);
  if (!isStaticPix(pix)) throw new Error(`no static PIX: ${code}`);
  return pix;
}

/** The code that the other implementation makes of the same payment. */
function otherCode({ key, amountCentavos, merchantName, merchantCity, transactionId }: PixPayment): string {
  const made = createStaticPix({
    ...{ pixKey: key, merchantName, merchantCity, txid: transactionId },
    transactionAmount: Number(amountCentavos) / 100,
  });
  if (hasError(made)) throw new Error(made.message);
  return made.toBRCode();
}

describe('a BR Code', () => {
  it('has the checksum CRC-16/CCITT-FALSE, whose check value is 29B1', () => {
    expect(checksum('123456789')).toBe('29B1');
    expect(checksum('')).toBe('FFFF');
    // One with a zero before it.
    expect(checksum('10')).toMatch(/^[0-9A-F]{4}$/);
  });

  it('has the fields of the manual, each with its length', () => {
    const code = brCode(PAYMENT);
    expect(code.slice(0, -4)).toBe(
      [
        '000201',
        '26580014br.gov.bcb.pix0136123e4567-e12b-41d3-a456-426614174000',
        '52040000',
        '5303986',
        '5406200.00',
        '5802BR',
        '5912LOJA CENTRAL',
        '6009SAO PAULO',
        '622605222026111900010000000010',
        '6304',
      ].join(''),
    );
    expect(code.slice(-4)).toBe(checksum(code.slice(0, -4)));
  });

  it('is the same text that another implementation makes', () => {
    expect(brCode(PAYMENT)).toBe(otherCode(PAYMENT));
    for (const amountCentavos of [1n, 99n, 100n, 10_010n, 123_456_789n]) {
      const payment = { ...PAYMENT, amountCentavos };
      expect(brCode(payment)).toBe(otherCode(payment));
    }
  });

  it.each([
    ['Loja São João', 'Loja Sao Joao'],
    ['AÇAÍ & CIA', 'ACAI & CIA'],
    ['Uma loja com um nome muito comprido', 'Uma loja com um nome muit'],
    ['Café '.repeat(6), 'Cafe Cafe Cafe Cafe Cafe'],
    ['Line\nfeed', 'Linefeed'],
    ['متجر', 'Merchant'],
    ['', 'Merchant'],
    ['😀 Loja', 'Loja'],
  ])('has the name %j as %j', (merchantName, expected) => {
    expect(parsed(brCode({ ...PAYMENT, merchantName })).merchantName).toBe(expected);
  });

  it('is read by another implementation with the same key, amount and trade, whatever the name', () => {
    const letters = 'ABC xyz áéíóúãõçÀÑü 0189 -.&\'"<>/ متجر 😀 \n\t';
    const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 });
    const amount = fc.bigInt({ min: 1n, max: 9_999_999_999n });
    const trade = fc.stringMatching(/^[0-9A-Za-z]{1,25}$/);
    fc.assert(
      fc.property(name, amount, trade, fc.uuid(), (merchantName, amountCentavos, transactionId, key) => {
        const code = brCode({ ...PAYMENT, key, merchantName, amountCentavos, transactionId });
        expect(code).toMatch(/^[ -~]+$/);
        const pix = parsed(code);
        expect(pix).toMatchObject({ pixKey: key, txid: transactionId, merchantCity: 'SAO PAULO' });
        expect(Math.round(pix.transactionAmount! * 100)).toBe(Number(amountCentavos));
        expect(pix.merchantName.length).toBeLessThanOrEqual(25);
      }),
    );
  });
});

describe('channel.qrString', () => {
  it("is a BR Code of the order's amount and trade, with the merchant's own key", async () => {
    const served = await serveSandbox();
    const codeOf = async (orderNo: string, merchantId = MERCHANT) => {
      const { body } = await served.create(brazilOrder({ orderNo, merchant: { merchantId } }));
      return { tradeNo: body.tradeNo, pix: parsed(body.channel.qrString) };
    };
    const first = await codeOf('ORDER1');
    expect(first.pix).toMatchObject({ transactionAmount: 200, txid: first.tradeNo, merchantName: MERCHANT });
    expect(first.pix.pixKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await codeOf('ORDER2')).pix.pixKey).toBe(first.pix.pixKey);
    expect((await codeOf('ORDER3', 'M002')).pix.pixKey).not.toBe(first.pix.pixKey);
  });

  it('has the name of the sub-merchant where there is one', async () => {
    const served = await serveSandbox();
    const merchant = { merchantId: MERCHANT, merchantName: 'Plataforma', subMerchantName: 'Filial Açaí' };
    const { body } = await served.create(brazilOrder({ merchant }));
    expect(parsed(body.channel.qrString).merchantName).toBe('Filial Acai');
  });
});
