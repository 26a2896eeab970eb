/** Sums of decimal cells are exact, whatever their signs and places. */
import { expect, it } from 'vitest';
import { sumOfTexts } from '../../../src/books/periods/sum-of-texts.ts';

it.each([
  [['20000', '15000'], ['10000'], '25000'],
  [['200.00', '150.00'], ['100.00'], '250.00'],
  [['', ''], ['200.00'], '-200.00'],
  [['0.05', ''], ['0.1'], '-0.05'],
  [['-1', '0.995'], [''], '-0.005'],
  [['9223372036854775807', '1'], [''], '9223372036854775808'],
  [['100', ''], ['100.00'], ''],
  [['', ''], [''], ''],
])('%j less %j is %j', (added, subtracted, sum) => {
  expect(sumOfTexts(added, subtracted)).toBe(sum);
});
