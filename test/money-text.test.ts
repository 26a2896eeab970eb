import { expect, it } from 'vitest';
import { moneyText } from '../src/money-text.ts';

it.each([
  ['123456', 'BRL', '1,234.56'],
  ['-123456', 'BRL', '-1,234.56'],
  ['100000', 'BRL', '1,000.00'],
  ['-5', 'BRL', '-0.05'],
  ['0', 'BRL', '0.00'],
  ['1234567', 'JPY', '1,234,567'],
  ['1234567', 'KWD', '1,234.567'],
  ['1234567', null, '12,345.67'],
  ['9223372036854775807', 'BRL', '92,233,720,368,547,758.07'],
])('%s minor units of %s are %s', (minor, currency, text) => {
  expect(moneyText(minor, currency)).toBe(text);
});
