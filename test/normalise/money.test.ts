import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalAmount,
  formatMajor,
  readMinorUnits,
  readMoney,
  readPositiveWhole,
} from '../../src/normalise/money.ts';

const LARGEST = 2n ** 63n - 1n;

/** A decimal as its parts: digits times ten to the power. */
interface Value {
  readonly digits: bigint;
  readonly power: number;
}

const value: fc.Arbitrary<Value> = fc.record({
  digits: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 4n }), fc.bigInt({ min: 0n, max: 10n ** 21n })),
  power: fc.integer({ min: -6, max: 4 }),
});

/** The value in JSON's grammar, with any number of needless zeros and any exponent. */
function spelling({ digits, power }: Value): fc.Arbitrary<string> {
  return fc
    .record({
      leading: fc.nat({ max: 3 }),
      trailing: fc.nat({ max: 3 }),
      shift: fc.integer({ min: -4, max: 4 }),
      e: fc.constantFrom('e', 'E', 'e+', 'E+'),
    })
    .map(({ leading, trailing, shift, e }) => {
      const places = Math.max(0, shift - power);
      const all = `${digits}${'0'.repeat(Math.max(0, power - shift))}`.padStart(places + 1, '0');
      const cut = all.length - places;
      const fraction = `${all.slice(cut)}${'0'.repeat(trailing)}`;
      const exponent = shift === 0 ? '' : shift > 0 ? `${e}${shift}` : `${e[0]}${shift}`;
      return `${'0'.repeat(leading)}${all.slice(0, cut)}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
    });
}

const spelled = value.chain((of) => fc.record({ of: fc.constant(of), text: spelling(of) }));
const spelledTwice = value.chain((of) => fc.tuple(spelling(of), spelling(of)));
const unit = fc.constantFrom<'minor' | 'major'>('minor', 'major');
const decimals = fc.integer({ min: 0, max: 4 });
const exponent = fc.constantFrom(0, 2, 3, 4);

/** The value times ten to `shift` if that is a whole number, in integers alone. */
function whole({ digits, power }: Value, shift: number): bigint | undefined {
  const total = power + shift;
  if (total >= 0) return digits * 10n ** BigInt(total);
  const divisor = 10n ** BigInt(-total);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

describe('readMinorUnits', () => {
  it.each([
    ['20000', 'minor', 0, 2, 20000n],
    ['2e4', 'minor', 0, 2, 20000n],
    ['20000.00', 'minor', 0, 2, 20000n],
    ['00020000', 'minor', 0, 2, 20000n],
    ['200.5', 'minor', 0, 2, undefined],
    ['150.5', 'major', 2, 2, 15050n],
    ['150.500', 'major', 2, 2, 15050n],
    ['1.005', 'major', 2, 2, undefined],
    ['1.005', 'major', 4, 3, 1005n],
    ['150', 'major', 2, 0, 150n],
    ['150.5', 'major', 2, 0, undefined],
    ['1.5', 'major', 2, 3, 1500n],
    ['1.505', 'major', 2, 3, undefined],
    ['0', 'minor', 0, 2, 0n],
    ['-0.0', 'major', 2, 2, 0n],
    ['0e999999', 'major', 2, 2, 0n],
    ['-1', 'minor', 0, 2, undefined],
    ['9223372036854775807', 'minor', 0, 2, LARGEST],
    ['9223372036854775808', 'minor', 0, 2, undefined],
    ['92233720368547758.07', 'major', 2, 2, LARGEST],
    ['92233720368547758.08', 'major', 2, 2, undefined],
    ['9007199254740993', 'minor', 0, 2, 9007199254740993n],
    ['1e400', 'minor', 0, 2, undefined],
    ['1e-400', 'major', 2, 2, undefined],
    ['1e99999999999999999999', 'minor', 0, 2, undefined],
    [undefined, 'minor', 0, 2, undefined],
  ] as const)('reads %s of %s units, %i decimals, exponent %i, as %s', (text, of, places, digits, minor) => {
    expect(readMinorUnits(text, of, places, digits)).toBe(minor);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1,000',
    '1.',
    '.5',
    '0x10',
    '1_000',
    'NaN',
    'Infinity',
    '１',
    '1e',
    '--1',
    '1.2.3',
    '1\n',
  ])('does not read %j', (text) => {
    expect(readMinorUnits(text, 'major', 2, 2)).toBeUndefined();
  });

  it('is the value in minor units exactly, or nothing', () => {
    fc.assert(
      fc.property(spelled, unit, decimals, exponent, ({ of, text }, units, places, digits) => {
        const shift = units === 'minor' ? 0 : digits;
        const allowed = units === 'minor' ? places : Math.min(places, digits);
        const minor = whole(of, allowed) === undefined ? undefined : whole(of, shift);
        const expected = minor === undefined || minor > LARGEST ? undefined : minor;
        expect(readMinorUnits(text, units, places, digits)).toBe(expected);
      }),
    );
  });

  it('reads spellings of one value alike', () => {
    fc.assert(
      fc.property(spelledTwice, unit, decimals, exponent, ([one, other], units, places, digits) => {
        expect(readMinorUnits(one, units, places, digits)).toBe(readMinorUnits(other, units, places, digits));
      }),
    );
  });

  it('reads back what formatMajor writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: LARGEST }), exponent, (minor, digits) => {
        expect(readMinorUnits(formatMajor(String(minor), digits), 'major', digits, digits)).toBe(minor);
      }),
    );
  });
});

describe('canonicalAmount', () => {
  it('is one text for one value', () => {
    fc.assert(
      fc.property(spelledTwice, ([one, other]) => {
        expect(canonicalAmount(one)).toBe(canonicalAmount(other));
      }),
    );
  });

  it('is two texts for two values', () => {
    fc.assert(
      fc.property(spelled, spelled, (one, other) => {
        const same = whole(one.of, 6) === whole(other.of, 6);
        expect(canonicalAmount(one.text) === canonicalAmount(other.text)).toBe(same);
      }),
    );
  });

  it('keeps the sign, but not of zero', () => {
    expect(canonicalAmount('-1.50')).toBe(canonicalAmount('-15e-1'));
    expect(canonicalAmount('-1.5')).not.toBe(canonicalAmount('1.5'));
    expect(canonicalAmount('-0.00')).toBe(canonicalAmount('0'));
  });

  it('never takes a text that is no number for one that is', () => {
    expect(canonicalAmount('+1')).not.toBe(canonicalAmount('1'));
    expect(canonicalAmount(' 1')).not.toBe(canonicalAmount('1'));
    expect(canonicalAmount('0x1')).not.toBe(canonicalAmount('0'));
  });
});

describe('formatMajor', () => {
  it.each([
    ['20000', 2, '200.00'],
    ['5', 2, '0.05'],
    ['0', 2, '0.00'],
    ['-150', 2, '-1.50'],
    ['-5', 2, '-0.05'],
    ['150', 0, '150'],
    ['1500', 3, '1.500'],
    ['18446744073709551614', 2, '184467440737095516.14'],
  ])('writes %s with exponent %i as %s', (minor, digits, text) => {
    expect(formatMajor(minor, digits)).toBe(text);
  });
});

describe('readPositiveWhole', () => {
  it.each([
    ['3600', 3600],
    ['3.6e3', 3600],
    ['3600.0', 3600],
    ['0', undefined],
    ['-3600', undefined],
    ['3600.5', undefined],
    ['an hour', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (text, seconds) => {
    expect(readPositiveWhole(text)).toBe(seconds);
  });
});

describe('readMoney', () => {
  it.each([
    ['20000', 'BRL', 'minor', 0, 20_000n],
    ['150.5', 'EGP', 'major', 2, 15_050n],
    ['150', 'JPY', 'major', 2, 150n],
    ['20000', undefined, 'minor', 0, undefined],
    ['150.5', undefined, 'major', 2, undefined],
    [undefined, 'BRL', 'minor', 0, undefined],
  ] as const)(
    'reads %s %s in %s units of %s decimals as %s',
    (text, currency, amountUnit, decimals, minor) => {
      expect(readMoney(text, currency, { amountUnit, decimals })).toBe(minor);
    },
  );
});
