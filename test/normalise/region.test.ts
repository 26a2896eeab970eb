import { describe, expect, it } from 'vitest';
import { findRegion } from '../../src/normalise/identify.ts';
import { currencyExponent, isIsoCurrency, unusualExponents } from '../../src/normalise/money.ts';
import { parseSettings } from '../../src/settings/load-settings.ts';

describe('findRegion with the regions of the interface', () => {
  it.each([
    ['BRL', 'PIX', 'BR'],
    ['BRL', 'CARD', 'BR'],
    ['BRL', undefined, 'BR'],
    ['USD', 'PIX', 'BR'],
    ['XYZ', 'PIX', 'BR'],
    [undefined, 'PIX', 'BR'],
    ['EGP', 'FAWRY', 'EG'],
    ['EGP', undefined, 'EG'],
    ['USD', 'CARD', 'EG'],
    ['JPY', undefined, 'EG'],
    ['XCG', 'CARD', 'EG'],
    ['XAD', undefined, 'EG'],
    ['XYZ', 'FAWRY', ''],
    ['brl', 'pix', ''],
    ['egp', 'FAWRY', ''],
    [' BRL', undefined, ''],
    [undefined, 'FAWRY', ''],
    [undefined, undefined, ''],
  ])('%s by %s is of region %j', (currency, method, name) => {
    expect(findRegion(parseSettings({}), currency, method).name).toBe(name);
  });

  it('tells where each reads its clocks and counts its money', () => {
    const settings = parseSettings({});
    expect(findRegion(settings, 'BRL', 'PIX')).toMatchObject({
      zone: 'America/Sao_Paulo',
      amountUnit: 'minor',
    });
    expect(findRegion(settings, 'EGP', 'FAWRY')).toMatchObject({ zone: 'Africa/Cairo', amountUnit: 'major' });
    expect(findRegion(settings, 'XYZ', 'FAWRY')).toMatchObject({
      zone: 'UTC',
      amountUnit: 'major',
      decimals: 2,
    });
  });
});

describe('findRegion with other regions', () => {
  const region = { methods: [], amountUnit: 'major', decimals: 2, exclusive: false, variant: 'none' };
  const settings = parseSettings({
    regions: [
      { ...region, name: 'MX', currencies: ['MXN'], zone: 'America/Mexico_City' },
      { ...region, name: 'EU', currencies: ['EUR'], methods: ['SEPA'], zone: 'Europe/Berlin' },
    ],
  });

  it.each([
    ['MXN', 'SPEI', 'MX'],
    ['MXN', 'SEPA', 'MX'],
    ['USD', 'SEPA', 'EU'],
    ['EGP', 'FAWRY', ''],
  ])('the first that fits %s by %s is %j', (currency, method, name) => {
    expect(findRegion(settings, currency, method).name).toBe(name);
  });
});

describe('currencies', () => {
  it.each([
    ['BRL', 2],
    ['EGP', 2],
    ['USD', 2],
    ['JPY', 0],
    ['CLP', 0],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['XCG', 2],
    ['XAD', 2],
    ['XYZ', 2],
    [undefined, 2],
    [null, 2],
  ])('%s has the exponent %i', (code, exponent) => {
    expect(currencyExponent(code)).toBe(exponent);
  });

  it('are codes of ISO 4217 to the letter', () => {
    expect(isIsoCurrency('BRL')).toBe(true);
    expect(isIsoCurrency('brl')).toBe(false);
    expect(isIsoCurrency('DEM')).toBe(false);
    expect(isIsoCurrency('toString')).toBe(false);
    expect(isIsoCurrency(undefined)).toBe(false);
  });

  it('whose exponent is not two are told to SQL, and no others', () => {
    expect(unusualExponents()).toEqual(
      expect.arrayContaining([
        ['JPY', 0],
        ['KWD', 3],
      ]),
    );
    for (const [code, exponent] of unusualExponents()) {
      expect(currencyExponent(code)).toBe(exponent);
      expect(exponent).not.toBe(2);
    }
  });
});
