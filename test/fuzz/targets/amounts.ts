import {
  decimalPlaces,
  isDecimalText,
  isNegative,
  parseDecimal,
} from '../../../src/contract/decimal-text.ts';
import {
  canonicalAmount,
  formatMajor,
  readMinorUnits,
  readPositiveWhole,
} from '../../../src/normalise/money.ts';
import { holds, type Target } from '../target.ts';

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const MOST = 2n ** 63n - 1n;

/** Amounts, compared with exact arithmetic on fractions. */
const target: Target = {
  seeds: [
    ...['20000', '150.5', '2e4', '-0', '1e400', '1E-5', '0.00', '9223372036854775807', '9223372036854775808'],
    ...['0012.50', '1505e-1', '0e99999999999', '92233720368547758.07', '1e+18', '-1.5', '"20000"', '1_000'],
  ],
  words: ['e', 'E+', 'e-', '.', '-', '0000000000', '9223372036854775807', 'e400', 'e-2', ',', '\u0661', ' '],
  run: (input) => {
    const text = input.toString('utf8');
    holds(
      isDecimalText(text) === NUMBER.test(text),
      'a number is in the grammar of JSON, but for leading zeros',
    );
    const canonical = canonicalAmount(text);
    for (const [unit, decimals, exponent] of [
      ['minor', 0, 2],
      ['major', 2, 2],
      ['major', 2, 0],
      ['major', 3, 3],
    ] as const) {
      const minor = readMinorUnits(text, unit, decimals, exponent);
      const expected = plainly(
        text,
        unit === 'minor' ? 0 : exponent,
        unit === 'minor' ? decimals : Math.min(decimals, exponent),
      );
      if (expected !== 'too long')
        holds(minor === expected, `${unit} ${decimals} ${exponent}: ${minor} is ${expected}`);
      if (minor === undefined) continue;
      const back = unit === 'major' ? formatMajor(String(minor), exponent) : String(minor);
      holds(canonicalAmount(back) === canonical, 'an amount has the same value when it is written again');
    }
    if (parseDecimal(text) === undefined) return;
    holds(
      isNegative(text) === (Number(text) < 0 || /^-.*[1-9].*(e|$)/i.test(text.split(/e/i)[0]!)),
      'a sign is kept',
    );
    holds(decimalPlaces(text) >= 0, 'places are counted');
    const whole = readPositiveWhole(text);
    if (whole !== undefined && Number(text) < 1e15) holds(whole === Number(text), 'a count is its number');
  },
};
export default target;

/** Minor units by multiplication and division of whole numbers. */
function plainly(text: string, shift: number, places: number): bigint | undefined | 'too long' {
  const match = NUMBER.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return 0n;
  if (sign === '-') return undefined;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > 500) return 'too long';
  const power = exponent - fraction.length;
  if (!isWhole(digits, power + places)) return undefined;
  const scaled = power + shift;
  const minor = scaled >= 0 ? digits * 10n ** BigInt(scaled) : digits / 10n ** BigInt(-scaled);
  return minor > MOST ? undefined : minor;
}

function isWhole(digits: bigint, power: number): boolean {
  return power >= 0 || digits % 10n ** BigInt(-power) === 0n;
}
